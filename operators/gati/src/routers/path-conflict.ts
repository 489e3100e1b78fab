import type { Instant, SplitPlan } from '@gati-framework/contracts/deployment';

/** What a handler wants of a Gateway. */
export interface PathClaim {
  /** `namespace/name` of the handler. */
  readonly key: string;
  readonly createdAt: Instant;
  /** `namespace/name` of the Gateway. */
  readonly gateway: string;
  /** Undefined: every listener. */
  readonly sectionName?: string | undefined;
  readonly hostnames: readonly string[];
  readonly path: SplitPlan['match']['path'];
}

/**
 * The older handler that has the very same match on the same listener and host (G-75). Gateways would give such
 * requests to one of the two by rules of their own, so the younger is not routed at all.
 */
export function olderClaim(own: PathClaim, others: readonly PathClaim[]): PathClaim | undefined {
  return others.find((other) => other.key !== own.key && isOlder(other, own) && isSameMatch(other, own));
}

function isOlder(a: PathClaim, b: PathClaim): boolean {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.key < b.key);
}

function isSameMatch(a: PathClaim, b: PathClaim): boolean {
  const isOneListener = a.sectionName === undefined || b.sectionName === undefined || a.sectionName === b.sectionName;
  return a.gateway === b.gateway && isOneListener && hasOneHost(a, b) && isSamePath(a.path, b.path);
}

/** One with hosts is more exact than one for all, so these two do not meet. */
function hasOneHost({ hostnames: a }: PathClaim, { hostnames: b }: PathClaim): boolean {
  return a.length === 0 || b.length === 0 ? a.length === b.length : a.some((host) => b.includes(host));
}

function isSamePath(a: PathClaim['path'], b: PathClaim['path']): boolean {
  const bare = ({ type, value }: PathClaim['path']): string =>
    type === 'PathPrefix' ? value.replace(/\/+$/, '') : value;
  return a.type === b.type && bare(a) === bare(b);
}
