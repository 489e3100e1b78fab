import type { Instant } from '@gati-framework/contracts/deployment';
import { gateWords } from '../gates/index.ts';
import type { Ending, MemberId, MemberState } from '../model/index.ts';
import { end, fail } from './failure.ts';
import { activeGates, gateKey, gatesOutcome, openQuestion } from './gate-runs.ts';
import {
  areMembersSettled,
  blockedStart,
  failBadMembers,
  hasFailed,
  healthyMembers,
  isMoving,
  modeOf,
  stageMembers,
  startMembers,
} from './members.ts';
import { counted, named } from './names.ts';
import { tooFewReachable } from './presence.ts';
import { dueReturns, hasReturns } from './returns.ts';
import { beginRollback } from './rollback.ts';
import {
  areWeightsReached,
  blockedReturn,
  isSameWeights,
  moveWeights,
  neededReplicas,
  RETURN_MS,
  returnWeights,
  settledReplicas,
  setWeights,
  shareOf,
  strandedBy,
  weightsBlocker,
} from './traffic.ts';
import type { Turn } from './turn.ts';

/** Takes the plan as far as it goes now. True when it went on, so that there may be more to do. */
export function advance(turn: Turn): boolean {
  const { state } = turn;
  if (turn.isTerminal || state.phase === 'RollingBack') return false;
  if (state.ending) return settle(turn);
  if (state.phase === 'Paused') return false;
  if (concludeGates(turn)) return true;
  if (!state.isStarted) return beginStage(turn);
  const isSeen = tooFewReachable(turn) === undefined;
  if (turn.plan.actuator === 'traffic') moveWeights(turn);
  else if (isSeen) startMembers(turn);
  const isReached = areWeightsReached(turn) && areMembersSettled(turn);
  if (state.phase === 'Progressing') return isReached && isSeen && verify(turn);
  if (!isReached && turn.plan.actuator !== 'traffic') {
    // A member came back: the stage has work again.
    turn.enter('Progressing');
    delete state.reachedAt;
    return true;
  }
  // A target that is held no more, or that nobody sees, is not passed.
  return isReached && isSeen && completeStage(turn);
}

/** A gate that failed runs the policy; one that leaves the question open hands it to a person. */
function concludeGates(turn: Turn): boolean {
  const { state, stage } = turn;
  const runs = activeGates(turn)
    .filter(({ dryRun }) => !dryRun)
    .map((gate) => ({ gate, run: state.gates[gateKey(stage, gate)] }));
  const failed = runs.find(({ run }) => run?.outcome === 'Fail');
  if (failed) {
    fail(turn, gateWords(failed.gate, failed.run), failed.run?.lastAt);
    return true;
  }
  const open = runs.find(({ run }) => run?.outcome === 'Inconclusive');
  if (!open) return false;
  pause(turn, `gate ${open.gate.name}`, openQuestion(open.gate, open.run));
  return true;
}

export function pause(turn: Turn, by: string, reason: string): void {
  const { state, now } = turn;
  state.pausedFrom = { phase: state.phase, at: now, by, reason };
  turn.enter('Paused', reason);
  turn.tell('Paused', turn.plan.to, reason, by);
}

function beginStage(turn: Turn): boolean {
  const { state, stage } = turn;
  const isHeld = state.hold !== undefined && (state.hold.version === undefined || state.hold.version === turn.plan.to);
  if (isHeld || gatesOutcome(turn) !== 'Pass') return false;
  state.isStarted = true;
  turn.enter('Progressing');
  turn.tell('StageStarted', stage.name, `stage ${stage.name} starts`);
  return true;
}

function verify(turn: Turn): true {
  const { state, stage } = turn;
  state.reachedAt = turn.now;
  turn.enter('Verifying');
  turn.tell('StageReached', stage.name, `stage ${stage.name} has reached its target`);
  if (stage.kind === 'pause' && state.promoted !== state.stage && !stage.gates.some(({ when }) => when !== 'before'))
    pause(turn, 'plan', `stage ${stage.name} waits for a person`);
  return true;
}

function completeStage(turn: Turn): boolean {
  const { plan, state } = turn;
  if (gatesOutcome(turn) !== 'Pass' || turn.now < unwatchedUntil(turn)) return false;
  if (state.stage < plan.stages.length - 1) {
    enterStage(turn, state.stage + 1);
    return true;
  }
  // A member that is known to be bad now was tolerated on the way; it is not delivered.
  if (failBadMembers(turn)) return true;
  if (hasReturns(turn)) return false;
  return endWithFailed(turn) || succeed(turn);
}

/** A plan in which a member failed has not delivered its version, whatever became of the others. */
function endWithFailed(turn: Turn): boolean {
  const failed = membersThat(turn, hasFailed);
  if (failed.length === 0) return false;
  const causes = failed.slice(0, 3).map((id) => `${id}: ${turn.state.members[id]?.reason ?? 'failed'}`);
  end(turn, 'Frozen', `${counted(failed, 'failed')} (${causes.join('; ')})`);
  return true;
}

