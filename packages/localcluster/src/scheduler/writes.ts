import { timestamp } from '@slipway/apimachinery/clock';
import { conditionOf } from '@slipway/apimachinery/conditions';
import { type Clock, type Cluster, isKubeError } from '@slipway/kube';
import { Pod } from '@slipway/kube/kinds';
import type { EventRecorder } from '@slipway/runtime/events';
import type { PodObject } from './objects.ts';

/** What the scheduler writes: bindings, the reason why there is none, and the end of those who make room. */
export class Writes {
  readonly #cluster: Cluster;
  readonly #events: EventRecorder;
  readonly #clock: Clock;
  readonly #name: string;

  constructor({
    cluster,
    events,
    clock,
    name,
  }: {
    readonly cluster: Cluster;
    readonly events: EventRecorder;
    readonly clock: Clock;
    readonly name: string;
  }) {
    this.#cluster = cluster;
    this.#events = events;
    this.#clock = clock;
    this.#name = name;
  }

  async bind(pod: PodObject, node: string): Promise<void> {
    const { namespace, name, uid } = pod.metadata;
    await this.#cluster.client.subresource(Pod, { namespace, name }, 'binding').create({
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { namespace, name, uid },
      target: { apiVersion: 'v1', kind: 'Node', name: node },
    });
    const note = `Successfully assigned ${namespace}/${name} to ${node}`;
    this.#events.record(Pod, pod, { type: 'Normal', reason: 'Scheduled', action: 'Binding', note });
  }

  /** Says why there is no node, and where room is being made. Nothing is written twice. */
  async unschedulable(pod: PodObject, message: string, nominated = ''): Promise<void> {
    this.#events.record(Pod, pod, { type: 'Warning', reason: 'FailedScheduling', action: 'Scheduling', note: message });
    const before = conditionOf(pod.status?.conditions, 'PodScheduled');
    const isStated = before?.status === 'False' && before.reason === 'Unschedulable' && before.message === message;
    if (isStated && (pod.status?.nominatedNodeName ?? '') === nominated) return;
    const condition = {
      type: 'PodScheduled',
      status: 'False',
      reason: 'Unschedulable',
      message,
      lastTransitionTime: before?.status === 'False' ? before.lastTransitionTime : this.#now(),
      ...(pod.metadata.generation !== undefined && { observedGeneration: pod.metadata.generation }),
    };
    await this.#patchStatus(pod, { conditions: [condition], nominatedNodeName: nominated || null });
  }

  async clearNomination(pod: PodObject): Promise<void> {
    await this.#patchStatus(pod, { nominatedNodeName: null });
  }

  async preempt(victim: PodObject, pod: PodObject, node: string): Promise<void> {
    const { namespace, name, uid } = victim.metadata;
    if (!victim.metadata.deletionTimestamp) {
      const condition = {
        type: 'DisruptionTarget',
        status: 'True',
        reason: 'PreemptionByScheduler',
        message: `${this.#name}: preempting to accommodate a higher priority pod`,
        lastTransitionTime: this.#now(),
      };
      await this.#patchStatus(victim, { conditions: [condition] });
    }
    await this.#cluster.client.delete(Pod, { namespace, name }, { uid });
    const note = `Preempted by pod ${pod.metadata.uid} on node ${node}`;
    this.#events.record(Pod, victim, { type: 'Normal', reason: 'Preempted', action: 'Preempting', note });
  }

  async #patchStatus({ metadata }: PodObject, status: object): Promise<void> {
    const { namespace, name, uid } = metadata;
    try {
      await this.#cluster.client
        .subresource(Pod, { namespace, name }, 'status')
        .patch({ strategic: { metadata: { uid }, status } }, { fieldValidation: 'Ignore' });
    } catch (error) {
      // Gone, or another of its name: there is nothing to say any more.
      if (!isKubeError(error, 'KUBE_NOT_FOUND') && !isKubeError(error, 'KUBE_CONFLICT')) throw error;
    }
  }

  #now(): string {
    return timestamp(this.#clock.wall());
  }
}
