import type { Duration } from '@gati-framework/contracts/deployment';
import type { Stage, VersionHealth, VersionId } from '../model/index.ts';
import { largestRemainder, splitAt, type Weights } from '../weights/index.ts';
import { replicasFor } from './service-floor.ts';
import type { Turn } from './turn.ts';

/** Share of `to` that a stage ends with; undefined for stages that leave the weights alone. */
export function shareOf(turn: Turn, stage: Stage): number | undefined {
  const goal = turn.plan.split?.goal[turn.plan.to] ?? 0;
  switch (stage.kind) {
    case 'weight':
      return Math.min(typeof stage.to === 'number' ? stage.to : goal, goal);
    case 'install':
    case 'switch':
      return goal;
    default:
      return undefined;
  }
}

/**
 * Replicas that carry `share` percent of the traffic: the same part of those that carried all of it. Never none, and
 * never more than the version's scaler may have. Undefined while nobody knows how many carried it.
 */
export function neededReplicas(turn: Turn, version: VersionId, share: number): number | undefined {
  const { base } = turn.state;
  if (base === undefined) return undefined;
  const seen = turn.version(version);
  const most = seen.unknown === undefined ? (seen.value.scaler?.max ?? Number.POSITIVE_INFINITY) : base;
  return replicasFor(base, share, most);
}

/** Ready replicas that can be given more. */
export function settledReplicas({ ready, unsettled = 0 }: VersionHealth): number {
  return Math.max(0, ready - unsettled);
}

/** Remembers how many replicas carried the traffic when the plan began, and what a busy scaler has asked for since. */
export function noteBase(turn: Turn): void {
  const { plan, state } = turn;
  if (plan.actuator !== 'traffic') return;
  // A first version has nobody to take the number from but itself.
  const carrier = plan.from ?? plan.to;
  const seen = turn.version(carrier);
  if (seen.unknown !== undefined) return;
  const { wanted } = seen.value;
  if (plan.from === null) {
    state.base = Math.max(1, wanted);
    return;
  }
  if (state.base === undefined) {
    // Beside others it has what its own share needs.
    const share = plan.split?.baseline[carrier] || 100;
    state.base = Math.max(1, wanted, Math.floor((wanted * 100) / share));
    const carrying = state.versions[carrier];
    if (carrying) state.versions[carrier] = { ...carrying, held: wanted };
  }
  for (const version of Object.keys(state.weights)) raiseBase(turn, version);
}

/**
 * A scaler above its minimum tells what its share of the traffic needs, and so what all of it does. Not that of a
 * version whose share has fallen: for a while it still asks for what its old share needed.
 */
function raiseBase(turn: Turn, version: VersionId): void {
  const { plan, state } = turn;
  const { baseline = {}, goal = {} } = plan.split ?? {};
  const share = state.weights[version] ?? 0;
  // At its goal the new version would be measured by itself; below a tenth the answer is too coarse to scale up from.
  const isAtGoal = version === plan.to && share >= (goal[version] ?? 0);
  const seen = turn.version(version);
  if (isAtGoal || share < Math.max(10, baseline[version] ?? 0) || seen.unknown !== undefined) return;
  const { wanted, scaler } = seen.value;
  if (scaler && turn.isRouted(version) && wanted > Math.max(scaler.min, state.versions[version]?.held ?? 0))
    state.base = Math.max(state.base ?? 0, Math.ceil((wanted * 100) / share));
}

/** The weights that the stage ends with. */
function stageWeights(turn: Turn): Weights | undefined {
  const { plan, stage } = turn;
  const share = shareOf(turn, stage);
  if (share === undefined || !plan.split) return undefined;
  return splitAt(plan.split.baseline, plan.split.goal, plan.to, share);
}

/** What keeps the weights of the stage from being asked for. */
export function weightsBlocker(turn: Turn): string | undefined {
  const wanted = stageWeights(turn);
  return wanted && blockedRaise(turn, wanted);
}

/** Moves the weights to the stage's share as soon as every version that gains has the replicas for it. */
export function moveWeights(turn: Turn): void {
  const wanted = stageWeights(turn);
  if (!wanted || isSameWeights(wanted, turn.state.weights) || blockedRaise(turn, wanted) !== undefined) return;
  setWeights(turn, wanted);
}

/** Why the weights cannot become these yet. Weight follows capacity, at every share. */
export function blockedRaise(turn: Turn, wanted: Weights): string | undefined {
  for (const [version, weight] of Object.entries(wanted)) {
    if (weight <= (turn.state.weights[version] ?? 0)) continue;
    const seen = turn.version(version);
    if (seen.unknown !== undefined) return seen.unknown;
    const needed = neededReplicas(turn, version, weight);
    if (needed === undefined) return `the replicas of ${turn.plan.from ?? version} are not known`;
    const ready = settledReplicas(seen.value);
    if (ready < needed) return `${version} has ${ready} of ${needed} ready replicas`;
  }
  return undefined;
}

