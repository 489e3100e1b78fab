import { type PodObject, readyCondition } from '../pods/index.ts';

/**
 * Whether a change of a pod can change what its set does or reports. That a pod was given a node, an address or
 * running containers cannot; each reconcile looks at all pods of the set.
 */
export function concernsItsSet(old: PodObject | undefined, pod: PodObject | undefined): boolean {
  // A resync shows the same object twice: nothing is known of what was missed.
  return !old || !pod || old === pod || JSON.stringify(concern(old)) !== JSON.stringify(concern(pod));
}

function concern(pod: PodObject): unknown {
  const { labels, ownerReferences, deletionTimestamp } = pod.metadata;
  const { status, lastTransitionTime } = readyCondition(pod) ?? {};
  return [labels, ownerReferences, deletionTimestamp, pod.status?.phase, status, lastTransitionTime];
}
