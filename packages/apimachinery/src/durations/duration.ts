/** What a length of time looks like; the same for the server's rule and for `parseDuration`. */
export const DURATION = '^(0|([0-9]+([.][0-9]+)?(ms|s|m|h))+)$';

const UNITS = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const;
type Unit = keyof typeof UNITS;

const FORM = new RegExp(DURATION);

/** A hundred years: what is longer is meant to last, and added to an instant must still give one. */
const LONGEST_MS = 100 * 365 * 24 * UNITS.h;

/** Whether `parseDuration` can read it. */
export const isDuration = (text: string): boolean => FORM.test(text);

/**
 * Reads `90s`, `5m`, `1h30m`, `0`; gives milliseconds, a hundred years at most.
 *
 * Errors: a `RangeError` that says what to write. The server refuses such a text, so only an object that never
 * was there, or was stored under an older schema, can have one.
 */
export function parseDuration(text: string): number {
  if (!FORM.test(text)) throw new RangeError(`"${text}" is no length of time: write it as 90s, 5m or 1h30m`);
  const parts = [...text.matchAll(/([\d.]+)(ms|s|m|h)/g)];
  const total = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * UNITS[unit as Unit], 0);
  return Math.min(Math.round(total), LONGEST_MS);
}

/** The shortest form that `parseDuration` reads back; milliseconds after the point are dropped. */
export function printDuration(durationMs: number): string {
  let rest = Math.trunc(Math.max(0, durationMs));
  const parts = Object.entries(UNITS).map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? '' : `${count}${unit}`;
  });
  return parts.join('') || '0s';
}
