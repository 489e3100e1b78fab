import type { Cluster } from '@slipway/kube';
import type { TransportStats } from '@slipway/kube/transport';
import type { Registry } from 'prom-client';
import { REQUEST_SECONDS } from './buckets.ts';
import { readMetric, type Sample } from './read-metric.ts';

/** `rest_client_*` and the state of the caches, for the clusters in the returned map. */
export function clusterMetrics(registry: Registry): Map<string, Cluster> {
  const clusters = new Map<string, Cluster>();
  const hosts = (): [string, TransportStats][] =>
    [...clusters.values()].map(({ url, transport }) => [new URL(url).host, transport.stats()]);
  const caches = (value: (cache: ReturnType<Cluster['cacheStats']>[number]) => number | undefined): Sample[] =>
    [...clusters.values()].flatMap((cluster) =>
      cluster.cacheStats().flatMap((cache) => {
        const read = value(cache);
        return read === undefined ? [] : [{ labels: { cluster: cluster.name, resource: cache.resource }, value: read }];
      }),
    );
  const wall = (cluster: Cluster): number => cluster.clock.wall();

  const metrics = [
    readMetric('rest_client_requests_total', 'Requests by code, method and host.', 'counter', () =>
      hosts().flatMap(([host, { requests }]) =>
        requests.map(({ code, method, count }) => ({ labels: { code, method, host }, value: count })),
      ),
    ),
    readMetric('rest_client_request_retries_total', 'Repeats by what the earlier send came to.', 'counter', () =>
      hosts().flatMap(([host, { retries }]) =>
        retries.map(({ code, method, count }) => ({ labels: { code, verb: method, host }, value: count })),
      ),
    ),
    readMetric('rest_client_request_duration_seconds', 'Time to the whole answer.', 'histogram', () =>
      hosts().flatMap(([host, { durations }]) =>
        durations.flatMap(({ method, counts, sumSeconds }) =>
          histogramSamples('rest_client_request_duration_seconds', { verb: method, host }, counts, sumSeconds),
        ),
      ),
    ),
    readMetric('slipway_reflector_lists_total', 'Lists asked for.', 'counter', () =>
      caches(({ counters }) => counters.lists),
    ),
    readMetric('slipway_reflector_watches_total', 'Watches asked for.', 'counter', () =>
      caches(({ counters }) => counters.watches),
    ),
    readMetric('slipway_reflector_watch_restarts_total', 'Watches that ended, by reason.', 'counter', () =>
      [...clusters.values()].flatMap((cluster) =>
        cluster.cacheStats().flatMap(({ resource, counters }) =>
          Object.entries(counters.restarts).map(([reason, value]) => ({
            labels: { cluster: cluster.name, resource, reason },
            value,
          })),
        ),
      ),
    ),
    readMetric('slipway_reflector_last_event_age_seconds', 'Time since the last sign of life.', 'gauge', () =>
      [...clusters.values()].flatMap((cluster) =>
        cluster.cacheStats().flatMap(({ resource, state }) => {
          if (state.lastEventAt === undefined) return [];
          const value = Math.max(0, wall(cluster) - state.lastEventAt) / 1000;
          return [{ labels: { cluster: cluster.name, resource }, value }];
        }),
      ),
    ),
    readMetric('slipway_cache_inconsistencies_total', 'Differences between a cache and the server.', 'counter', () =>
      caches(({ counters }) => counters.inconsistencies),
    ),
  ];
  for (const metric of metrics) registry.registerMetric(metric);
  return clusters;
}

/** Prometheus counts up: each bucket holds those below it too. */
function histogramSamples(
  name: string,
  labels: Readonly<Record<string, string>>,
  counts: readonly number[],
  sum: number,
): Sample[] {
  let below = 0;
  const buckets = counts.map((count, i) => {
    below += count;
    return { labels: { ...labels, le: REQUEST_SECONDS[i] ?? '+Inf' }, value: below, metricName: `${name}_bucket` };
  });
  return [
    ...buckets,
    { labels, value: sum, metricName: `${name}_sum` },
    { labels, value: below, metricName: `${name}_count` },
  ];
}