function membersThat({ state }: Turn, is: (member: MemberState) => boolean): MemberId[] {
  return Object.entries(state.members).flatMap(([id, member]) => (is(member) ? [id] : []));
}

const SHORTEST_WATCH_MS = 60_000;

/** Until when a stage that was not watched from its start has to be: a minute, or two measurements. */
export function unwatchedUntil({ observation: { since }, state: { stageSince }, stage }: Turn): Instant {
  if (since === undefined || since <= stageSince) return 0;
  const intervals = stage.gates.filter(({ kind }) => kind === 'metric').map(({ spec }) => spec?.intervalMs ?? 60_000);
  return since + Math.max(SHORTEST_WATCH_MS, ...intervals.map((interval) => 2 * interval));
}

export function enterStage(turn: Turn, stage: number): void {
  const { state } = turn;
  state.stage = stage;
  state.stageSince = turn.now;
  state.isStarted = false;
  delete state.reachedAt;
  turn.enter('Verifying');
}

/** Success is reported only for a version that can carry what it carries. */
function succeed(turn: Turn): boolean {
  const { plan, state, now } = turn;
  if (plan.actuator === 'traffic') {
    const seen = turn.version(plan.to);
    if (seen.unknown !== undefined || settledReplicas(seen.value) < plan.floor) return false;
  }
  state.versions[plan.to] = { ...state.versions[plan.to], phase: 'Current', since: now };
  state.succeededAt = now;
  const deferred = membersThat(turn, ({ phase }) => phase === 'Deferred');
  const missing = deferred.length === 0 ? '' : `; ${counted(deferred, 'offline')}`;
  end(turn, 'Succeeded', `${plan.to} is delivered${missing}`);
  return true;
}

/** What moves comes to an end first; weights that must go back do so at once. */
function settle(turn: Turn): boolean {
  const { plan, state } = turn;
  const { ending } = state;
  if (!ending) return false;
  const givesBack = plan.actuator === 'traffic' && (ending.to === 'Aborted' || ending.to === 'Superseded');
  const wanted = returnWeights(turn);
  if (givesBack && plan.split && !isSameWeights(wanted, state.weights) && strandedBy(turn) === undefined) {
    if (blockedReturn(turn) === undefined) setWeights(turn, wanted);
    else if (!isReturnOverdue(turn, ending)) return false;
  }
  if (Object.values(state.members).some(isMoving)) return false;
  if (ending.to === 'RollingBack') {
    delete state.ending;
    beginRollback(turn, ending.reason);
    return true;
  }
  if (dueReturns(turn).length > 0) return false;
  end(turn, ending.to, `${ending.reason}${leftBehind(turn, ending.to)}`);
  return true;
}

/** The next version waits behind one that cannot answer: what has the traffic keeps it meanwhile. */
function isReturnOverdue({ now }: Turn, { since }: Ending): boolean {
  return since !== undefined && now - since >= RETURN_MS;
}

/** What stays of a plan that ends on its way, for people who read how it ended. */
function leftBehind(turn: Turn, to: Ending['to']): string {
  const updated = to === 'Frozen' ? [] : membersThat(turn, ({ phase }) => phase === 'Done');
  const failed = membersThat(turn, hasFailed);
  return [
    ...(updated.length > 0 ? [`; ${turn.plan.to} stays on ${named(updated)}`] : []),
    ...(failed.length > 0 ? [`; ${counted(failed, 'failed')}`] : []),
  ].join('');
}

/** What keeps a stage from its target. */
export function stageBlocker(turn: Turn): string {
  const { plan, state, stage } = turn;
  if (plan.actuator === 'traffic' && plan.split) {
    if (!areWeightsReached(turn)) return weightsBlocker(turn) ?? 'the route has not taken its weights yet';
    const seen = turn.version(plan.to);
    if (seen.unknown !== undefined) return seen.unknown;
    const share = shareOf(turn, stage) ?? state.weights[plan.to] ?? 0;
    const needed = Math.max(plan.floor, neededReplicas(turn, plan.to, share) ?? 1);
    const ready = settledReplicas(seen.value);
    if (ready < needed) return `${plan.to} has ${ready} of ${needed} ready replicas`;
  }
  const isOpen = ({ phase }: MemberState): boolean =>
    phase === 'Pending' || phase === 'Updating' || phase === 'Verifying';
  const waiting = stageMembers(turn).filter((id) => isOpen(state.members[id] as MemberState));
  const [first] = waiting;
  if (first !== undefined) {
    const isIdle = state.members[first]?.phase === 'Pending';
    const blocker = isIdle ? blockedStart(turn, first, healthyMembers(turn), modeOf(turn)) : undefined;
    return `${counted(waiting, 'to update')}${blocker === undefined ? '' : ` (${first}: ${blocker})`}`;
  }
  const returning = membersThat(turn, ({ phase, return: back }) => phase === 'RollingBack' || back === 'due');
  return returning.length > 0 ? counted(returning, 'on the way back') : `the gates of stage ${stage.name}`;
}
