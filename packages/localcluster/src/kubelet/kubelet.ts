import { isDeepStrictEqual } from 'node:util';
import { type Cache, type Clock, type Cluster, isKubeError, type Logger, type ObjectOf } from '@slipway/kube';
import { Pod } from '@slipway/kube/kinds';
import type { Result } from '@slipway/runtime';
import { Controller } from '@slipway/runtime/controller';
import { EventSink } from '@slipway/runtime/events';
import {
  isTerminal,
  nextPod,
  type PodEvent,
  type PodObject,
  type PodRecord,
  type PodStatus,
  podStatus,
  recordOf,
  type Verdict,
} from './lifecycle/index.ts';
import { haveSameHostPort, hostPortsOf, type NodePlan, PodAddresses } from './nodes/index.ts';
import type { PodRuntime } from './runtime.ts';
import { statusPatch } from './status-patch.ts';

export interface KubeletOptions {
  readonly cluster: Cluster;
  readonly pods: Cache<ObjectOf<typeof Pod>>;
  readonly plans: readonly NodePlan[];
  readonly runtime: PodRuntime;
  readonly isLost: (node: string) => boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** In the words of a kubelet that cannot take a pod. */
const NO_FREE_PORTS: Verdict = {
  reason: 'NodePorts',
  message: "Pod was rejected: Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports",
};

interface PodKey {
  readonly [part: string]: string;
  readonly namespace: string;
  readonly name: string;
}

/** What is kept of a pod between two looks at it. */
interface Held {
  readonly node: string;
  record: PodRecord;
  /** The status that was last written, and over which version of the object. */
  status?: PodStatus;
  over?: string;
}

/** A pod takes no more steps than this without time moving: more is a fault of the machine. */
const MOST_STEPS = 100;

/** Takes the pods that are bound to its nodes through their lives and writes down what it sees (L-22). */
export class Kubelet {
  readonly #options: KubeletOptions;
  readonly #nodes: ReadonlyMap<
    string,
    { readonly plan: NodePlan; readonly addresses: PodAddresses; readonly events: EventSink }
  >;
  readonly #held = new Map<string, Held>();
  /** Which pod a name stood for: a new one of the same name is another pod. */
  readonly #uids = new Map<string, string>();
  readonly #controller: Controller<PodKey>;
  readonly #unsubscribe: () => void;

