import type { Duration, Instant, Known, TrafficSample } from '@gati-framework/contracts/deployment';
import type { PodThatRan } from './pod-history.ts';
import type { PodMetrics, Tally } from './pod-metrics.ts';

export interface PodReading {
  /** Of its containers, when it was read: another number means other counters. */
  readonly restarts: number;
  readonly metrics: Known<PodMetrics>;
}

/** One look at all pods of a version. */
export interface ScrapeRound {
  readonly at: Instant;
  /** By pod UID. */
  readonly pods: ReadonlyMap<string, PodReading>;
}

export interface Increase extends Tally {
  /** The time it took. */
  readonly overMs: Duration;
}

const NOTHING: Tally = { requests: 0, failures: 0, buckets: new Map() };

/**
 * What a version served between two looks, and serves now (G-92, G-93).
 *
 * Zero is known only where every pod that ran in between was covered and none has counted anything. `ran` holds the
 * pods that ran at any time since the earlier look, those that are gone included.
 */
export function accountOf(
  previous: ScrapeRound | undefined,
  round: ScrapeRound,
  ran: readonly PodThatRan[],
): TrafficSample {
  const increase = increaseOf(previous, round, ran);
  return {
    requests: increase.unknown === undefined ? { at: increase.at, value: increase.value.requests } : increase,
    inFlight: inFlightOf(previous, round, ran),
  };
}

export function increaseOf(
  previous: ScrapeRound | undefined,
  round: ScrapeRound,
  ran: readonly PodThatRan[],
): Known<Increase> {
  let total = NOTHING;
  for (const pod of ran.filter(({ goneAt }) => goneAt === undefined)) {
    const counted = countedBy(pod, previous, round);
    if (counted.unknown !== undefined) return counted;
    total = added(total, counted.value);
  }
  const gone = ran.find(({ goneAt }) => goneAt !== undefined);
  // What it served last nobody has read; where others show traffic, the answer is "not zero" either way.
  if (gone && total.requests === 0) return { unknown: `pod ${gone.name} is gone since the last sample` };
  return { at: round.at, value: { ...total, overMs: round.at - (previous?.at ?? round.at) } };
}

function countedBy(pod: PodThatRan, previous: ScrapeRound | undefined, round: ScrapeRound): Known<Tally> {
  const now = freshReading(pod, previous, round);
  if (now.unknown !== undefined) return now;
  const before = previous?.pods.get(pod.uid);
  if (before && before.metrics.unknown === undefined) {
    const isSameProcess = before.restarts === round.pods.get(pod.uid)?.restarts;
    return { at: now.at, value: isSameProcess ? rise(before.metrics.value, now.value) : now.value };
  }
  if (previous && pod.startedAt > previous.at) return now;
  return { unknown: `no baseline yet for pod ${pod.name}` };
}

function inFlightOf(
  previous: ScrapeRound | undefined,
  round: ScrapeRound,
  ran: readonly PodThatRan[],
): TrafficSample['inFlight'] {
  let total = 0;
  for (const pod of ran.filter(({ goneAt }) => goneAt === undefined)) {
    const now = freshReading(pod, previous, round);
    if (now.unknown !== undefined) return now;
    total += now.value.inFlight;
  }
  return { at: round.at, value: total };
}

function freshReading(
  { uid, name }: PodThatRan,
  previous: ScrapeRound | undefined,
  { pods }: ScrapeRound,
): Known<PodMetrics> {
  const metrics = pods.get(uid)?.metrics ?? { unknown: 'it was not scraped' };
  if (metrics.unknown !== undefined) return { unknown: `pod ${name}: ${metrics.unknown}` };
  if (previous && metrics.at <= previous.at) return { unknown: `pod ${name}: its metrics are older than the interval` };
  return metrics;
}

/** A counter below its last value began again, and with it all others of the process. */
function rise(before: Tally, now: Tally): Tally {
  const isLess = ([bound, count]: [number, number]): boolean => count < (before.buckets.get(bound) ?? 0);
  if (now.requests < before.requests || now.failures < before.failures || [...now.buckets].some(isLess)) return now;
  return {
    requests: now.requests - before.requests,
    failures: now.failures - before.failures,
    buckets: new Map([...now.buckets].map(([bound, count]) => [bound, count - (before.buckets.get(bound) ?? 0)])),
  };
}

function added(a: Tally, b: Tally): Tally {
  const buckets = new Map(a.buckets);
  for (const [bound, count] of b.buckets) buckets.set(bound, (buckets.get(bound) ?? 0) + count);
  return { requests: a.requests + b.requests, failures: a.failures + b.failures, buckets };
}

/**
 * What to count from: the newest look at or before `at`, with earlier readings of the pods that it could not read. An
 * older baseline counts more than the interval, never less, so that zero stays zero.
 */
export function baselineAt(rounds: readonly ScrapeRound[], at: Instant): ScrapeRound | undefined {
  const earlier = rounds.filter((round) => round.at <= at);
  const newest = earlier.at(-1);
  if (!newest) return undefined;
  const pods = new Map<string, PodReading>();
  for (const round of earlier)
    for (const [uid, reading] of round.pods) if (reading.metrics.unknown === undefined) pods.set(uid, reading);
  return { at: newest.at, pods };
}

/**
 * Before pods that this process saw start there was nothing to count, so that a new version can be judged by its first
 * look. Undefined where one of them may have served before anybody looked.
 */
export function emptyRound(ran: readonly PodThatRan[], knownSince: Instant): ScrapeRound | undefined {
  const starts = ran.map(({ startedAt }) => startedAt - 1000);
  const first = Math.min(...starts);
  return first > knownSince && first < Number.POSITIVE_INFINITY ? { at: first, pods: new Map() } : undefined;
}
