/** First delay of a failing key, in milliseconds: a conflict is usually gone at the next look. */
const FIRST_MS = 5;
/** Longest delay: a key that fails for a day is still tried every quarter of an hour. */
const LONGEST_MS = 1_000_000;

interface Failing {
  /** Failed tries in a row. */
  readonly failures: number;
  /** Back-offs in a row, the present one included. */
  readonly waits: number;
  /** Clock time at which the present back-off ends. */
  readonly until: number;
}

/** A try that failed, in clock time. */
export interface FailedTry {
  readonly began: number;
  readonly now: number;
  /** What the server asked for, in milliseconds from now. @default 0 */
  readonly leastMs?: number;
}

/**
 * Waits per key: 5 ms · 2ⁿ up to 1000 s. No jitter, since keys fail apart; no attempt limit,
 * since a controller that gives up is a controller that is stuck.
 *
 * A wait grows out of the one before it and of nothing else: a try that an event brought on before the
 * end of a wait is one more look, and its failure leaves the end where it was. Otherwise twenty edits in
 * an outage of seconds would make the wait after it twenty doublings long.
 */
export class ItemBackoff {
  readonly #failing = new Map<string, Failing>();

  /** The clock time before which the key is not tried again, but for an event; not after `now` where its wait is over. */
  failed(id: string, { began, now, leastMs = 0 }: FailedTry): number {
    const { failures, waits, until } = this.#failing.get(id) ?? { failures: 0, waits: 0, until: began };
    const isEarly = began < until;
    const end = isEarly ? until : now + Math.min(LONGEST_MS, FIRST_MS * 2 ** waits);
    const next = { failures: failures + 1, waits: isEarly ? waits : waits + 1, until: Math.max(end, now + leastMs) };
    this.#failing.set(id, next);
    return next.until;
  }

  /** Failed tries in a row. */
  failures(id: string): number {
    return this.#failing.get(id)?.failures ?? 0;
  }

  forget(id: string): void {
    this.#failing.delete(id);
  }
}