  constructor(options: KubeletOptions) {
    const { cluster, clock, logger, pods, plans } = options;
    this.#options = options;
    this.#nodes = new Map(
      plans.map((plan) => [
        plan.name,
        {
          plan,
          addresses: new PodAddresses(plan.podNetwork),
          events: new EventSink({ transport: cluster.transport, instance: plan.name, clock, logger }),
        },
      ]),
    );
    this.#controller = new Controller<PodKey>({
      name: 'kubelet',
      maxConcurrent: 16,
      reconcile: (key) => this.#sync(key),
      clock,
      logger,
    });
    const subscription = pods.onEvent(({ object }) => {
      if (this.#nodes.has(object.spec?.nodeName ?? '')) this.look(object);
    });
    this.#unsubscribe = () => subscription.close();
  }

  start(): void {
    this.#controller.start();
  }

  /** Looks at a pod again: something about it has changed. */
  look({ metadata: { namespace = '', name } }: Pick<PodObject, 'metadata'>): void {
    this.#controller.queue.add({ namespace, name });
  }

  /** Looks at every pod of a node, or of all. */
  lookAtAll(node?: string): void {
    for (const pod of this.#options.pods.list()) {
      const on = pod.spec?.nodeName ?? '';
      if (this.#nodes.has(on) && (node === undefined || on === node)) this.look(pod);
    }
  }

  /** Ends a pod for a reason of the node's: it fails, and is not started again. */
  evict(ref: { readonly namespace: string; readonly name: string }, verdict: Verdict): void {
    const held = this.#held.get(this.#uids.get(keyText(ref)) ?? '');
    if (!held) return;
    held.record = { ...held.record, verdict };
    this.#tell(held.node, this.#options.pods.get(ref), { type: 'Warning', reason: 'Evicted', note: verdict.message });
    this.#controller.queue.add({ namespace: ref.namespace, name: ref.name });
  }

  /** Tells of trouble with a pod. */
  warn(pod: PodObject, reason: string, note: string): void {
    this.#tell(pod.spec?.nodeName ?? '', pod, { type: 'Warning', reason, note });
  }

  /** Ends. What runs for pods ends with it. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#controller.stop();
    await this.#options.runtime.close();
    // What was seen last is worth a second, not more: the server may be gone.
    await Promise.all([...this.#nodes.values()].map(({ events }) => events.flush(AbortSignal.timeout(1_000))));
  }

  async #sync(key: PodKey): Promise<Result | undefined> {
    const pod = this.#options.pods.get(key);
    this.#forgetOthers(key, pod?.metadata.uid);
    const node = this.#nodes.get(pod?.spec?.nodeName ?? '');
    if (!pod || !node || this.#options.isLost(node.plan.name)) return undefined;
    const isEnding = pod.metadata.deletionTimestamp !== undefined;
    if (isTerminal(pod) && !isEnding) return undefined;

    const held = await this.#hold(key, pod, node.plan);
    const { wakeAt, isGone } = await this.#walk(pod, held);
    const addresses = {
      podIP: pod.spec?.hostNetwork
        ? node.plan.hostIP
        : (this.#options.runtime.podIP(pod) ?? node.addresses.of(held.record.uid, pod.status?.podIP)),
      hostIP: node.plan.hostIP,
    };
    const now = this.#options.clock.wall();
    await this.#write(pod, held, podStatus(pod, held.record, addresses, held.status, now));
    if (isGone) await this.#remove(pod);
    return wakeAt === undefined || isGone ? undefined : { requeueAfterMs: Math.max(1, wakeAt - now) };
  }

  /** Steps until nothing more happens at this moment. */
  async #walk(pod: PodObject, held: Held): Promise<{ wakeAt: number | undefined; isGone: boolean }> {
    const { clock, runtime } = this.#options;
    for (let steps = 0; ; steps++) {
      const now = clock.wall();
      const step = nextPod(pod, held.record, (container) => runtime.look(pod, container, now), now);
      held.record = step.record;
      for (const event of step.events) this.#tell(held.node, pod, event);
      for (const name of step.starts) runtime.start(pod, name);
      for (const { name, graceMs } of step.stops) runtime.stop(pod, name, graceMs);
      const isSettled = step.wakeAt === undefined || step.wakeAt > now;
      if (step.isGone || isSettled || steps >= MOST_STEPS) return step;
    }
  }

  async #hold(key: PodKey, pod: PodObject, { name: node }: NodePlan): Promise<Held> {
    const uid = pod.metadata.uid;
    const known = this.#held.get(uid);
    if (known) return known;
    const record = recordOf(pod, this.#options.clock.wall());
    const held: Held = { node, record: this.#isRefused(pod, node) ? { ...record, verdict: NO_FREE_PORTS } : record };
    if (!held.record.verdict) await this.#options.runtime.adopt(pod);
    this.#held.set(uid, held);
    this.#uids.set(keyText(key), uid);
    return held;
  }

  /** The scheduler lets no two pods have one port of a node; who writes `nodeName` goes past it. */
  #isRefused(pod: PodObject, node: string): boolean {
    if (pod.status?.startTime !== undefined || hostPortsOf(pod).length === 0) return false;
    return this.#options.pods
      .list()
      .some(
        (other) =>
          other.spec?.nodeName === node &&
          this.#held.has(other.metadata.uid) &&
          !isTerminal(other) &&
          haveSameHostPort(pod, other),
      );
  }

  async #write(pod: PodObject, held: Held, status: PodStatus): Promise<void> {
    const version = pod.metadata.resourceVersion;
    const isWritten = held.over === version && isDeepStrictEqual(held.status, status);
    const patch = isWritten ? undefined : statusPatch(pod, status);
    held.status = status;
    if (!patch) return;
    const { namespace, name } = pod.metadata;
    try {
      await this.#options.cluster.client
        .subresource(Pod, { namespace, name }, 'status')
        .patch({ strategic: patch }, { fieldValidation: 'Ignore' });
      held.over = version;
    } catch (error) {
      // Gone, or another pod of the same name: the watch will tell.
      if (!isKubeError(error, 'KUBE_NOT_FOUND') && !isKubeError(error, 'KUBE_CONFLICT')) throw error;
    }
  }

  async #remove(pod: PodObject): Promise<void> {
    const { namespace, name, uid } = pod.metadata;
    try {
      await this.#options.cluster.client.delete(Pod, { namespace, name }, { gracePeriodSeconds: 0, uid });
    } catch (error) {
      if (!isKubeError(error, 'KUBE_CONFLICT')) throw error;
    }
  }

  /** Forgets the pod that a name stood for once it stands for another or none. */
  #forgetOthers(key: PodKey, uid: string | undefined): void {
    const id = keyText(key);
    const known = this.#uids.get(id);
    if (known === undefined || known === uid) return;
    const held = this.#held.get(known);
    this.#held.delete(known);
    this.#uids.delete(id);
    if (held) this.#nodes.get(held.node)?.addresses.release(known);
    this.#options.runtime.forget(known);
  }

  #tell(node: string, pod: PodObject | undefined, { type, reason, note }: PodEvent): void {
    if (!pod) return;
    this.#nodes.get(node)?.events.recorder('kubelet').record(Pod, pod, { type, reason, note, action: reason });
  }
}

function keyText({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}
