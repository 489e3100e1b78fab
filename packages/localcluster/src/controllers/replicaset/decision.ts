import { timestamp } from '@slipway/apimachinery/clock';
import { conditionOf, withoutCondition } from '@slipway/apimachinery/conditions';
import { matchesSelector } from '@slipway/apimachinery/selectors';
import type { ReplicaSet } from '@slipway/kube/kinds';
import { type Condition, compact, nonZero, type Read, setWorkloadCondition } from '../objects/index.ts';
import { byDeletionOrder, isAvailable, isReady, type PodObject } from '../pods/index.ts';

export type ReplicaSetObject = Read<typeof ReplicaSet>;

/** Most pods made or ended in one run. */
const BURST = 500;
const FAILURE = 'ReplicaFailure';

export interface ReplicaPlan {
  /** How many pods to make. */
  readonly create: number;
  /** Which to end. */
  readonly remove: readonly PodObject[];
}

/** What to change so that a set has its pods. `related` finds the pods of sets with the same owner. */
export function replicaPlan(
  set: ReplicaSetObject,
  active: readonly PodObject[],
  related: () => readonly PodObject[],
  wallMs: number,
): ReplicaPlan {
  const surplus = active.length - (set.spec?.replicas ?? 1);
  if (surplus <= 0) return { create: Math.min(-surplus, BURST), remove: [] };
  return { create: 0, remove: active.toSorted(byDeletionOrder(related(), wallMs)).slice(0, Math.min(surplus, BURST)) };
}

/** What the set says of itself. `failure` is why its last change failed. */
export function replicaSetStatus(
  set: ReplicaSetObject,
  active: readonly PodObject[],
  ending: readonly PodObject[],
  failure: string | undefined,
  wallMs: number,
): object {
  const { replicas = 1, minReadySeconds = 0, template } = set.spec ?? {};
  const labels = { matchLabels: template?.metadata?.labels ?? {} };
  const conditions = failureCondition(set.status?.conditions, active.length - replicas, failure, wallMs);
  const ready = active.filter(isReady);
  const available = minReadySeconds > 0 ? ready.filter((pod) => isAvailable(pod, minReadySeconds, wallMs)) : ready;
  return compact({
    replicas: active.length,
    fullyLabeledReplicas: nonZero(active.filter((pod) => matchesSelector(labels, pod.metadata.labels)).length),
    readyReplicas: nonZero(ready.length),
    availableReplicas: nonZero(available.length),
    terminatingReplicas: ending.length,
    observedGeneration: set.metadata.generation,
    conditions: conditions.length === 0 ? undefined : conditions,
  });
}

/** The first failure's words stay until a change succeeds. */
function failureCondition(
  conditions: readonly Condition[] | undefined,
  surplus: number,
  failure: string | undefined,
  wallMs: number,
): readonly Condition[] {
  if (failure === undefined) return withoutCondition(conditions, FAILURE);
  if (conditionOf(conditions, FAILURE)) return conditions ?? [];
  return setWorkloadCondition<Condition>(conditions, {
    type: FAILURE,
    status: 'True',
    ...(surplus !== 0 && { reason: surplus < 0 ? 'FailedCreate' : 'FailedDelete' }),
    message: failure,
    lastTransitionTime: timestamp(wallMs),
  });
}
