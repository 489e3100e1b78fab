import type { Instant } from '@gati-framework/contracts/deployment';

/** The first of those that there are; null for never. */
export function earliest(instants: readonly (Instant | null | undefined)[]): Instant | null {
  const known = instants.filter((at) => at !== null && at !== undefined);
  return known.length === 0 ? null : Math.min(...known);
}
