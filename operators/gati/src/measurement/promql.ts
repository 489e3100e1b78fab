import type { Duration, Instant, VersionRef } from '@gati-framework/contracts/deployment';
import type { Variables } from '@slipway/delivery/prometheus';
import type { PodThatRan } from './pod-history.ts';
import { ACTIVE, DURATION, REQUESTS } from './pod-metrics.ts';

/** The version's pods, by name: a pattern over names would take in a neighbour whose name begins the same way. */
const PODS = 'namespace="$namespace",pod=~"$pods"';
const SERVED = `${PODS},route!~"$own"`;

/**
 * Increase of every series over the interval. `increase` needs a value from before: a series that begins with its
 * first request, as one of a new route or status does, would have none. So whatever was not there counts from 0.
 */
const rise = (metric: string, selector: string): string =>
  `(increase(${metric}{${selector}}[$interval]) and ${metric}{${selector}} offset $interval or ${metric}{${selector}})`;
const total = (metric: string, selector: string): string => `sum(${rise(metric, selector)})`;

/** Zero where the counter is exposed and none of its series counts served requests; nothing where it is not. */
export const requestsQuery = `${total(REQUESTS, SERVED)} or 0 * count(${REQUESTS}{${PODS}})`;

/** As with the pods' own metrics: a gauge without routes counts the scrape that it is read by. */
export const inFlightQuery = [
  `sum(clamp_min(sum by (pod) (${ACTIVE}{${SERVED}})`,
  `- (0 * count by (pod) (${REQUESTS}{${PODS},route="$metrics"}) + 1), 0)`,
  `or sum by (pod) (${ACTIVE}{${SERVED}}))`,
].join(' ');

/**
 * Pods of which the whole interval was seen: up now, up at its beginning unless they began in it, scraped twice,
 * without which no increase shows, and with the counter.
 */
export const coverageQuery = [
  `count(sum by (pod) (sum_over_time(up{${PODS}}[$interval])) >= 2 and on (pod) up{${PODS}} == 1`,
  `and on (pod) ${REQUESTS}{${PODS}} and on (pod) (up{${PODS}} offset $interval == 1 or up{${PODS},pod=~"$young"}))`,
].join(' ');

const FAILED = ['status', 'status_code'].map((label) => `${SERVED},${label}=~"5.."`);
export const failuresQuery = `${FAILED.map((selector) => total(REQUESTS, selector)).join(' or ')} or vector(0)`;

/** A range of Prometheus has no fractions of a millisecond, and none of zero length. */
export const rangeOf = (interval: Duration): string => `${Math.max(1, Math.round(interval))}ms`;

export const quantileQuery = (q: number): string =>
  `histogram_quantile(${q}, sum by (le) ${rise(`${DURATION}_bucket`, SERVED)})`;

/** What a query of a user may name (G-83). */
export function variablesOf(
  { namespace, handler, versionId }: VersionRef,
  deployment: string,
  interval: Duration,
): Variables {
  return { namespace, handler, version: versionId, deployment, interval: rangeOf(interval) };
}

/** The variables of the queries above. */
export function ownVariables(ran: readonly PodThatRan[], since: Instant, metricsPath: string): Variables {
  const probes = ran.flatMap((pod) => pod.probes);
  const names = (pods: readonly PodThatRan[]): string => pods.map(({ name }) => literally(name)).join('|');
  return {
    pods: names(ran),
    young: names(ran.filter(({ startedAt }) => startedAt > since)),
    own: [...new Set([metricsPath, ...probes])].map(literally).join('|'),
    metrics: metricsPath,
  };
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
