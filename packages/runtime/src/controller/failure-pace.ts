/** The first repeat of one failure, and the longest time between two, in milliseconds. */
const FIRST_MS = 10_000;
const LONGEST_MS = 600_000;

interface Reported {
  readonly text: string;
  readonly nextMs: number;
  readonly at: number;
}

/**
 * Which failures of a key are reported: each distinct one at once, the same one again after 10 s, 20 s and so on up to
 * every 10 min. Retries are quick at first and would drown what else a log has.
 */
export class FailurePace {
  readonly #reported = new Map<string, Reported>();

  isDue(id: string, error: Error, now: number): boolean {
    const text = `${error.name}: ${error.message}`;
    const before = this.#reported.get(id);
    const isSame = before?.text === text;
    if (isSame && now - before.at < before.nextMs) return false;
    const nextMs = isSame ? Math.min(before.nextMs * 2, LONGEST_MS) : FIRST_MS;
    this.#reported.set(id, { text, at: now, nextMs });
    return true;
  }

  /** The key has succeeded: its next failure is news. */
  forget(id: string): void {
    this.#reported.delete(id);
  }
}
