import type { Duration, Known } from './known.ts';
import type { VersionRef } from './ref.ts';

export interface TrafficSample {
  /** Requests served in the interval; those of probes and scrapes are not counted. */
  readonly requests: Known<number>;
  /** Requests and streams being served now. Never guessed from counts of pods. */
  readonly inFlight: Known<number>;
}

/**
 * Measures a version's traffic. Zero is known only when every pod that ran in the interval was
 * covered; no data, several series where one is expected, NaN or a failure is unknown.
 */
export interface ITrafficSource {
  sample(version: VersionRef, interval: Duration): Promise<TrafficSample>;
}
