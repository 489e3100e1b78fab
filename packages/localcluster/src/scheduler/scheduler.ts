import { isDeepStrictEqual } from 'node:util';
import { type Clock, type Cluster, isKubeError, type Logger } from '@slipway/kube';
import type { Result } from '@slipway/runtime';
import { Controller } from '@slipway/runtime/controller';
import type { EventRecorder } from '@slipway/runtime/events';
import { ClaimBinding } from './claim-binding.ts';
import { type ClaimPlan, claimPlan } from './claim-plan.ts';
import type { ClusterView } from './cluster-view.ts';
import type { FilterName } from './filters/index.ts';
import type { NodeObject, PodObject } from './objects.ts';
import { PodsByNode } from './pods-by-node.ts';
import type { Preemption } from './preemption.ts';
import { type Decision, schedule } from './schedule.ts';
import { type Change, canHelp, retryWaitMs } from './wake-up.ts';
import { Writes } from './writes.ts';

interface PodKey {
  readonly [part: string]: string;
  readonly namespace: string;
  readonly name: string;
}

/** A pod that found no node. */
interface Waiting {
  readonly key: PodKey;
  readonly priority: number;
  readonly refusedBy: readonly FilterName[];
  readonly failures: number;
  /** Not before this moment, whatever changes. */
  readonly notBefore: number;
}

export interface SchedulingOptions {
  readonly cluster: Cluster;
  readonly view: ClusterView;
  readonly events: EventRecorder;
  readonly name: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
}

/** A pod is tried again after this time even if nothing that could help was seen: a net under lost triggers. */
const FLUSH_MS = 300_000;

/** One pod at a time, the most important first; bindings are sent while the next is decided. */
export class Scheduling {
  readonly #options: SchedulingOptions;
  readonly #writes: Writes;
  readonly #claims: ClaimBinding;
  readonly #controller: Controller<PodKey>;
  /** Pods on their way to a node, as they will be there. */
  readonly #assumed = new Map<string, PodObject>();
  /** All pods, those on their way to a node counted there already. */
  readonly #pods = new PodsByNode();
  readonly #waiting = new Map<string, Waiting>();
  readonly #sending = new Set<Promise<void>>();
  readonly #unsubscribe: (() => void)[] = [];
  readonly #ending = new AbortController();

  constructor(options: SchedulingOptions) {
    const { clock, logger, view } = options;
    this.#options = options;
    this.#writes = new Writes(options);
    this.#claims = new ClaimBinding(options);
    this.#controller = new Controller<PodKey>({ name: 'scheduler', reconcile: (key) => this.#try(key), clock, logger });
    this.#follow(view);
  }

  start(): void {
    this.#controller.start();
  }

