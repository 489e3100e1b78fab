import type { Duration, VersionRef } from '@gati-framework/contracts/deployment';
import type { Increase } from './accounting.ts';
import type { PodScrapeSource } from './pod-scrape-source.ts';
import type { PrometheusSource } from './prometheus-source.ts';
import { failuresQuery, quantileQuery, requestsQuery } from './promql.ts';
import { quantileOf } from './quantile.ts';

export type BuiltIn = 'success-rate' | 'latency-p50' | 'latency-p99' | 'request-rate';

/** One number, or that there are too few data for one, or that they could not be had. */
export type MetricValue =
  | { readonly value: number; readonly noData?: never; readonly failure?: never }
  | { readonly noData: string; readonly value?: never; readonly failure?: never }
  | {
      readonly failure: string;
      /** Asking again cannot help. */
      readonly isPermanent?: true;
      readonly value?: never;
      readonly noData?: never;
    };

export interface BuiltInRequest {
  readonly builtin: BuiltIn;
  readonly version: VersionRef;
  readonly intervalMs: Duration;
  /** Below it there is no data. @default 20 */
  readonly minRequests?: number;
  readonly signal?: AbortSignal;
}

/** The four metrics that need no query (G-83), from whatever the traffic is read from. */
export type BuiltInSource = (request: BuiltInRequest) => Promise<MetricValue>;

const QUANTILES = { 'latency-p50': 0.5, 'latency-p99': 0.99 } as const;
const MIN_REQUESTS = 20;

/** What is not covered is a failure that the next measurement may repair, a restart's missing baseline included. */
export function builtInsOfPods(source: Pick<PodScrapeSource, 'increase'>): BuiltInSource {
  return async ({ builtin, version, intervalMs, minRequests = MIN_REQUESTS }) => {
    const increase = await source.increase(version, intervalMs);
    return increase.unknown === undefined
      ? valueOf(builtin, increase.value, minRequests)
      : { failure: increase.unknown };
  };
}

export function valueOf(builtin: BuiltIn, increase: Increase, minRequests: number): MetricValue {
  const { requests, failures, buckets, overMs } = increase;
  const tooFew = tooFewOf(requests, minRequests);
  if (tooFew) return tooFew;
  switch (builtin) {
    case 'success-rate':
      return finite((requests - failures) / requests);
    case 'request-rate':
      return finite(requests / (overMs / 1000));
    default:
      return finite(quantileOf(QUANTILES[builtin], buckets));
  }
}

export function builtInsOfPrometheus(source: Pick<PrometheusSource, 'describe' | 'ask'>): BuiltInSource {
  return async ({ builtin, version, intervalMs, minRequests = MIN_REQUESTS, signal }) => {
    const queried = source.describe(version, intervalMs);
    if (queried.unknown !== undefined) return { failure: queried.unknown };
    const ask = async (query: string, anyAge = false): Promise<MetricValue> => {
      const result = await source.ask(query, queried.value, { signal, anyAge });
      if (result.samples === undefined) return result;
      const [sample, ...more] = result.samples;
      if (!sample) return { noData: 'no data' };
      return more.length > 0 ? { noData: `${more.length + 1} series where one is expected` } : finite(sample.value);
    };
    const requests = await ask(requestsQuery);
    if (requests.value === undefined) return requests;
    const tooFew = tooFewOf(requests.value, minRequests);
    if (tooFew) return tooFew;
    if (builtin === 'request-rate') return finite(requests.value / (intervalMs / 1000));
    if (builtin !== 'success-rate') return ask(quantileQuery(QUANTILES[builtin]));
    // Without a failure there is no series of any; that the pods are scraped is known by now.
    const failures = await ask(failuresQuery, true);
    return failures.value === undefined ? failures : finite((requests.value - failures.value) / requests.value);
  };
}

function tooFewOf(requests: number, minRequests: number): MetricValue | undefined {
  return requests < minRequests ? { noData: `fewer than ${minRequests} requests in the interval` } : undefined;
}

function finite(value: number): MetricValue {
  return Number.isFinite(value) ? { value } : { noData: `the value is ${value}` };
}
