import { hash } from 'node:crypto';

/** JSON with sorted keys: equal values give equal text, in whatever order they were written. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** The first 16 hex digits of SHA-256: enough that two states of one owner never share it. */
export function digestOf(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'hex').slice(0, 16);
}
