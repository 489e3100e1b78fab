import { timestamp } from '@slipway/apimachinery/clock';
import { conditionOf } from '@slipway/apimachinery/conditions';
import { type Condition, compact, nonZero } from '../objects/index.ts';
import { isActive, isEnding, isFinished, isReady, type PodObject } from '../pods/index.ts';
import { indexesText } from './indexes.ts';
import { isIndexed, isSuspended, type JobObject } from './job.ts';
import type { Ending, JobPlan } from './plan.ts';

export interface JobOutcome {
  readonly status: object;
  /** What to tell of the change. */
  readonly events: readonly { readonly reason: string; readonly note: string; readonly type?: 'Warning' }[];
}

/** What a Job says of itself after a plan was carried out: `made` and `removed` pods are counted already. */
export function jobStatus(
  job: JobObject,
  pods: readonly PodObject[],
  { tally, ending }: JobPlan,
  changed: { readonly made: number; readonly removed: readonly PodObject[] },
  wallMs: number,
): JobOutcome {
  const now = timestamp(wallMs);
  const removed = new Set(changed.removed);
  const active = pods.filter((pod) => isActive(pod) && !removed.has(pod));
  const terminating = pods.filter((pod) => isEnding(pod) && !isFinished(pod)).length + removed.size;
  const uncounted = tally.uncounted.succeeded.length + tally.uncounted.failed.length;
  const events: { reason: string; note: string; type?: 'Warning' }[] = [];
  let conditions: readonly Condition[] = job.status?.conditions ?? [];
  let startTime = job.status?.startTime ?? (isSuspended(job) ? undefined : now);
  let completionTime = job.status?.completionTime;

  if (ending) {
    conditions = ensure(conditions, ending.type, 'True', ending, now);
    const isOver = active.length + changed.made === 0 && terminating === 0 && uncounted === 0;
    if (isOver) {
      const isSuccess = ending.type === 'SuccessCriteriaMet';
      conditions = ensure(conditions, isSuccess ? 'Complete' : 'Failed', 'True', ending, now);
      if (isSuccess) completionTime = now;
      events.push(
        isSuccess
          ? { reason: 'Completed', note: 'Job completed' }
          : { reason: ending.reason, note: ending.message, type: 'Warning' },
      );
    }
  } else if (job.metadata.deletionTimestamp === undefined) {
    const suspension = isSuspended(job)
      ? { status: 'True', reason: 'JobSuspended', message: 'Job suspended' }
      : { status: 'False', reason: 'JobResumed', message: 'Job resumed' };
    const next = ensure(conditions, 'Suspended', suspension.status, suspension, now);
    if (next !== conditions) {
      events.push({ reason: isSuspended(job) ? 'Suspended' : 'Resumed', note: suspension.message });
      startTime = isSuspended(job) ? undefined : now;
    }
    conditions = next;
  }
  const status = compact({
    conditions: conditions.length === 0 ? undefined : conditions,
    startTime,
    completionTime,
    active: nonZero(active.length + changed.made),
    succeeded: nonZero(tally.succeeded),
    failed: nonZero(tally.failed),
    terminating,
    completedIndexes: isIndexed(job) ? indexesText(tally.completedIndexes) || undefined : undefined,
    uncountedTerminatedPods: {
      ...(tally.uncounted.succeeded.length > 0 && { succeeded: tally.uncounted.succeeded }),
      ...(tally.uncounted.failed.length > 0 && { failed: tally.uncounted.failed }),
    },
    ready: active.filter(isReady).length,
  });
  return { status, events };
}

/** The conditions with this one; the same list when nothing of it is new. A false one is not added. */
function ensure(
  conditions: readonly Condition[],
  type: string,
  status: string,
  { reason, message }: Pick<Ending, 'reason' | 'message'>,
  now: string,
): readonly Condition[] {
  const old = conditionOf(conditions, type);
  if (old ? old.status === status && old.reason === reason && old.message === message : status === 'False')
    return conditions;
  const condition = { type, status, lastProbeTime: now, lastTransitionTime: now, reason, message };
  return old ? conditions.map((one) => (one === old ? condition : one)) : [...conditions, condition];
}
