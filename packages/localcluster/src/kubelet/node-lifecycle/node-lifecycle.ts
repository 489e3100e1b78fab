import { isDeepStrictEqual } from 'node:util';
import {
  type Cache,
  type Clock,
  type Cluster,
  connect,
  isKubeError,
  Lease,
  type Logger,
  Node,
  type ObjectOf,
  Pod,
  realClock,
  silentLogger,
} from '@slipway/kube';
import { Controller, EventSink, type Result } from '@slipway/runtime';
import { rfc3339 } from '../lifecycle/index.ts';
import { leavesAt, lostAt, type NodeObject, type PodObject, unknownConditions, wantedTaints } from './health.ts';

export interface NodeLifecycleOptions {
  /** Kubeconfig (YAML) of a user who may write nodes and pods. */
  readonly kubeconfig: string;
  /** @default the machine's time */
  readonly clock?: Clock;
  readonly logger?: Logger;
}

export interface NodeLifecycle {
  stop(): Promise<void>;
}

/**
 * What a control plane does about its nodes: taints that follow from their state, the giving up of
 * those that are silent, and the eviction of pods that do not tolerate it (L-22). A real control plane
 * has kube-controller-manager for it.
 */
export async function startNodeLifecycle(options: NodeLifecycleOptions): Promise<NodeLifecycle> {
  const { clock = realClock, logger = silentLogger } = options;
  const cluster = await connect({ text: options.kubeconfig, clock, logger });
  const work = new Work(cluster, clock, logger);
  await work.start();
  return {
    async stop() {
      await work.stop();
      await cluster.close();
    },
  };
}

class Work {
  readonly #cluster: Cluster;
  readonly #clock: Clock;
  readonly #events: EventSink;
  readonly #nodes: Cache<ObjectOf<typeof Node>>;
  readonly #leases: Cache<ObjectOf<typeof Lease>>;
  readonly #pods: Cache<ObjectOf<typeof Pod>>;
  readonly #controller: Controller<string>;

  constructor(cluster: Cluster, clock: Clock, logger: Logger) {
    this.#cluster = cluster;
    this.#clock = clock;
    this.#events = new EventSink({ transport: cluster.transport, instance: 'localcluster', clock, logger });
    this.#nodes = cluster.cache(Node);
    this.#leases = cluster.cache(Lease, { namespaces: ['kube-node-lease'] });
    this.#pods = cluster.cache(Pod, { indexes: { node: ({ spec }) => [spec?.nodeName ?? ''] } });
    this.#controller = new Controller({ name: 'node-lifecycle', reconcile: (name) => this.#look(name), clock, logger });
  }

