import { elapsedMs } from '@slipway/apimachinery/clock';
import { conditionOf } from '@slipway/apimachinery/conditions';
import { type Condition } from '../objects/index.ts';
import { byDeletionOrder, isActive, isEnding, isFinished, type PodObject } from '../pods/index.ts';
import { failurePolicyOf } from './failure-policy.ts';
import {
  completionsOf,
  finishedAt,
  hasFailed,
  indexOf,
  isIndexed,
  isSuspended,
  type JobObject,
  waitsForFailure,
} from './job.ts';
import { type Tally, tallyOf, totalFailed, totalSucceeded } from './tally.ts';

/** Most pods made or ended in one run. */
const BURST = 500;
/** The wait before a failed pod is replaced: doubled with each failure in a row. */
const BACKOFF = { firstMs: 10_000, longestMs: 600_000 } as const;

/** Why a Job ends. */
export interface Ending {
  readonly type: 'SuccessCriteriaMet' | 'FailureTarget';
  readonly reason: string;
  readonly message: string;
}

export interface JobPlan {
  readonly tally: Tally;
  readonly ending: Ending | undefined;
  /** Pods to end. */
  readonly remove: readonly PodObject[];
  /** Pods to make: their indexes, or so many without one. */
  readonly create: readonly (number | undefined)[];
  /** When something is due without any change, in milliseconds from now. */
  readonly requeueAfterMs: number | undefined;
}

const NOTHING = { remove: [], create: [] } as const;

/** What to do for a Job now. */
export function planJob(job: JobObject, pods: readonly PodObject[], wallMs: number): JobPlan {
  const active = pods.filter(isActive);
  const before = tallyOf(job, pods);
  const ending = endingOf(job, pods, active, before, wallMs);
  if (ending) {
    const tally = tallyOf(job, pods, ending.type === 'FailureTarget' ? 'failure' : 'success');
    return { tally, ending, remove: active, create: [], requeueAfterMs: undefined };
  }
  if (job.metadata.deletionTimestamp !== undefined)
    return { tally: before, ending, ...NOTHING, requeueAfterMs: undefined };
  const { remove, create, waitMs } = replicas(job, pods, active, before, wallMs);
  const waits = [deadlineInMs(job, wallMs), waitMs].filter((wait) => wait !== undefined);
  return { tally: before, ending, remove, create, requeueAfterMs: waits.length === 0 ? undefined : Math.min(...waits) };
}

function endingOf(
  job: JobObject,
  pods: readonly PodObject[],
  active: readonly PodObject[],
  tally: Tally,
  wallMs: number,
): Ending | undefined {
  for (const type of ['SuccessCriteriaMet', 'FailureTarget'] as const) {
    const stated = conditionOf<Condition>(job.status?.conditions, type);
    if (stated?.status === 'True') return { type, reason: stated.reason ?? '', message: stated.message ?? '' };
  }
  const failure = (reason: string, message: string): Ending => ({ type: 'FailureTarget', reason, message });
  const failed = pods.filter((pod) => hasFailed(pod, job));
  const fatal = failed.map((pod) => failurePolicyOf(job, pod).failsJob).find((text) => text !== undefined);
  if (fatal !== undefined) return failure('PodFailurePolicy', fatal);
  if (totalFailed(tally) > (job.spec?.backoffLimit ?? 6) || isPastRestarts(job, pods)) {
    return failure('BackoffLimitExceeded', 'Job has reached the specified backoff limit');
  }
  if ((deadlineInMs(job, wallMs) ?? 1) <= 0)
    return failure('DeadlineExceeded', 'Job was active longer than specified deadline');
  const completions = completionsOf(job);
  const succeeded = totalSucceeded(tally);
  const isEnough = completions === undefined ? succeeded > 0 : succeeded >= completions;
  if (!isEnough || active.length > 0) return undefined;
  return {
    type: 'SuccessCriteriaMet',
    reason: 'CompletionsReached',
    message: 'Reached expected number of succeeded pods',
  };
}

