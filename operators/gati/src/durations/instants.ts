import type { Instant } from '@gati-framework/contracts/deployment';

/** The first of those that there are; null for never. */
export function earliest(instants: readonly (Instant | null | undefined)[]): Instant | null {
  const known = instants.filter((at) => at !== null && at !== undefined);
  return known.length === 0 ? null : Math.min(...known);
}

/** For people: to the second, as `kubectl` shows times. */
export function printInstant(instant: Instant): string {
  return new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z');
}
