import type { Duration, Instant } from '@gati-framework/contracts/deployment';
import { conditionOf } from '@slipway/apimachinery/conditions';
import type { PodStatus, Seen } from '../cluster/index.ts';

/** For so long a pod may be on its way to another node; after that it is missing. */
const REPLACED_MS: Duration = 60_000;
/** A kubelet writes its first conditions with the start of a pod; times in a status are whole seconds. */
const SAME_MOMENT_MS: Duration = 1_000;

export interface ReplacedPods {
  /** Pods that are missing because others ended them a moment ago. */
  readonly count: number;
  /** When the first of their successors that are not ready yet counts as missing. */
  readonly until: Instant | null;
}

/**
 * Pods that were evicted, drained or deleted and have no successor yet, and successors that have never been ready. None
 * where a pod that stays has lost its readiness: then that is what matters.
 */
export function replacedPods(pods: readonly Seen[], wanted: number, now: Instant): ReplacedPods {
  const staying = pods.filter((pod) => !isLeaving(pod));
  const unready = staying.filter((pod) => podCondition(pod, 'Ready')?.status !== 'True');
  const coming = unready.filter((pod) => isNew(pod) && now - madeAt(pod) < REPLACED_MS);
  if (coming.length < unready.length) return { count: 0, until: null };
  const left = pods.filter((pod) => isLeaving(pod) && now - leftAt(pod) < REPLACED_MS).length;
  const open = Math.min(left, Math.max(0, wanted - staying.length));
  const until = coming.length === 0 ? null : Math.min(...coming.map(madeAt)) + REPLACED_MS;
  return { count: coming.length + open, until };
}

const statusOf = ({ status }: Seen): PodStatus => (status ?? {}) as PodStatus;
const podCondition = (pod: Seen, name: string) => conditionOf(statusOf(pod).conditions, name);
const madeAt = ({ metadata }: Seen): Instant => Date.parse(metadata.creationTimestamp ?? '') || 0;

function isLeaving(pod: Seen): boolean {
  const { phase } = statusOf(pod);
  const isOver = phase === 'Failed' || phase === 'Succeeded';
  return (
    pod.metadata.deletionTimestamp !== undefined || isOver || podCondition(pod, 'DisruptionTarget')?.status === 'True'
  );
}

/** When others began to end it; never, where it ended by itself. */
function leftAt(pod: Seen): Instant {
  const disrupted = podCondition(pod, 'DisruptionTarget');
  const times = [pod.metadata.deletionTimestamp, disrupted?.status === 'True' && disrupted.lastTransitionTime];
  return Math.max(0, ...times.map((time) => Date.parse(time || '') || 0));
}

/** It has never been ready, and nothing went wrong with it yet. */
function isNew(pod: Seen): boolean {
  const { startTime, containerStatuses = [] } = statusOf(pod);
  if (containerStatuses.some(({ restartCount = 0 }) => restartCount > 0)) return false;
  const { lastTransitionTime } = podCondition(pod, 'Ready') ?? {};
  if (startTime === undefined || lastTransitionTime === undefined) return true;
  return Date.parse(lastTransitionTime) - Date.parse(startTime) <= SAME_MOMENT_MS;
}
