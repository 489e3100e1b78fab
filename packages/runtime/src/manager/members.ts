import { setMaxListeners } from 'node:events';
import type { Clock, Cluster, Logger } from '@slipway/kube';
import { Breaker } from '../clusters/index.ts';
import { RuntimeError } from '../errors.ts';
import { EventSink } from '../events/index.ts';
import type { Metrics } from '../metrics/index.ts';
import type { ManagedCluster } from './attachment.ts';

export interface MembersOptions {
  readonly instance: string;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
}

interface Member extends ManagedCluster {
  readonly sink: EventSink;
}

/** The clusters that a manager works on, each with its own events and its own breaker. */
export class Members {
  readonly #options: MembersOptions;
  readonly #members = new Map<string, Member>();

  constructor(options: MembersOptions) {
    this.#options = options;
  }

  all(): readonly ManagedCluster[] {
    return [...this.#members.values()];
  }

  has(cluster: Cluster): boolean {
    return this.#members.get(cluster.name)?.cluster === cluster;
  }

  /** Without a limit to its first sync a cluster joins whenever it can be reached. */
  join(cluster: Cluster, syncTimeoutMs = Number.POSITIVE_INFINITY): ManagedCluster {
    if (this.#members.has(cluster.name)) {
      throw new RuntimeError(
        'MANAGER_STATE',
        `There are two clusters of the name ${cluster.name}; give one of them another name when you connect.`,
      );
    }
    const { instance, metrics, clock, random, logger } = this.#options;
    const common = { transport: cluster.transport, clock, logger };
    const sink = new EventSink({ ...common, instance, onDropped: () => metrics.eventDropped() });
    const breaker = new Breaker({ ...common, cluster: cluster.name, random });
    const member = {
      cluster,
      sink,
      breaker,
      syncTimeoutMs,
      reported: new Set<string>(),
      recorder: (controller: string) => sink.recorder(controller),
    };
    this.#members.set(cluster.name, member);
    metrics.cluster(cluster);
    return member;
  }

  /** Forgets a cluster and everything that is kept for it; undefined when there is none of that name. */
  async leave(name: string): Promise<Cluster | undefined> {
    const member = this.#members.get(name);
    if (!member) return undefined;
    this.#members.delete(name);
    member.breaker.stop();
    this.#options.metrics.forgetCluster(name);
    await member.sink.flush(AbortSignal.abort());
    return member.cluster;
  }

  /** Lets go of the keys that wait for a cluster to come back. */
  stopWaiting(): void {
    for (const { breaker } of this.#members.values()) breaker.stop();
  }

  /** Sends what events are left, for at most this time. */
  async flush(flushMs: number): Promise<void> {
    const abort = new AbortController();
    // One listener per cluster, and there may be hundreds.
    setMaxListeners(0, abort.signal);
    const late = this.#options.clock.timer(flushMs, () => abort.abort());
    await Promise.all([...this.#members.values()].map(({ sink }) => sink.flush(abort.signal)));
    late.cancel();
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    await Promise.all([...this.#members.values()].map(({ cluster }) => cluster.close()));
  }
}