  async start(): Promise<void> {
    const add = (name: string | undefined): void => void (name && this.#controller.queue.add(name));
    this.#nodes.onEvent(({ object }) => add(object.metadata.name));
    this.#leases.onEvent(({ type, object }) => {
      // A renewal only moves the moment of loss; it is read when that comes.
      if (type !== 'updated') add(object.metadata.name);
    });
    this.#pods.onEvent(({ type, object }) => {
      if (type !== 'deleted') add(object.spec?.nodeName);
    });
    await Promise.all([this.#nodes, this.#leases, this.#pods].map((cache) => cache.waitForSync()));
    this.#controller.start();
  }

  async stop(): Promise<void> {
    await this.#controller.stop();
    await this.#events.flush(AbortSignal.timeout(1_000));
  }

  async #look(name: string): Promise<Result | undefined> {
    const node = this.#nodes.get({ name });
    if (!node) return undefined;
    const now = this.#clock.wall();
    const lostFrom = lostAt(this.#leases.get({ namespace: 'kube-node-lease', name }));
    const isLost = lostFrom !== undefined && now >= lostFrom;
    if (isLost && isReady(node) !== 'Unknown') await this.#giveUp(node);
    const taints = wantedTaints(node, rfc3339(now));
    if (!isDeepStrictEqual(taints, node.spec?.taints ?? [])) await this.#taint(node, taints);
    const leaving = await this.#evict(node, now);
    const next = Math.min(leaving, isLost || lostFrom === undefined ? Number.POSITIVE_INFINITY : lostFrom);
    return Number.isFinite(next) ? { requeueAfterMs: Math.max(1, next - now) } : undefined;
  }

  async #giveUp(node: NodeObject): Promise<void> {
    const name = node.metadata.name ?? '';
    const at = rfc3339(this.#clock.wall());
    await this.#quietly(async () => {
      await this.#cluster.client
        .subresource(Node, { name }, 'status')
        .patch({ strategic: { status: { conditions: unknownConditions(node, at) } } });
    });
    const note = `Node ${name} status is now: NodeNotReady`;
    this.#events
      .recorder('node-controller')
      .record(Node, node, { type: 'Normal', reason: 'NodeNotReady', action: 'NodeNotReady', note });
    for (const pod of this.#pods.byIndex('node', name)) await this.#markUnready(pod, at);
  }

  /** Nobody can say that a pod of a lost node serves. */
  async #markUnready(pod: PodObject, at: string): Promise<void> {
    const ready = pod.status?.conditions?.find(({ type }) => type === 'Ready');
    if (ready?.status !== 'True') return;
    await this.#patchPod(pod, { ...ready, status: 'False', lastTransitionTime: at });
    const note = 'Node is not ready';
    this.#events
      .recorder('node-controller')
      .record(Pod, pod, { type: 'Warning', reason: 'NodeNotReady', action: 'NodeNotReady', note });
  }

  async #taint({ metadata }: NodeObject, taints: readonly object[]): Promise<void> {
    const { name = '', resourceVersion } = metadata;
    const merge = { metadata: { resourceVersion }, spec: { taints: taints.length > 0 ? taints : null } };
    // Changed in between: the change brings another look.
    await this.#quietly(() => this.#cluster.client.patch(Node, { name }, { merge }));
  }

  /** Deletes pods that tolerate the node's taints no more; returns when the next has to go. */
  async #evict(node: NodeObject, now: number): Promise<number> {
    const taints = node.spec?.taints ?? [];
    let next = Number.POSITIVE_INFINITY;
    for (const pod of this.#pods.byIndex('node', node.metadata.name ?? '')) {
      const at = leavesAt(pod, taints);
      if (at > now) {
        next = Math.min(next, at);
        continue;
      }
      const { namespace, name = '', uid } = pod.metadata;
      await this.#patchPod(pod, {
        type: 'DisruptionTarget',
        status: 'True',
        reason: 'DeletionByTaintManager',
        message: 'Taint manager: deleting due to NoExecute taint',
        lastTransitionTime: rfc3339(now),
      });
      await this.#quietly(() => this.#cluster.client.delete(Pod, { namespace, name }, uid ? { uid } : {}));
      const note = `Marking for deletion Pod ${namespace}/${name}`;
      this.#events
        .recorder('taint-eviction-controller')
        .record(Pod, pod, { type: 'Normal', reason: 'TaintManagerEviction', action: 'TaintManagerEviction', note });
    }
    return next;
  }

  async #patchPod({ metadata: { namespace, name = '', uid } }: PodObject, condition: object): Promise<void> {
    const strategic = { metadata: { uid }, status: { conditions: [condition] } };
    await this.#quietly(() =>
      this.#cluster.client.subresource(Pod, { namespace, name }, 'status').patch({ strategic }),
    );
  }

  /** Whatever was to be changed may be gone or newer by now. */
  async #quietly(write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (!isKubeError(error, 'KUBE_NOT_FOUND') && !isKubeError(error, 'KUBE_CONFLICT')) throw error;
    }
  }
}

function isReady({ status }: NodeObject): string | undefined {
  return status?.conditions?.find(({ type }) => type === 'Ready')?.status;
}