/** Containers that restart in place count as failures of the Job. */
function isPastRestarts({ spec }: JobObject, pods: readonly PodObject[]): boolean {
  if (spec?.template.spec?.restartPolicy !== 'OnFailure') return false;
  const restarts = pods
    .filter((pod) => !isFinished(pod))
    .flatMap(({ status }) => [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])])
    .reduce((sum, { restartCount }) => sum + restartCount, 0);
  const limit = spec.backoffLimit ?? 6;
  return limit === 0 ? restarts > 0 : restarts >= limit;
}

function deadlineInMs(job: JobObject, wallMs: number): number | undefined {
  const { activeDeadlineSeconds } = job.spec ?? {};
  const { startTime } = job.status ?? {};
  if (activeDeadlineSeconds === undefined || isSuspended(job)) return undefined;
  if (startTime === undefined) return activeDeadlineSeconds * 1000;
  return activeDeadlineSeconds * 1000 - elapsedMs(startTime, wallMs);
}

function replicas(
  job: JobObject,
  pods: readonly PodObject[],
  active: readonly PodObject[],
  tally: Tally,
  wallMs: number,
) {
  if (isSuspended(job)) return { ...NOTHING, remove: active, waitMs: undefined };
  const parallelism = job.spec?.parallelism ?? 1;
  const completions = completionsOf(job);
  const succeeded = totalSucceeded(tally);
  const wanted =
    completions === undefined
      ? succeeded > 0
        ? active.length
        : parallelism
      : Math.max(0, Math.min(parallelism, completions - succeeded));
  const remove = surplus(job, active, Math.max(0, active.length - wanted), wallMs);
  if (remove.length > 0) return { ...NOTHING, remove: remove.slice(0, BURST), waitMs: undefined };
  const ending = waitsForFailure(job) ? pods.filter((pod) => isEnding(pod) && !isFinished(pod)).length : 0;
  const missing = Math.min(BURST, wanted - ending - active.length);
  if (missing <= 0) return { ...NOTHING, waitMs: undefined };
  const waitMs = backoffInMs(job, pods, wallMs);
  if (waitMs > 0) return { ...NOTHING, waitMs };
  if (!isIndexed(job))
    return { remove: [], create: Array.from({ length: missing }, () => undefined), waitMs: undefined };
  return { remove: [], create: freeIndexes(job, active, tally, missing), waitMs: undefined };
}

/** Second pods of an index and those beyond the last one go first. */
function surplus(job: JobObject, active: readonly PodObject[], atLeast: number, wallMs: number): PodObject[] {
  const ordered = active.toSorted(byDeletionOrder([], wallMs));
  if (!isIndexed(job)) return ordered.slice(0, atLeast);
  const byIndex = new Map<number, PodObject>();
  for (const pod of ordered.toReversed()) {
    const index = indexOf(pod);
    if (index !== undefined && index < (completionsOf(job) ?? 0) && !byIndex.has(index)) byIndex.set(index, pod);
  }
  const kept = new Set(byIndex.values());
  const doubles = ordered.filter((pod) => !kept.has(pod));
  const rest = ordered.filter((pod) => kept.has(pod));
  return [...doubles, ...rest.slice(0, Math.max(0, atLeast - doubles.length))];
}

function freeIndexes(
  job: JobObject,
  active: readonly PodObject[],
  { completedIndexes }: Tally,
  count: number,
): number[] {
  const taken = new Set([...completedIndexes, ...active.map(indexOf)]);
  const free: number[] = [];
  for (let index = 0; index < (completionsOf(job) ?? 0) && free.length < count; index++) {
    if (!taken.has(index)) free.push(index);
  }
  return free;
}

/** The rest of the wait after the failures since the last success. */
function backoffInMs(job: JobObject, pods: readonly PodObject[], wallMs: number): number {
  const succeeded = Math.max(0, ...pods.filter(({ status }) => status?.phase === 'Succeeded').map(finishedAt));
  const failures = pods
    .filter((pod) => hasFailed(pod, job))
    .map(finishedAt)
    .filter((time) => time > succeeded);
  if (failures.length === 0) return 0;
  const waitMs = Math.min(BACKOFF.longestMs, BACKOFF.firstMs * 2 ** (failures.length - 1));
  return Math.max(0, waitMs - (wallMs - Math.max(...failures)));
}
