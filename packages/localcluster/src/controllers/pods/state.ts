import { elapsedMs } from '@slipway/apimachinery/clock';
import { conditionOf } from '@slipway/apimachinery/conditions';
import type { Pod } from '@slipway/kube/kinds';
import { type Condition, type Read } from '../objects/index.ts';

export type PodObject = Read<typeof Pod>;

export function isEnding({ metadata }: PodObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** Nothing of it runs any more, and nothing will. */
export function isFinished({ status }: PodObject): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

/** Counts as a replica: it runs or will. */
export function isActive(pod: PodObject): boolean {
  return !isFinished(pod) && !isEnding(pod);
}

export function readyCondition({ status }: PodObject): Condition | undefined {
  return conditionOf<Condition>(status?.conditions, 'Ready');
}

export function isReady(pod: PodObject): boolean {
  return readyCondition(pod)?.status === 'True';
}

/** Ready for at least this long. */
export function isAvailable(pod: PodObject, minReadySeconds: number, wallMs: number): boolean {
  if (!isReady(pod)) return false;
  return minReadySeconds === 0 || elapsedMs(readyCondition(pod)?.lastTransitionTime, wallMs) >= minReadySeconds * 1000;
}

/** When the next of the ready pods becomes available, in milliseconds from now; undefined when none will by itself. */
export function availableInMs(pods: readonly PodObject[], minReadySeconds: number, wallMs: number): number | undefined {
  if (minReadySeconds <= 0) return undefined;
  const waits = pods
    .filter((pod) => isReady(pod) && !isAvailable(pod, minReadySeconds, wallMs))
    .map((pod) => minReadySeconds * 1000 - elapsedMs(readyCondition(pod)?.lastTransitionTime, wallMs));
  return waits.length === 0 ? undefined : Math.max(0, Math.min(...waits));
}
