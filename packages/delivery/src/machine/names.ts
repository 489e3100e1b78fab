import type { MemberId } from '../model/index.ts';

/** As many as a reader takes in; the state holds all of them. */
const MOST_NAMES = 10;

/** `a, b`, and how many more there are. */
export function named(ids: readonly MemberId[]): string {
  const shown = ids.slice(0, MOST_NAMES).join(', ');
  return ids.length <= MOST_NAMES ? shown : `${shown} and ${ids.length - MOST_NAMES} more`;
}

/** `2 failed: a, b` */
export function counted(ids: readonly MemberId[], what: string): string {
  return `${ids.length} ${what}: ${named(ids)}`;
}
