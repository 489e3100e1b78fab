import { compact, nonZero } from '../objects/index.ts';
import { isAvailable, isEnding, isFinished, isReady, type PodObject } from '../pods/index.ts';
import { firstOrdinal, ordinalOf, REVISION_LABEL, type StatefulSetObject } from './identity.ts';

export interface StatefulObservation {
  readonly set: StatefulSetObject;
  /** The set's pods. */
  readonly pods: readonly PodObject[];
  /** Names of the revision that most pods have and of the one they should have. */
  readonly current: string;
  readonly update: string;
  readonly wallMs: number;
}

export interface StatefulPlan {
  /** Pods to make, lowest first. */
  readonly create: readonly { readonly ordinal: number; readonly revision: string }[];
  readonly remove: readonly PodObject[];
  readonly status: object;
}

const revisionOf = ({ metadata }: PodObject): string | undefined => metadata.labels?.[REVISION_LABEL];

const isRunningAndReady = (pod: PodObject): boolean => pod.status?.phase === 'Running' && isReady(pod);

/**
 * What to do for a StatefulSet now. In order (the default) one thing happens at a time: no pod is made
 * before the ones below it are available, none is ended before the ones above it are gone, and none is
 * replaced while another is not available.
 */
export function planStatefulSet(observation: StatefulObservation): StatefulPlan {
  const { set, pods, wallMs } = observation;
  const { replicas = 1, minReadySeconds = 0 } = set.spec ?? {};
  const start = firstOrdinal(set);
  const isOrdered = set.spec?.podManagementPolicy !== 'Parallel';
  const isUp = (pod: PodObject): boolean =>
    isRunningAndReady(pod) && isAvailable(pod, minReadySeconds, wallMs) && !isEnding(pod);
  const byOrdinal = new Map(pods.map((pod) => [ordinalOf(set, pod) ?? -1, pod]));
  const wanted = Array.from({ length: replicas }, (_, index) => start + index);
  const condemned = pods
    .filter((pod) => {
      const ordinal = ordinalOf(set, pod) ?? -1;
      return ordinal >= 0 && (ordinal < start || ordinal >= start + replicas);
    })
    .sort((a, b) => (ordinalOf(set, b) ?? 0) - (ordinalOf(set, a) ?? 0));
  const plan = (create: StatefulPlan['create'], remove: readonly PodObject[], replaced = 0): StatefulPlan => ({
    create,
    remove,
    status: statefulStatus(observation, replaced),
  });
  if (set.metadata.deletionTimestamp !== undefined) return plan([], []);

  const create: { ordinal: number; revision: string }[] = [];
  const remove: PodObject[] = [];
  for (const ordinal of wanted) {
    const pod = byOrdinal.get(ordinal);
    if (!pod) create.push({ ordinal, revision: revisionFor(observation, ordinal) });
    else if (isFinished(pod)) {
      if (!isEnding(pod)) remove.push(pod);
    } else if (!isOrdered || isUp(pod)) continue;
    if (isOrdered || (pod && isFinished(pod))) return plan(create, remove);
  }
  if (create.length > 0 && condemned.length === 0) return plan(create, remove);

  const unhealthy = [...wanted.map((ordinal) => byOrdinal.get(ordinal)), ...condemned.toReversed()];
  const firstUnhealthy = unhealthy.find((pod) => pod && !isUp(pod));
  for (const pod of condemned) {
    if (isEnding(pod)) {
      if (isOrdered) return plan(create, remove);
      continue;
    }
    if (isOrdered && !isUp(pod) && pod !== firstUnhealthy) return plan(create, remove);
    remove.push(pod);
    if (isOrdered) return plan(create, remove);
  }
  if (remove.length > 0 || create.length > 0 || set.spec?.updateStrategy?.type === 'OnDelete')
    return plan(create, remove);
  const outdated = outdatedPods(observation, wanted, byOrdinal, isUp);
  const replaced = outdated.filter((pod) => revisionOf(pod) === observation.current).length;
  return plan([], outdated, replaced);
}

/** A new pod below the partition is of the current revision, so that a loss there is no update. */
function revisionFor({ set, current, update }: StatefulObservation, ordinal: number): string {
  const { type = 'RollingUpdate', rollingUpdate } = set.spec?.updateStrategy ?? {};
  const isBelow = rollingUpdate
    ? ordinal < firstOrdinal(set) + (rollingUpdate.partition ?? 0)
    : type === 'RollingUpdate' && ordinal < firstOrdinal(set) + (set.status?.currentReplicas ?? 0);
  return isBelow ? current : update;
}

/** The next pod to be replaced: the highest that is outdated, unless one above it is not up yet. */
function outdatedPods(
  { set, update }: StatefulObservation,
  wanted: readonly number[],
  byOrdinal: ReadonlyMap<number, PodObject>,
  isUp: (pod: PodObject) => boolean,
): PodObject[] {
  const lowest = firstOrdinal(set) + (set.spec?.updateStrategy?.rollingUpdate?.partition ?? 0);
  for (const ordinal of wanted.toReversed()) {
    const pod = byOrdinal.get(ordinal);
    if (ordinal < lowest || !pod) return [];
    if (revisionOf(pod) !== update && !isEnding(pod)) return [pod];
    if (!isUp(pod)) return [];
  }
  return [];
}

function statefulStatus({ set, pods, current, update, wallMs }: StatefulObservation, replaced: number): object {
  const { replicas = 1, minReadySeconds = 0 } = set.spec ?? {};
  const ready = pods.filter(isRunningAndReady);
  const ofRevision = (name: string): number => pods.filter((pod) => !isEnding(pod) && revisionOf(pod) === name).length;
  const updated = ofRevision(update);
  // All pods are of the new revision and ready: it is the current one from now on.
  const isComplete =
    set.spec?.updateStrategy?.type !== 'OnDelete' &&
    updated === replicas &&
    ready.length === replicas &&
    pods.length === replicas;
  return compact({
    observedGeneration: set.metadata.generation,
    replicas: pods.length,
    readyReplicas: nonZero(ready.length),
    currentReplicas: nonZero(isComplete ? updated : ofRevision(current) - replaced),
    updatedReplicas: nonZero(updated),
    currentRevision: isComplete ? update : current,
    updateRevision: update,
    collisionCount: set.status?.collisionCount ?? 0,
    availableReplicas: ready.filter((pod) => isAvailable(pod, minReadySeconds, wallMs)).length,
    conditions: set.status?.conditions,
  });
}