export function setWeights(turn: Turn, wanted: Weights): void {
  const { state, plan, now } = turn;
  for (const [version, weight] of Object.entries(state.weights)) {
    if (weight > 0 && (wanted[version] ?? 0) === 0) holdSize(turn, version);
  }
  state.weights = wanted;
  state.weightsAt = now;
  const shares = Object.entries(wanted).map(([version, weight]) => `${version} ${weight}`);
  turn.tell('WeightChanged', plan.to, `weights are ${shares.join(', ')}`);
  for (const [version, weight] of Object.entries(wanted)) {
    const known = state.versions[version];
    if (weight > 0 && (known === undefined || known.phase !== 'Current'))
      state.versions[version] = { ...known, phase: version === plan.to ? 'Ramping' : 'Current', since: now };
  }
}

/** Remembers what a version has that loses its last weight: it serves until it is drained. */
function holdSize(turn: Turn, version: VersionId): void {
  const known = turn.state.versions[version];
  const seen = turn.version(version);
  if (known && known.held === undefined && seen.unknown === undefined)
    turn.state.versions[version] = { ...known, held: seen.value.wanted };
}

/** Whether the stage's weights are asked for and accepted. */
export function areWeightsReached(turn: Turn): boolean {
  const wanted = stageWeights(turn);
  return !wanted || (isSameWeights(wanted, turn.state.weights) && turn.isRouted(turn.plan.to));
}

export function isSameWeights(a: Weights, b: Weights): boolean {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => (a[key] ?? 0) === (b[key] ?? 0));
}

/**
 * The weights to go back to: those before the plan, with a zero for every version that came with it. The share of one
 * that is gone is the others'.
 */
export function returnWeights({ plan, observation: { gone = [] } }: Turn): Weights {
  if (!plan.split) return {};
  const before = splitAt(plan.split.baseline, plan.split.goal, plan.to, 0);
  const left = Object.entries(before).filter(([version, weight]) => weight > 0 && !gone.includes(version));
  const sum = left.reduce((total, [, weight]) => total + weight, 0);
  if (sum === 0 || sum === 100) return before;
  const whole = largestRemainder(
    left.map(([, weight]) => (weight * 100) / sum),
    100,
  );
  const zeros = Object.keys(before).map((version) => [version, 0]);
  return Object.fromEntries([...zeros, ...left.map(([version], index) => [version, whole[index] ?? 0])]);
}

/** A version that loses its last pod to another node is back by then; one that stays away is not waited for. */
export const RETURN_MS: Duration = 60_000;

/**
 * Every version that the traffic could go back to exists no longer, and nothing brings it back: what has the traffic
 * keeps it, as a first version does. Answers with their names.
 */
export function strandedBy({ plan, observation: { gone = [] } }: Turn): string | undefined {
  const receivers = Object.entries(plan.split?.baseline ?? {}).filter(([, weight]) => weight > 0);
  const isStranded = receivers.length > 0 && receivers.every(([version]) => gone.includes(version));
  return isStranded ? receivers.map(([version]) => version).join(', ') : undefined;
}

/** Going back must be quick: any ready replica of the old version is better than the new one. */
export function blockedReturn(turn: Turn): string | undefined {
  for (const [version, weight] of Object.entries(returnWeights(turn))) {
    if (weight <= (turn.state.weights[version] ?? 0)) continue;
    const seen = turn.version(version);
    if (seen.unknown !== undefined) return seen.unknown;
    if (seen.value.ready === 0) return `${version} has no ready replica`;
  }
  return undefined;
}

/** Whether one of the versions to go back to can answer; undefined while that is not known, or there is none. */
export function canAnswerInstead(turn: Turn): boolean | undefined {
  const seen = Object.entries(returnWeights(turn)).flatMap(([id, weight]) => (weight > 0 ? [turn.version(id)] : []));
  if (seen.some(({ value }) => (value?.ready ?? 0) > 0)) return true;
  return seen.every(({ unknown }) => unknown === undefined) ? false : undefined;
}

/** Until when who has the traffic now, after success or after going back, keeps what it needs for all of it. */
export function windowEnd({ plan, state }: Turn): number | undefined {
  const isBack = ['RolledBack', 'Aborted', 'Superseded'].includes(state.phase) && plan.actuator === 'traffic';
  const from = isBack ? state.since : state.phase === 'Succeeded' ? state.succeededAt : undefined;
  return from === undefined ? undefined : from + plan.rollback.window;
}
