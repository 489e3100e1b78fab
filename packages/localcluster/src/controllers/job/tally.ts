import type { PodObject } from '../pods/index.ts';
import { failurePolicyOf } from './failure-policy.ts';
import { parseIndexes } from './indexes.ts';
import { completionsOf, hasFailed, indexOf, isIndexed, isTracked, type JobObject } from './job.ts';

/** How often a Job has succeeded and failed, and which pods are not in the numbers yet. */
export interface Tally {
  /** In the numbers for good. */
  readonly succeeded: number;
  readonly failed: number;
  readonly completedIndexes: ReadonlySet<number>;
  /** Uids that stand in the status until their finalizers are gone. */
  readonly uncounted: { readonly succeeded: readonly string[]; readonly failed: readonly string[] };
  /** Pods whose end is written down with this tally: their finalizers may go after it. */
  readonly settled: readonly PodObject[];
}

export function totalSucceeded({ succeeded, uncounted }: Tally): number {
  return succeeded + uncounted.succeeded.length;
}

export function totalFailed({ failed, uncounted }: Tally): number {
  return failed + uncounted.failed.length;
}

/** `ending`: how the Job ends, if it does; whatever still has a finalizer is settled then. */
export function tallyOf(job: JobObject, pods: readonly PodObject[], ending?: 'success' | 'failure'): Tally {
  const { status } = job;
  const tracked = new Map(pods.filter(isTracked).map((pod) => [pod.metadata.uid, pod]));
  const before = status?.uncountedTerminatedPods ?? {};
  const stillThere = (uids: readonly string[] | undefined): string[] => (uids ?? []).filter((uid) => tracked.has(uid));
  const uncounted = { succeeded: stillThere(before.succeeded), failed: stillThere(before.failed) };
  const counted = (uids: readonly string[] | undefined, left: readonly string[]): number =>
    (uids?.length ?? 0) - left.length;
  const completedIndexes = new Set(parseIndexes(status?.completedIndexes));
  const settled: PodObject[] = [];
  const known = new Set([...uncounted.succeeded, ...uncounted.failed]);
  for (const [uid, pod] of tracked) {
    const isFailed = hasFailed(pod, job);
    if (pod.status?.phase === 'Succeeded') {
      settled.push(pod);
      const index = indexOf(pod);
      if (!isIndexed(job)) {
        if (!known.has(uid)) uncounted.succeeded.push(uid);
      } else if (index !== undefined && index < (completionsOf(job) ?? 0)) completedIndexes.add(index);
    } else if (isFailed || ending === 'failure') {
      settled.push(pod);
      if (!known.has(uid) && failurePolicyOf(job, pod).isCounted) uncounted.failed.push(uid);
    } else if (ending || job.metadata.deletionTimestamp !== undefined) settled.push(pod);
  }
  return {
    succeeded: isIndexed(job)
      ? completedIndexes.size
      : (status?.succeeded ?? 0) + counted(before.succeeded, stillThere(before.succeeded)),
    failed: (status?.failed ?? 0) + counted(before.failed, stillThere(before.failed)),
    completedIndexes,
    uncounted,
    settled,
  };
}
