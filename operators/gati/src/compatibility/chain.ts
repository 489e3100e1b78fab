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

/**
 * Versions that a chain of one in `live` passes through: from it back to older ones and on to younger ones, as far as
 * entries lead. Without these records the hops of the chain would join the wrong neighbours.
 */
export function chainedVersions(
  order: readonly string[],
  entries: readonly string[],
  live: readonly string[],
): ReadonlySet<string> {
  const chained = new Set<string>();
  if (entries.length === 0) return chained;
  const walk = (start: number, step: 1 | -1): void => {
    let builds: string[] = [];
    for (let index = start, hops = 0; hops < MOST_HOPS; index += step) {
      const [here, next] = [order[index], order[index + step]];
      if (here === undefined || next === undefined) return;
      const isBuild = isSameVersion(here, next);
      if (!isBuild && !isCovered(entries, here, next) && !isCovered(entries, next, here)) return;
      builds.push(next);
      if (isBuild) continue;
      hops += 1;
      for (const id of builds) chained.add(id);
      builds = [];
    }
  };
  for (const id of live) {
    walk(order.indexOf(id), -1);
    walk(order.indexOf(id), 1);
  }
  return chained;
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