  async stop(): Promise<void> {
    for (const end of this.#unsubscribe) end();
    this.#ending.abort();
    await this.#controller.stop();
    await Promise.all(this.#sending);
  }

  #follow({ pods, nodes, claims, volumes, classes, namespaces }: ClusterView): void {
    const subscriptions = [
      pods.onEvent(({ type, old, object }) => this.#onPod(type, old, object)),
      nodes.onEvent(({ type, old, object }) => {
        if (type !== 'updated' || differs(old, object)) this.#wake('node');
      }),
      claims.onEvent(() => this.#wake('volume')),
      volumes.onEvent(() => this.#wake('volume')),
      classes.onEvent(() => this.#wake('volume')),
      namespaces.onEvent(({ type, old, object }) => {
        if (type !== 'updated' || !isDeepStrictEqual(old.metadata.labels, object.metadata.labels)) {
          this.#wake('namespace');
        }
      }),
    ];
    this.#unsubscribe.push(...subscriptions.map((subscription) => () => subscription.close()));
  }

  #onPod(type: string, old: PodObject | undefined, pod: PodObject): void {
    const uid = pod.metadata.uid;
    if (old && isOver(old)) return;
    const isGone = type === 'deleted' || isOver(pod);
    // Seen where it was sent.
    if (isGone || pod.spec?.nodeName) this.#assumed.delete(uid);
    if (isGone) this.#pods.remove(uid);
    else if (!this.#assumed.has(uid)) this.#pods.put(pod);
    if (pod.spec?.nodeName) {
      this.#waiting.delete(uid);
      if (isGone) this.#wake('podGone');
      else if (!old?.spec?.nodeName || !isDeepStrictEqual(old.metadata.labels, pod.metadata.labels))
        this.#wake('podChanged');
      else if (!old.metadata.deletionTimestamp && pod.metadata.deletionTimestamp) this.#wake('podChanged');
      return;
    }
    if (isGone) {
      this.#waiting.delete(uid);
      // Room that was kept for it is free.
      if (pod.status?.nominatedNodeName) this.#wake('podGone');
      return;
    }
    // Its own status is written here and decides nothing.
    const isNews =
      type === 'added' ||
      !isDeepStrictEqual(old?.spec, pod.spec) ||
      !isDeepStrictEqual(old?.metadata.labels, pod.metadata.labels);
    if (isNews && this.#isMine(pod)) {
      this.#waiting.delete(uid);
      this.#controller.queue.add(keyOf(pod), { priority: pod.spec?.priority ?? 0 });
    }
  }

  #isMine(pod: PodObject): boolean {
    const { spec, metadata } = pod;
    return (
      (spec?.schedulerName ?? 'default-scheduler') === this.#options.name &&
      !spec?.nodeName &&
      !isOver(pod) &&
      !metadata.deletionTimestamp &&
      (spec?.schedulingGates ?? []).length === 0
    );
  }

  /** Gives every pod that this change can help another try. */
  #wake(change: Change): void {
    const now = this.#options.clock.now();
    for (const { key, priority, refusedBy, notBefore } of this.#waiting.values()) {
      if (!canHelp(change, refusedBy)) continue;
      this.#controller.queue.add(key, { priority, afterMs: Math.max(0, notBefore - now) });
    }
  }

  async #try(key: PodKey): Promise<Result | undefined> {
    const { view, random } = this.#options;
    const pod = view.pods.get(key);
    if (!pod || !this.#isMine(pod)) return undefined;
    const { uid } = pod.metadata;
    if (this.#assumed.has(uid)) return undefined;
    const snapshot = view.snapshot(this.#pods);
    const decision = schedule(pod, snapshot);
    if (decision.is === 'unschedulable') return this.#hold(key, pod, decision);
    const node = decision.nodes[Math.floor(random() * decision.nodes.length)] ?? '';
    const assumed = { ...pod, spec: { containers: [], ...pod.spec, nodeName: node } };
    this.#assumed.set(uid, assumed);
    this.#pods.put(assumed);
    this.#waiting.delete(uid);
    this.#send(this.#bind(pod, node, claimPlan(pod, node, snapshot)));
    return undefined;
  }

  /** Sends while the next pod is decided. */
  #send(work: Promise<void>): void {
    const sent = work.finally(() => this.#sending.delete(sent));
    this.#sending.add(sent);
  }

  async #bind(pod: PodObject, node: string, plan: ClaimPlan): Promise<void> {
    const { logger } = this.#options;
    try {
      if (!(await this.#claims.settle(pod, node, plan, this.#ending.signal))) return this.#retry(pod);
      await this.#writes.bind(pod, node);
    } catch (error) {
      if (isKubeError(error, 'KUBE_NOT_FOUND') || isKubeError(error, 'KUBE_CONFLICT')) {
        return this.#forget(pod);
      }
      logger.warn({ error, pod: keyOf(pod) }, 'a pod could not be bound and is tried again');
      this.#retry(pod);
    }
  }

  #retry(pod: PodObject): void {
    const uid = pod.metadata.uid;
    this.#forget(pod);
    if (this.#ending.signal.aborted) return;
    this.#wait(keyOf(pod), pod, []);
    const notBefore = this.#waiting.get(uid)?.notBefore ?? 0;
    this.#controller.queue.add(keyOf(pod), { afterMs: Math.max(0, notBefore - this.#options.clock.now()) });
  }

  /** Counts a pod that did not get to its node where it is seen. */
  #forget(pod: PodObject): void {
    const { uid } = pod.metadata;
    this.#assumed.delete(uid);
    const seen = this.#options.view.pods.get(keyOf(pod));
    if (seen?.metadata.uid === uid && !isOver(seen)) this.#pods.put(seen);
    else this.#pods.remove(uid);
  }

  async #hold(key: PodKey, pod: PodObject, decision: Decision & { is: 'unschedulable' }): Promise<Result> {
    this.#wait(key, pod, decision.refusedBy);
    const { preemption, message } = decision;
    await this.#writes.unschedulable(pod, message, preemption?.node);
    if (preemption) await this.#preempt(pod, preemption);
    return { requeueAfterMs: FLUSH_MS };
  }

  #wait(key: PodKey, pod: PodObject, refusedBy: readonly FilterName[]): void {
    const uid = pod.metadata.uid;
    const failures = (this.#waiting.get(uid)?.failures ?? 0) + 1;
    const notBefore = this.#options.clock.now() + retryWaitMs(failures);
    this.#waiting.set(uid, { key, priority: pod.spec?.priority ?? 0, refusedBy, failures, notBefore });
  }

  async #preempt(pod: PodObject, { node, victims }: Preemption): Promise<void> {
    await Promise.all(victims.map((victim) => this.#writes.preempt(victim, pod, node)));
    // Who waited for this room with less right to it looks elsewhere.
    const { view } = this.#options;
    const others = view.pods.list().filter((other) => {
      const isNominated = other.status?.nominatedNodeName === node && !other.spec?.nodeName;
      return isNominated && (other.spec?.priority ?? 0) < (pod.spec?.priority ?? 0);
    });
    await Promise.all(others.map((other) => this.#writes.clearNomination(other)));
  }
}

/** Such a pod holds nothing, and never will again. */
function isOver({ status }: PodObject): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

function keyOf({ metadata: { namespace = '', name } }: PodObject): PodKey {
  return { namespace, name };
}

/** Whether a node changed in what placement looks at; heartbeats do not. */
function differs(old: NodeObject, node: NodeObject): boolean {
  const facts = ({ metadata, spec, status }: NodeObject): unknown => [
    metadata.labels,
    spec?.taints,
    spec?.unschedulable,
    status?.allocatable,
  ];
  return !isDeepStrictEqual(facts(old), facts(node));
}
