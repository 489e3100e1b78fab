import { timestamp } from '@slipway/apimachinery/clock';
import { conditionOf, withoutCondition } from '@slipway/apimachinery/conditions';
import { type Condition, compact, nonZero, setWorkloadCondition } from '../objects/index.ts';
import {
  availableReplicas,
  type DeploymentObject,
  type Draft,
  maxUnavailable,
  readyReplicas,
  replicasOf,
  seenReplicas,
  specReplicas,
  sum,
} from './draft.ts';

export const PROGRESSING = 'Progressing';
const FAILURE = 'ReplicaFailure';
const COMPLETE = 'NewReplicaSetAvailable';
const TIMED_OUT = 'ProgressDeadlineExceeded';
/** The largest number of seconds: set by users who want no deadline. */
const NO_DEADLINE = 2_147_483_647;

export interface Counts {
  readonly observedGeneration: number;
  readonly replicas: number;
  readonly updatedReplicas: number;
  readonly readyReplicas: number;
  readonly availableReplicas: number;
  readonly unavailableReplicas: number;
  readonly terminatingReplicas: number | undefined;
}

export function hasDeadline({ spec }: DeploymentObject): boolean {
  const { progressDeadlineSeconds = 600 } = spec ?? {};
  return progressDeadlineSeconds !== NO_DEADLINE;
}

export function countsOf(deployment: DeploymentObject, current: Draft | undefined, all: readonly Draft[]): Counts {
  const available = sum(all, availableReplicas);
  const ending = all.map(
    ({ object }) => (object?.status as { terminatingReplicas?: number } | undefined)?.terminatingReplicas,
  );
  return {
    observedGeneration: deployment.metadata.generation ?? 0,
    replicas: sum(all, seenReplicas),
    updatedReplicas: current ? seenReplicas(current) : 0,
    readyReplicas: sum(all, readyReplicas),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, sum(all, specReplicas) - available),
    terminatingReplicas: ending.every((count) => count === undefined)
      ? undefined
      : ending.reduce<number>((total, count) => total + (count ?? 0), 0),
  };
}

/** Whether every pod is of the current template and available. */
export function isComplete(deployment: DeploymentObject, counts: Partial<Counts> | undefined): boolean {
  const desired = replicasOf(deployment);
  return (
    (counts?.updatedReplicas ?? 0) === desired &&
    (counts?.replicas ?? 0) === desired &&
    (counts?.availableReplicas ?? 0) === desired &&
    (counts?.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0)
  );
}

export function deploymentCondition(
  type: string,
  status: string,
  reason: string,
  message: string,
  wallMs: number,
): Condition {
  const now = timestamp(wallMs);
  return { type, status, lastUpdateTime: now, lastTransitionTime: now, reason, message };
}

/** With what is true of availability reported in it. */
export function withAvailability(
  deployment: DeploymentObject,
  conditions: readonly Condition[],
  counts: Counts,
  wallMs: number,
): readonly Condition[] {
  const isEnough = counts.availableReplicas >= replicasOf(deployment) - maxUnavailable(deployment);
  const condition = isEnough
    ? deploymentCondition(
        'Available',
        'True',
        'MinimumReplicasAvailable',
        'Deployment has minimum availability.',
        wallMs,
      )
    : deploymentCondition(
        'Available',
        'False',
        'MinimumReplicasUnavailable',
        'Deployment does not have minimum availability.',
        wallMs,
      );
  return setWorkloadCondition(conditions, condition);
}

