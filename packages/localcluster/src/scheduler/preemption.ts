import { conditionOf } from '@slipway/apimachinery/conditions';
import { isEmptySelector, matchesSelector } from '@slipway/apimachinery/selectors';
import { checkNode, prepareFilters, type Rejection } from './filters/index.ts';
import { unavailable } from './message.ts';
import type { Budget, PodObject } from './objects.ts';
import type { PodInfo } from './pod-info.ts';
import { type NodeInfo, type Snapshot, withPods } from './snapshot.ts';

/** Where room is made for a pod, and by whose end. */
export interface Preemption {
  readonly node: string;
  readonly victims: readonly PodObject[];
}

interface Candidate {
  readonly node: NodeInfo;
  /** The most important first. */
  readonly victims: readonly PodInfo[];
  readonly violations: number;
}

const NOT_HELPFUL = 'Preemption is not helpful for scheduling';
const NO_VICTIMS = 'No preemption victims found for incoming pod';

/** What making room for a pod would take, or why it cannot be made. */
export function preempt(
  pod: PodInfo,
  snapshot: Snapshot,
  rejections: ReadonlyMap<string, Rejection>,
): { readonly preemption: Preemption } | { readonly refusal: string } {
  const ineligible = ineligibility(pod, snapshot, rejections);
  if (ineligible) return { refusal: ineligible };
  const refusals: string[][] = [];
  const candidates = snapshot.nodes.flatMap((node): Candidate[] => {
    if (rejections.get(node.name)?.isFinal !== false) {
      refusals.push([NOT_HELPFUL]);
      return [];
    }
    const found = selectVictims(pod, snapshot, node);
    if ('victims' in found) return [found];
    refusals.push([...found.reasons]);
    return [];
  });
  const best = bestCandidate(candidates);
  if (!best) return { refusal: unavailable(snapshot.nodes.length, refusals) };
  return { preemption: { node: best.node.name, victims: best.victims.map((victim) => victim.pod) } };
}

/** Why a pod may not preempt: it does not want to, or those it preempted are still on their way out. */
function ineligibility(
  pod: PodInfo,
  snapshot: Snapshot,
  rejections: ReadonlyMap<string, Rejection>,
): string | undefined {
  if (pod.pod.spec?.preemptionPolicy === 'Never') return 'not eligible due to preemptionPolicy=Never.';
  const nominated = pod.pod.status?.nominatedNodeName;
  if (!nominated || rejections.get(nominated)?.isFinal) return undefined;
  const pods = snapshot.nodes.find(({ name }) => name === nominated)?.pods ?? [];
  const isLeaving = pods.some((other) => other.priority < pod.priority && isPreempted(other.pod));
  return isLeaving ? 'not eligible due to a terminating pod on the nominated node.' : undefined;
}

function isPreempted({ metadata, status }: PodObject): boolean {
  if (!metadata.deletionTimestamp) return false;
  const target = conditionOf(status?.conditions, 'DisruptionTarget');
  return target?.status === 'True' && target.reason === 'PreemptionByScheduler';
}

/**
 * The fewest pods whose end lets the pod run here: all of lower priority are taken away, and given
 * back one by one, the important and the protected first, as long as the pod still fits.
 */
function selectVictims(
  pod: PodInfo,
  snapshot: Snapshot,
  node: NodeInfo,
): Candidate | { readonly reasons: readonly string[] } {
  const lower = node.pods.filter(({ priority }) => priority < pod.priority).toSorted(byImportance);
  if (lower.length === 0) return { reasons: [NO_VICTIMS] };
  const rejectionWith = (pods: readonly PodInfo[]): Rejection | { readonly reasons: readonly string[] } | undefined => {
    const [changed, changedNode] = withPods(snapshot, node, pods);
    const checks = prepareFilters(pod, changed);
    return 'check' in checks ? checkNode(pod, changed, changedNode, checks.check) : { reasons: [checks.why] };
  };
  let kept = node.pods.filter((other) => !lower.includes(other));
  const rejection = rejectionWith(kept);
  if (rejection) return { reasons: rejection.reasons };
  const [violating, others] = byBudget(lower, snapshot.budgets);
  const victims: PodInfo[] = [];
  let violations = 0;
  for (const candidate of [...violating, ...others]) {
    if (!rejectionWith([...kept, candidate])) {
      kept = [...kept, candidate];
      continue;
    }
    victims.push(candidate);
    if (violating.includes(candidate)) violations++;
  }
  return { node, victims: victims.toSorted(byImportance), violations };
}

/** Higher priority first, then who has run longer. */
function byImportance(one: PodInfo, other: PodInfo): number {
  if (one.priority !== other.priority) return other.priority - one.priority;
  return startOf(one) - startOf(other);
}

function startOf({ pod }: PodInfo): number {
  return Date.parse(pod.status?.startTime ?? pod.metadata.creationTimestamp ?? '') || 0;
}

/** Pods whose end would break a disruption budget, and the others, each in the given order. */
function byBudget(pods: readonly PodInfo[], budgets: readonly Budget[]): [PodInfo[], PodInfo[]] {
  const left = new Map(budgets.map((budget) => [budget, budget.status?.disruptionsAllowed ?? 0]));
  const [violating, others]: [PodInfo[], PodInfo[]] = [[], []];
  for (const pod of pods) {
    let isViolation = false;
    for (const [budget, allowed] of left) {
      const { selector } = budget.spec ?? {};
      if (budget.metadata.namespace !== pod.namespace || !selector || isEmptySelector(selector)) continue;
      if (Object.keys(pod.labels).length === 0 || !matchesSelector(selector, pod.labels)) continue;
      if (budget.status?.disruptedPods?.[pod.pod.metadata.name]) continue;
      left.set(budget, allowed - 1);
      if (allowed - 1 < 0) isViolation = true;
    }
    (isViolation ? violating : others).push(pod);
  }
  return [violating, others];
}

/** Fewest broken budgets, then the least important victims, then the fewest, then the youngest. */
function bestCandidate(candidates: readonly Candidate[]): Candidate | undefined {
  const costs: readonly ((candidate: Candidate) => number)[] = [
    ({ violations }) => violations,
    ({ victims }) => victims[0]?.priority ?? 0,
    ({ victims }) => victims.reduce((sum, { priority }) => sum + priority + 2 ** 31, 0),
    ({ victims }) => victims.length,
    ({ victims }) => -Math.min(...victims.filter(({ priority }) => priority === victims[0]?.priority).map(startOf)),
  ];
  return costs.reduce((left, cost) => {
    const least = Math.min(...left.map(cost));
    return left.filter((candidate) => cost(candidate) === least);
  }, candidates)[0];
}
