import type { Instant, Known } from '@gati-framework/contracts/deployment';
import { readExposition, type Series } from './exposition.ts';

export const REQUESTS = 'gati_http_requests_total';
export const ACTIVE = 'gati_active_connections';
export const DURATION = 'gati_http_request_duration_seconds';
const BUCKETS = `${DURATION}_bucket`;
const WANTED: ReadonlySet<string> = new Set([REQUESTS, ACTIVE, BUCKETS]);

/** Counters of one pod, or what they rose by. Each only grows until the process starts anew. */
export interface Tally {
  readonly requests: number;
  /** Answers of 500 and above. */
  readonly failures: number;
  /** Cumulative, by upper bound in seconds; the last is infinite. */
  readonly buckets: ReadonlyMap<number, number>;
}

export interface PodMetrics extends Tally {
  /** Requests and streams that are being served. */
  readonly inFlight: number;
}

/** Which requests are the operator's and the kubelet's own. */
export interface OwnRoutes {
  readonly metrics: string;
  readonly probes: readonly string[];
}

/** What a pod's metrics say of its traffic; requests for probes and metrics are left out (G-93). */
export function readPodMetrics(text: string, at: Instant, own: OwnRoutes): Known<PodMetrics> {
  const { series, families, problem } = readExposition(text, WANTED);
  if (problem !== undefined) return { unknown: problem };
  const ofName = (name: string): Series[] => series.filter((one) => one.name === name);
  const [counted, active] = [ofName(REQUESTS), ofName(ACTIVE)];
  if (counted.length === 0 && !families.has(REQUESTS)) return { unknown: `${REQUESTS} is missing` };
  if (active.length === 0) return { unknown: `${ACTIVE} is missing` };
  if (!series.every(({ value }) => value >= 0 && Number.isFinite(value))) return { unknown: 'a count is not a number' };
  const isServed = ({ labels }: Series): boolean => !isOwn(labels['route'], own);
  const served = counted.filter(isServed);
  const buckets = new Map<number, number>();
  for (const { labels, value } of ofName(BUCKETS).filter(isServed)) {
    const bound = labels['le'] === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels['le']);
    if (Number.isNaN(bound)) return { unknown: `${DURATION} has a bucket without a bound` };
    buckets.set(bound, (buckets.get(bound) ?? 0) + value);
  }
  return {
    at: Math.min(at, ...series.map((one) => one.at ?? at)),
    value: {
      requests: sum(served),
      failures: sum(served.filter(({ labels }) => isFailure(labels['status'] ?? labels['status_code']))),
      buckets,
      inFlight: Math.max(0, sum(active.filter(isServed)) - ownScrape(counted, active, own)),
    },
  };
}

/**
 * The gauge of the Gati runtime has no route and counts what the counter counts. So where the counter knows the
 * metrics route, the gauge holds the very scrape that it is read by. It does not know it yet in the first scrape of a
 * process; that one counts itself as in flight, which keeps a version a little longer and loses nothing.
 */
function ownScrape(counted: readonly Series[], active: readonly Series[], own: OwnRoutes): number {
  const isCounted = counted.some(({ labels }) => labels['route'] === own.metrics);
  return isCounted && active.every(({ labels }) => labels['route'] === undefined) ? 1 : 0;
}

function isOwn(route: string | undefined, { metrics, probes }: OwnRoutes): boolean {
  return route !== undefined && (route === metrics || probes.includes(route));
}

function isFailure(status: string | undefined): boolean {
  return status !== undefined && /^5\d\d$/.test(status);
}

function sum(series: readonly Series[]): number {
  return series.reduce((total, { value }) => total + value, 0);
}
