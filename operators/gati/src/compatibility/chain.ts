import type { TransformerChain } from '@gati-framework/contracts/deployment';
import { isBuildOf } from '../templates/index.ts';

const MOST_HOPS = 10;

/**
 * Whether transformers lead from one version to another (G-63), by hops between neighbours.
 *
 * `order` has every version of the handler, oldest first, retired ones included: their transformers are still in use
 * by callers that never moved. Ids may hold any character, so entries are not taken apart but looked up.
 */
export function chainOf(
  order: readonly string[],
  entries: readonly string[],
  from: string,
  to: string,
): TransformerChain {
  const [start, end] = [order.indexOf(from), order.indexOf(to)];
  if (start === -1 || end === -1) return { complete: false, missing: [hop(from, to)] };
  const way = start <= end ? order.slice(start, end + 1) : order.slice(end, start + 1).toReversed();
  const hops = way.slice(1).flatMap((next, index) => {
    const previous = way[index] ?? next;
    return isSameVersion(previous, next) ? [] : [[previous, next] as const];
  });
  const missing = hops.filter(([a, b]) => !isCovered(entries, a, b)).map(([a, b]) => hop(a, b));
  return { complete: missing.length === 0 && hops.length <= MOST_HOPS, missing };
}

const hop = (from: string, to: string): string => `${from}->${to}`;

/** Entries speak of versions; which build of one is meant makes no difference. */
function isCovered(entries: readonly string[], from: string, to: string): boolean {
  const names = (id: string): string[] => [...new Set([id, bareId(id)])];
  return names(from).some((a) => names(to).some((b) => entries.some((entry) => isEntryFor(entry, a, b))));
}

function isEntryFor(entry: string, from: string, to: string): boolean {
  const name = `${from}-to-${to}`;
  if (entry === hop(from, to) || entry === name) return true;
  return [`${name}.ts`, `${name}.js`].some((file) => entry === file || entry.endsWith(`/${file}`));
}

/** `v1` of `v1+a1b2c3`. */
function bareId(id: string): string {
  const bare = id.replace(/[+.][0-9a-f]{6,64}$/, '');
  return bare !== '' && isBuildOf(id, bare) ? bare : id;
}

function isSameVersion(a: string, b: string): boolean {
  return isBuildOf(a, b) || isBuildOf(b, a) || bareId(a) === bareId(b);
}
