import { type Taint, tolerates } from '../matching/index.ts';
import type { PodObject } from './objects.ts';

/** The effects that keep a pod away from a node. */
const FORBIDDING: readonly string[] = ['NoSchedule', 'NoExecute'];

/** Whether a taint that forbids scheduling is not tolerated. */
export function isRepelled({ spec }: PodObject, taints: readonly Taint[] = []): boolean {
  const tolerations = spec?.tolerations ?? [];
  return taints.some(
    (taint) => FORBIDDING.includes(taint.effect) && !tolerations.some((toleration) => tolerates(toleration, taint)),
  );
}

/** How many taints that merely advise against scheduling are not tolerated. */
export function unwelcoming({ spec }: PodObject, taints: readonly Taint[] = []): number {
  const tolerations = (spec?.tolerations ?? []).filter(
    ({ effect }) => effect === undefined || effect === '' || effect === 'PreferNoSchedule',
  );
  return taints.filter(
    (taint) => taint.effect === 'PreferNoSchedule' && !tolerations.some((toleration) => tolerates(toleration, taint)),
  ).length;
}
