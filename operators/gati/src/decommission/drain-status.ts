import type { Instant, TrafficSample } from '@gati-framework/contracts/deployment';
import { instantOf } from '@slipway/apimachinery/clock';
import type { GatiVersionStatus, TrafficSample as StoredSample } from '../types/index.ts';

/** The part of a version's status that a drain writes. */
export type DrainStatus = Pick<
  GatiVersionStatus,
  'drainingSince' | 'lastTrafficTimestamp' | 'trafficCount' | 'trafficHistory' | 'blockers' | 'decommissionedAt'
>;

/** One sample as gates read it; null is unknown. */
export interface DrainSample {
  readonly at: Instant;
  readonly count: number | null;
  readonly inFlight: number | null;
  readonly reason?: string;
  /** Zeros counted before then are of another row: requests came in between, or nobody looked. @default no other row */
  readonly quietSince?: Instant;
}

export interface RecordOptions {
  /** Whether a route manager writes `trafficCount`; then it is left alone. */
  readonly isCountReported: boolean;
}

export const MOST_SAMPLES = 10;

/** Entering the drain (G-98): the clock starts once, and what was counted in an earlier drain is over. */
export function beginDrain(status: DrainStatus, now: Instant, { isCountReported }: RecordOptions): DrainStatus {
  if (status.drainingSince !== undefined) return status;
  const { trafficHistory: _, trafficCount, ...rest } = status;
  return {
    ...rest,
    drainingSince: timeOf(now),
    ...(isCountReported && trafficCount !== undefined && { trafficCount }),
  };
}

/** Wanted again (G-45, G-103). */
export function endDrain(status: DrainStatus): DrainStatus {
  const { drainingSince, trafficHistory, blockers, decommissionedAt, ...rest } = status;
  const isDraining = [drainingSince, trafficHistory, blockers, decommissionedAt].some((field) => field !== undefined);
  return isDraining ? rest : status;
}

export function sampleOf({ requests, inFlight }: TrafficSample, now: Instant): DrainSample {
  const reason = requests.unknown ?? inFlight.unknown;
  return {
    at: requests.at ?? now,
    count: requests.value ?? null,
    inFlight: inFlight.value ?? null,
    ...(reason !== undefined && { reason }),
  };
}

/**
 * The status with one more sample (G-96), or the very same one where that says nothing new: a report seen twice, or an
 * eleventh sample like the ten before in its row. Only a known count above zero is traffic.
 */
export function recordSample(status: DrainStatus, sample: DrainSample, options: RecordOptions): DrainStatus {
  const { trafficHistory: history = [], trafficCount = 0 } = status;
  const { quietSince, ...counted } = sample;
  const stored: StoredSample = { ...counted, at: timeOf(sample.at) };
  if (history.at(-1)?.at === stored.at && isLike(stored)(history.at(-1))) return status;
  const isOfRow = ({ at }: StoredSample): boolean => quietSince === undefined || Date.parse(at) >= quietSince;
  const isNothingNew = history.length === MOST_SAMPLES && history.every((one) => isLike(stored)(one) && isOfRow(one));
  const isTraffic = sample.count !== null && sample.count > 0;
  const isCountMissing = status.trafficCount === undefined && sample.count !== null && !options.isCountReported;
  if (isNothingNew && !isTraffic && !isCountMissing) return status;
  return {
    ...status,
    trafficHistory: [...history, stored].slice(-MOST_SAMPLES),
    ...(isTraffic && { lastTrafficTimestamp: stored.at }),
    ...(sample.count !== null && !options.isCountReported && { trafficCount: trafficCount + sample.count }),
  };
}

export function historyOf({ trafficHistory = [] }: DrainStatus): DrainSample[] {
  return trafficHistory.map((sample) => ({ ...sample, at: instantOf(sample.at) ?? 0 }));
}

export function timeOf(instant: Instant): string {
  return new Date(instant).toISOString();
}

function isLike(one: StoredSample): (other: StoredSample | undefined) => boolean {
  return (other) => other?.count === one.count && other.inFlight === one.inFlight && other.reason === one.reason;
}
