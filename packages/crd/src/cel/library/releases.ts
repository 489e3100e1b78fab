import type { Overload } from '../types/index.ts';
import { NAMED_FORMATS } from './formats.ts';
import { LISTS } from './lists.ts';
import { NETWORKS } from './networks.ts';
import { SEMVERS } from './semver.ts';
import { SETS } from './sets.ts';
import { STRINGS } from './strings.ts';

/** Of these two libraries Kubernetes took the second half later. */
const LATER_LISTS = new Set(['sort', 'slice', 'flatten', 'lists.range', 'reverse', 'distinct']);
const LATER_STRINGS = new Set(['format', 'strings.quote']);

/** Minor releases of Kubernetes 1 that brought functions; whatever is not here, 1.28 has. */
const RELEASES: readonly (readonly [number, readonly Overload[]])[] = [
  [29, [...SETS, ...STRINGS.filter(({ name }) => LATER_STRINGS.has(name))]],
  [30, NETWORKS],
  [31, NAMED_FORMATS],
  [33, SEMVERS],
  [34, LISTS.filter(({ name }) => LATER_LISTS.has(name))],
];

const INTRODUCED = new Map(RELEASES.flatMap(([minor, overloads]) => overloads.map((overload) => [overload, minor])));

/** The minor release that brought a function; 0 for those that every server of today has. */
export function introducedIn(overload: Overload): number {
  return INTRODUCED.get(overload) ?? 0;
}
