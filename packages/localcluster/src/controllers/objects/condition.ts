import { conditionOf, withoutCondition } from '@slipway/apimachinery/conditions';

/** A condition of a built-in kind. */
export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly lastTransitionTime?: string | undefined;
  readonly lastUpdateTime?: string | undefined;
  readonly lastProbeTime?: string | undefined;
  readonly observedGeneration?: number | undefined;
}

/**
 * The conditions with this one in them, by the rule of Deployments and ReplicaSets. One of the same status and reason stays as it is; one of the
 * same status keeps the time of its last change. A changed condition goes to the end, as the real ones do.
 */
export function setWorkloadCondition<C extends Condition>(
  conditions: readonly C[] | undefined,
  condition: C,
): readonly C[] {
  const old = conditionOf(conditions, condition.type);
  if (old?.status === condition.status && old.reason === condition.reason) return conditions ?? [];
  const kept = old?.status === condition.status && old.lastTransitionTime !== undefined;
  const next = kept ? { ...condition, lastTransitionTime: old.lastTransitionTime } : condition;
  return [...withoutCondition(conditions, condition.type), next];
}
