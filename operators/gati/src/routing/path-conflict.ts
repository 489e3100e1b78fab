import type { Instant, SplitPlan } from '@gati-framework/contracts/deployment';
import type { DeepReadonly } from '@slipway/kube';
import type { GatiHandler } from '../types/index.ts';
import { pathMatchOf } from './path.ts';

/** What a handler wants of a Gateway. */
export interface PathClaim {
  /** `namespace/name` of the handler. */
  readonly key: string;
  readonly createdAt: Instant;
  /** `namespace/name` of the Gateway; `namespace/` without one. */
  readonly gateway: string;
  /** Undefined: every listener. */
  readonly sectionName?: string | undefined;
  readonly hostnames: readonly string[];
  readonly path: SplitPlan['match']['path'];
}

/** Of a handler that goes nothing; without a Gateway the path is claimed among the Services of its namespace. */
export function claimOf({ metadata, spec }: DeepReadonly<GatiHandler>): PathClaim | undefined {
  const { namespace = '', name = '', creationTimestamp = '', deletionTimestamp } = metadata;
  const { gateway, hostnames = [], pathMatch } = spec.routing ?? {};
  if (deletionTimestamp !== undefined) return undefined;
  return {
    key: `${namespace}/${name}`,
    createdAt: Date.parse(creationTimestamp) || 0,
    gateway: gateway ? `${gateway.namespace ?? namespace}/${gateway.name}` : `${namespace}/`,
    sectionName: gateway?.sectionName,
    hostnames,
    path: pathMatchOf(spec.handlerPath, pathMatch),
  };
}

/**
 * What two claims have in common if they meet: Gateway, path and host. One with hosts is more exact than one for all,
 * so these two do not meet.
 */
export function keysOfClaim({ gateway, path: { type, value }, hostnames }: PathClaim): string[] {
  const bare = type === 'PathPrefix' ? value.replace(/\/+$/, '') : value;
  const hosts = hostnames.length === 0 ? ['*'] : hostnames;
  return hosts.map((host) => `${gateway} ${host} ${type} ${bare}`);
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
  const keys = new Set(keysOfClaim(a));
  return isOneListener && keysOfClaim(b).some((key) => keys.has(key));
}
