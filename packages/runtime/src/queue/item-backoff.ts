/** First delay of a failing key, in milliseconds: a conflict is usually gone at the next look. */
const FIRST_MS = 5;
/** Longest delay: a key that fails for a day is still tried every quarter of an hour. */
const LONGEST_MS = 1_000_000;

/**
 * Delays per key: 5 ms · 2ⁿ up to 1000 s. No jitter, since keys fail apart; no attempt limit,
 * since a controller that gives up is a controller that is stuck.
 */
export class ItemBackoff {
  readonly #failures = new Map<string, number>();

  /** The delay for one more failure of the key. */
  next(id: string): number {
    const failures = this.#failures.get(id) ?? 0;
    this.#failures.set(id, failures + 1);
    return Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
  }

  failures(id: string): number {
    return this.#failures.get(id) ?? 0;
  }

  forget(id: string): void {
    this.#failures.delete(id);
  }
}