/** With how the rollout goes: done, moving, or without a move for longer than it may be. */
export function withProgress(
  deployment: DeploymentObject,
  conditions: readonly Condition[],
  counts: Counts,
  current: Draft | undefined,
  wallMs: number,
): readonly Condition[] {
  if (!hasDeadline(deployment)) return withoutCondition(conditions, PROGRESSING);
  const before = conditionOf<Condition>(deployment.status?.conditions, PROGRESSING);
  if (counts.replicas === counts.updatedReplicas && before?.reason === COMPLETE) return conditions;
  const what = current ? `ReplicaSet "${current.name}"` : `Deployment "${deployment.metadata.name}"`;
  if (isComplete(deployment, counts)) {
    return setWorkloadCondition(
      conditions,
      deploymentCondition(PROGRESSING, 'True', COMPLETE, `${what} has successfully progressed.`, wallMs),
    );
  }
  if (isMoving(deployment, counts)) {
    const moving = deploymentCondition(PROGRESSING, 'True', 'ReplicaSetUpdated', `${what} is progressing.`, wallMs);
    const since = before?.status === 'True' ? before.lastTransitionTime : undefined;
    // Even where nothing of it changes but the time: that is what the deadline counts from.
    return [
      ...withoutCondition(conditions, PROGRESSING),
      since === undefined ? moving : { ...moving, lastTransitionTime: since },
    ];
  }
  if (isTimedOut(deployment, conditions, wallMs)) {
    return setWorkloadCondition(
      conditions,
      deploymentCondition(PROGRESSING, 'False', TIMED_OUT, `${what} has timed out progressing.`, wallMs),
    );
  }
  return conditions;
}

function isMoving({ status }: DeploymentObject, counts: Counts): boolean {
  const {
    replicas = 0,
    updatedReplicas = 0,
    readyReplicas: ready = 0,
    availableReplicas: available = 0,
  } = status ?? {};
  return (
    counts.updatedReplicas > updatedReplicas ||
    counts.replicas - counts.updatedReplicas < replicas - updatedReplicas ||
    counts.readyReplicas > ready ||
    counts.availableReplicas > available
  );
}

function isTimedOut({ spec }: DeploymentObject, conditions: readonly Condition[], wallMs: number): boolean {
  const condition = conditionOf(conditions, PROGRESSING);
  if (!condition || condition.reason === COMPLETE) return false;
  if (condition.reason === TIMED_OUT) return true;
  return Date.parse(condition.lastUpdateTime ?? '') + (spec?.progressDeadlineSeconds ?? 600) * 1000 < wallMs;
}

/** When to look whether the deadline has passed, in milliseconds from now. */
export function deadlineInMs(
  deployment: DeploymentObject,
  conditions: readonly Condition[],
  counts: Counts,
  wallMs: number,
): number | undefined {
  const condition = conditionOf(conditions, PROGRESSING);
  if (!hasDeadline(deployment) || !condition || isComplete(deployment, counts) || condition.reason === TIMED_OUT)
    return undefined;
  const deadline =
    Date.parse(condition.lastUpdateTime ?? '') + (deployment.spec?.progressDeadlineSeconds ?? 600) * 1000;
  return Math.max(1000, deadline - wallMs + 1000);
}

/** With the failure of a set, the current one's first. */
export function withFailure(
  conditions: readonly Condition[],
  current: Draft | undefined,
  all: readonly Draft[],
): readonly Condition[] {
  const failures = [...(current ? [current] : []), ...all].flatMap(({ object }) => {
    const failure = conditionOf<Condition>(object?.status?.conditions, FAILURE);
    return failure ? [failure] : [];
  });
  const [failure] = failures;
  if (!failure) return withoutCondition(conditions, FAILURE);
  const { status, reason, message, lastTransitionTime } = failure;
  const time = lastTransitionTime ?? '';
  return setWorkloadCondition(conditions, {
    type: FAILURE,
    status,
    lastUpdateTime: time,
    lastTransitionTime: time,
    reason,
    message,
  });
}

export function statusBody(deployment: DeploymentObject, counts: Counts, conditions: readonly Condition[]): object {
  return compact({
    observedGeneration: nonZero(counts.observedGeneration),
    replicas: nonZero(counts.replicas),
    updatedReplicas: nonZero(counts.updatedReplicas),
    readyReplicas: nonZero(counts.readyReplicas),
    availableReplicas: nonZero(counts.availableReplicas),
    unavailableReplicas: nonZero(counts.unavailableReplicas),
    terminatingReplicas: counts.terminatingReplicas,
    collisionCount: deployment.status?.collisionCount,
    conditions: conditions.length === 0 ? undefined : conditions,
  });
}
