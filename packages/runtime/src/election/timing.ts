import { RuntimeError } from '../errors.ts';

/** The durations of an election, all in milliseconds. */
export interface ElectionTiming {
  /**
   * How long candidates wait for a holder that no longer renews.
   * @default 15_000
   *
   * It bounds the time without a leader after a crash: this plus two looks of a candidate.
   */
  readonly leaseMs: number;
  /**
   * How long a leader acts after its last renewal.
   * @default 10_000
   *
   * The difference to `leaseMs` is what the clocks of two machines may disagree by over one lease,
   * and what a request that was sent in time may still take to arrive.
   */
  readonly renewDeadlineMs: number;
  /**
   * Time from one renewal, or one look of a candidate, to the next.
   * @default 2_000
   */
  readonly retryMs: number;
  /**
   * A candidate adds a random share of up to this many `retryMs` to each wait.
   * @default 1.2
   */
  readonly jitter: number;
}

/** What was given, and the defaults for the rest. */
export function timingOf({
  leaseMs = 15_000,
  renewDeadlineMs = 10_000,
  retryMs = 2_000,
  jitter = 1.2,
}: Partial<ElectionTiming>): ElectionTiming {
  return { leaseMs, renewDeadlineMs, retryMs, jitter };
}

/** Fails unless lease > renew deadline > retry × 1.2, with all values positive. */
export function checkTiming({ leaseMs, renewDeadlineMs, retryMs, jitter }: ElectionTiming): void {
  // Written so that NaN fails too.
  if (leaseMs > renewDeadlineMs && renewDeadlineMs > retryMs * 1.2 && retryMs > 0 && jitter >= 0) return;
  throw new RuntimeError(
    'ELECTION_CONFIG',
    `The times of the election do not fit together: leaseMs ${leaseMs} must be above renewDeadlineMs ` +
      `${renewDeadlineMs}, and that above 1.2 × retryMs ${retryMs}; retryMs must be positive and jitter ` +
      `${jitter} not negative. Leave them out for 15_000, 10_000, 2_000 and 1.2.`,
  );
}

/** Two tries fit into the renew deadline, however long each takes. */
export function requestTimeoutMs({ renewDeadlineMs }: ElectionTiming): number {
  return Math.max(1_000, renewDeadlineMs / 2);
}
