import type { VersionId, Weights } from '@slipway/delivery';
import { type GoalSplit, goalSplit, type SplitSituation } from '../weights/index.ts';

/** What has to happen to the split next. */
export type Move =
  /** Nothing: the split is the goal, or the declared weights give none. */
  | { readonly kind: 'stay' }
  /** The first release: the target gets all, without steps. */
  | { readonly kind: 'install'; readonly subject: VersionId; readonly weights: Weights }
  /** Weight moves between versions that serve already: at once, without steps. */
  | { readonly kind: 'shift'; readonly weights: Weights }
  /** `subject` is raised in steps until the split is `weights`. */
  | { readonly kind: 'rollout'; readonly subject: VersionId; readonly weights: Weights };

export interface NextMove {
  readonly move: Move;
  readonly goal: GoalSplit;
  /** Versions that would be raised too, oldest first: one at a time. */
  readonly waiting: readonly VersionId[];
}

/**
 * The way from the present split to the goal. A version without weight is raised by a rollout of its own; all other
 * changes need none. Which of several comes first: the target, then the oldest. `versions` are oldest first.
 */
export function nextMove(situation: SplitSituation): NextMove {
  const { versions, target, current, isManual = false } = situation;
  const goal = goalSplit(situation);
  const isValid = goal.verdict === 'AsDeclared' || goal.verdict === 'Normalised';
  const isFirst = !Object.values(current).some((weight) => weight > 0);
  const first = versions.find(({ versionId, isRoutable }) => isRoutable && versionId === target);
  // Where nothing serves yet, the target does, whatever was declared.
  if (isFirst && first) {
    const { versionId: subject } = first;
    return { move: { kind: 'install', subject, weights: { [subject]: 100 } }, goal, waiting: [] };
  }
  if (!isValid || isFirst) return { move: { kind: 'stay' }, goal, waiting: [] };
  const rising = versions
    .map(({ versionId }) => versionId)
    .filter((versionId) => (goal.weights[versionId] ?? 0) > 0 && (current[versionId] ?? 0) === 0);
  const subject = rising.find((versionId) => versionId === target) ?? rising[0];
  if (subject === undefined || isManual) {
    const isThere = isSame(goal.weights, current);
    return { move: isThere ? { kind: 'stay' } : { kind: 'shift', weights: goal.weights }, goal, waiting: [] };
  }
  const waiting = rising.filter((versionId) => versionId !== subject);
  const alone = goalSplit({
    ...situation,
    versions: versions.map((version) =>
      waiting.includes(version.versionId) ? { ...version, isRoutable: false } : version,
    ),
  });
  return { goal, waiting, move: { kind: 'rollout', subject, weights: alone.weights } };
}

function isSame(a: Weights, b: Weights): boolean {
  return [...Object.keys(a), ...Object.keys(b)].every((versionId) => (a[versionId] ?? 0) === (b[versionId] ?? 0));
}
