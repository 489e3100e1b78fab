import { timestamp } from '@slipway/apimachinery/clock';
import type { PodObject } from './state.ts';

/**
 * A pod's conditions with the reason why it is taken away, for controllers that count failures: it was not the pod's
 * fault.
 */
export function disruptedConditions({ status }: PodObject, reason: string, message: string, wallMs: number): object[] {
  const type = 'DisruptionTarget';
  const others = (status?.conditions ?? []).filter((condition) => condition.type !== type);
  return [...others, { type, status: 'True', lastTransitionTime: timestamp(wallMs), reason, message }];
}
