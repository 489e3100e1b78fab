import type { Cluster } from '@slipway/kube';
import type { ElectionObserver } from '../election/index.ts';
import type { Page } from '../health/index.ts';
import { clusterMetrics } from './cluster-metrics.ts';
import { type ControllerMetrics, controllerMetrics } from './controller-metrics.ts';
import { type OwnMetrics, ownMetrics } from './own-metrics.ts';
import { silentMetrics } from './silent-metrics.ts';

/** What a manager tells, and the page that Prometheus reads. */
export interface Metrics {
  controller(name: string, maxConcurrent: number): ControllerMetrics;
  election(name: string): ElectionObserver;
  /** Includes the cluster's requests and caches from now on. */
  cluster(cluster: Cluster): void;
  /** Drops the series of a cluster that was removed. */
  forgetCluster(name: string): void;
  eventDropped(): void;
  /** The event loop was held while these controllers had work in progress. */
  eventLoopHeld(controllers: readonly string[]): void;
  /** For what the program itself tells. */
  readonly own: OwnMetrics;
  readonly page: () => Promise<Page>;
}

/**
 * Loads the metrics library and declares every metric. A process may have several; they share nothing. Where nothing
 * serves the page nothing is counted for it.
 */
export async function createMetrics({ isServed = true }: { readonly isServed?: boolean } = {}): Promise<Metrics> {
  if (!isServed) return silentMetrics();
  // Loaded here and not at the top: a program that only queues or watches does not pay for it.
  const prometheus = await import('prom-client');
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  const controller = controllerMetrics(prometheus, registry);
  const clusters = clusterMetrics(registry);

  const leading = new prometheus.Gauge({
    name: 'leader_election_master_status',
    help: 'Whether this process leads: 1 or 0.',
    labelNames: ['name'],
    registers: [registry],
  });
  const slowPath = new prometheus.Counter({
    name: 'leader_election_slowpath_total',
    help: 'Renewals for which the Lease had to be read again.',
    labelNames: ['name'],
    registers: [registry],
  });
  const dropped = new prometheus.Counter({
    name: 'slipway_events_dropped_total',
    help: 'Events that were given up.',
    registers: [registry],
  });

  return {
    controller,
    election(name) {
      leading.set({ name }, 0);
      slowPath.inc({ name }, 0);
      return {
        leading: (isLeading) => leading.set({ name }, isLeading ? 1 : 0),
        slowPath: () => slowPath.inc({ name }),
      };
    },
    cluster: (cluster) => void clusters.set(cluster.name, cluster),
    forgetCluster: (name) => void clusters.delete(name),
    eventDropped: () => dropped.inc(),
    eventLoopHeld: (controllers) => controller.eventLoopHeld(controllers),
    own: ownMetrics(prometheus, registry),
    page: async () => ({ status: 200, body: await registry.metrics(), contentType: registry.contentType }),
  };
}
