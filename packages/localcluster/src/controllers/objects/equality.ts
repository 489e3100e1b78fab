import { isDeepStrictEqual } from 'node:util';

/**
 * The value without fields that are undefined, null or empty. A Go server drops those when it stores an
 * object, so two objects that differ in nothing else are the same.
 */
function essence(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => essence(item) ?? null);
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  const entries = Object.entries(value)
    .map(([key, part]) => [key, essence(part)] as const)
    .filter(([, part]) => part !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Whether two values say the same, whatever of them is left out, null or empty. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || isDeepStrictEqual(essence(a), essence(b));
}

/** The object without its undefined fields. */
export function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
}

/** A count as Go writes one that may be omitted: zero is left out. */
export function nonZero(count: number): number | undefined {
  return count === 0 ? undefined : count;
}
