const FIRST_MS = 10_000;
const MOST_MS = 300_000;

/** The wait that follows the n-th failure in a row, n from 1: 10 s, 20 s, 40 s … 5 min. */
export function pullBackoffMs(failures: number): number {
  return Math.min(MOST_MS, FIRST_MS * 2 ** (failures - 1));
}

/** The wait before the n-th restart, n from 1. The first is free: one crash may be an accident. */
export function restartBackoffMs(restart: number): number {
  return restart === 1 ? 0 : pullBackoffMs(restart - 1);
}

/** As Go prints a duration of whole seconds: `10s`, `1m20s`, `5m0s`. */
export function goSeconds(ms: number): string {
  const seconds = ms / 1000;
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}
