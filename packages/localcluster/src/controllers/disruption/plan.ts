import { elapsedMs, timestamp } from '@slipway/apimachinery/clock';
import { conditionOf } from '@slipway/apimachinery/conditions';
import type { PodDisruptionBudget } from '@slipway/kube/kinds';
import { type Condition, compact, type Read, scaledValue } from '../objects/index.ts';
import { isEnding, isReady, type PodObject } from '../pods/index.ts';

export type BudgetObject = Read<typeof PodDisruptionBudget>;

/** How long an evicted pod is counted as gone although it is still there, in milliseconds. */
const DELETION_TIMEOUT_MS = 120_000;
const ALLOWED = 'DisruptionAllowed';

/** Whether the budget is counted from the sizes of the pods' controllers rather than from the pods. */
export function needsScale({ spec }: BudgetObject): boolean {
  return spec?.maxUnavailable !== undefined || typeof spec?.minAvailable === 'string';
}

export interface BudgetStatus {
  readonly status: object;
  /** When an evicted pod is to be counted again, in milliseconds from now. */
  readonly requeueAfterMs: number | undefined;
}

/** What a budget says of itself. `scale` is the sum of the wanted sizes, where that is needed. */
export function budgetStatus(
  budget: BudgetObject,
  pods: readonly PodObject[],
  scale: number,
  wallMs: number,
): BudgetStatus {
  const { minAvailable, maxUnavailable } = budget.spec ?? {};
  const expectedPods = needsScale(budget) ? scale : pods.length;
  const desiredHealthy =
    maxUnavailable === undefined
      ? scaledValue(minAvailable, expectedPods, 'up', 0)
      : Math.max(0, expectedPods - scaledValue(maxUnavailable, expectedPods, 'up'));
  const pending = Object.entries(budget.status?.disruptedPods ?? {}).filter(([name, time]) => {
    const pod = pods.find(({ metadata }) => metadata.name === name);
    return pod && !isEnding(pod) && elapsedMs(time, wallMs) <= DELETION_TIMEOUT_MS;
  });
  const disrupted = new Map(pending);
  const currentHealthy = pods.filter(
    (pod) => !isEnding(pod) && isReady(pod) && !disrupted.has(pod.metadata.name),
  ).length;
  const disruptionsAllowed = expectedPods > 0 ? Math.max(0, currentHealthy - desiredHealthy) : 0;
  const waits = pending.map(([, time]) => DELETION_TIMEOUT_MS - elapsedMs(time, wallMs));
  return {
    status: compact({
      observedGeneration: budget.metadata.generation,
      disruptedPods: disrupted.size > 0 ? Object.fromEntries(disrupted) : undefined,
      disruptionsAllowed,
      currentHealthy,
      desiredHealthy,
      expectedPods,
      conditions: withAllowed(budget, disruptionsAllowed, wallMs),
    }),
    requeueAfterMs: waits.length === 0 ? undefined : Math.max(0, Math.min(...waits)) + 1,
  };
}

/** What a budget says when it cannot be counted: nothing may be evicted. */
export function failedStatus(budget: BudgetObject, why: string, wallMs: number): object {
  const { currentHealthy = 0, desiredHealthy = 0, expectedPods = 0 } = budget.status ?? {};
  const condition = { type: ALLOWED, status: 'False', reason: 'SyncFailed', message: why };
  return {
    ...budget.status,
    currentHealthy,
    desiredHealthy,
    expectedPods,
    disruptionsAllowed: 0,
    conditions: placed(budget, condition, wallMs),
  };
}

function withAllowed(budget: BudgetObject, disruptionsAllowed: number, wallMs: number): readonly Condition[] {
  const isAllowed = disruptionsAllowed > 0;
  const reason = isAllowed ? 'SufficientPods' : 'InsufficientPods';
  return placed(budget, { type: ALLOWED, status: isAllowed ? 'True' : 'False', reason, message: '' }, wallMs);
}

function placed({ status, metadata }: BudgetObject, condition: Condition, wallMs: number): readonly Condition[] {
  const conditions: readonly Condition[] = status?.conditions ?? [];
  const old = conditionOf(conditions, condition.type);
  const lastTransitionTime = old?.status === condition.status ? old.lastTransitionTime : timestamp(wallMs);
  const next = { ...condition, observedGeneration: metadata.generation, lastTransitionTime };
  return old ? conditions.map((one) => (one === old ? next : one)) : [...conditions, next];
}
