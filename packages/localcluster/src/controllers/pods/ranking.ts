import { isActive, isReady, type PodObject, readyCondition } from './state.ts';

const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
const PHASES: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };

/** Negative: the first goes first; zero: this criterion does not tell. */
type Criterion = (a: PodObject, b: PodObject) => number;

/**
 * Which pods a controller with too many ends first: those that have no node, have not started, are not
 * ready, cost little, share their node with others of the same set, are young or restart often. Ages
 * count by their order of magnitude, so that not every scale-down hits the newest.
 */
export function byDeletionOrder(related: readonly PodObject[], wallMs: number): Criterion {
  const crowds = new Map<string, number>();
  for (const pod of related) {
    const node = pod.spec?.nodeName ?? '';
    if (isActive(pod)) crowds.set(node, (crowds.get(node) ?? 0) + 1);
  }
  const crowd = (pod: PodObject): number => crowds.get(pod.spec?.nodeName ?? '') ?? 0;
  const criteria: readonly Criterion[] = [
    (a, b) => Number(hasNode(a)) - Number(hasNode(b)),
    (a, b) => phase(a) - phase(b),
    (a, b) => Number(isReady(a)) - Number(isReady(b)),
    (a, b) => deletionCost(a) - deletionCost(b),
    (a, b) => crowd(b) - crowd(a),
    (a, b) => (isReady(a) && isReady(b) ? byAge(readySince(a), readySince(b), a, b, wallMs) : 0),
    (a, b) => restarts(b) - restarts(a),
    (a, b) => byAge(a.metadata.creationTimestamp, b.metadata.creationTimestamp, a, b, wallMs),
  ];
  return (a, b) => {
    for (const criterion of criteria) {
      const order = criterion(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

const hasNode = (pod: PodObject): boolean => Boolean(pod.spec?.nodeName);
const phase = (pod: PodObject): number => PHASES[pod.status?.phase ?? 'Pending'] ?? 0;
const readySince = (pod: PodObject): string | undefined => readyCondition(pod)?.lastTransitionTime;

function deletionCost({ metadata }: PodObject): number {
  const cost = metadata.annotations?.[DELETION_COST] ?? '0';
  return /^(0|-?[1-9]\d*)$/.test(cost) ? Number(cost) : 0;
}

function restarts({ status }: PodObject): number {
  return Math.max(0, ...(status?.containerStatuses ?? []).map(({ restartCount }) => restartCount));
}

function byAge(a: string | undefined, b: string | undefined, podA: PodObject, podB: PodObject, wallMs: number): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  const order = magnitude(a, wallMs) - magnitude(b, wallMs);
  if (order !== 0) return order;
  return podA.metadata.uid < podB.metadata.uid ? -1 : 1;
}

/** Of the age in nanoseconds, as the real controller counts; -1 for what is younger than nothing. */
function magnitude(since: string, wallMs: number): number {
  const age = (wallMs - Date.parse(since)) * 1e6;
  return age > 0 ? Math.floor(Math.log2(age)) : -1;
}
