import type { MemberId, MemberState } from '../model/index.ts';
import { countOf } from '../plan/index.ts';
import { end } from './failure.ts';
import { belowFloor, healthyMembers, isMoving, membersToUndo } from './members.ts';
import { blockedReturn, isSameWeights, returnWeights, setWeights } from './traffic.ts';
import type { Turn } from './turn.ts';

export function beginRollback(turn: Turn, reason: string): void {
  turn.enter('RollingBack', reason);
  turn.tell('RollbackStarted', turn.plan.to, reason);
  bringUp(turn);
}

/** Who is gone back to and was scaled down on its way out gets its replicas back before the traffic. */
function bringUp(turn: Turn): void {
  const { versions } = turn.state;
  for (const [id, weight] of Object.entries(returnWeights(turn))) {
    const version = versions[id];
    if (weight === 0 || version?.phase !== 'ScaledDown') continue;
    versions[id] = { ...version, phase: 'Drained', since: turn.now };
    turn.tell('VersionResurrected', id, `${id} is gone back to`);
  }
}

/** Weights first, then members in reverse order; done when all of it has been seen. */
export function rollBack(turn: Turn): void {
  const { plan, state } = turn;
  if (state.phase !== 'RollingBack') return;
  if (plan.actuator === 'traffic' && plan.split) {
    const wanted = returnWeights(turn);
    if (!isSameWeights(wanted, state.weights)) {
      if (blockedReturn(turn) !== undefined) return;
      setWeights(turn, wanted);
    }
    if (!turn.isRouted(plan.to)) return;
  }
  followReturns(turn);
  if (turn.isTerminal) return;
  startReturns(turn);
  if (membersToUndo(turn).length > 0 || Object.values(state.members).some(isMoving)) return;
  finishRollback(turn);
}

function followReturns(turn: Turn): void {
  for (const [id, member] of Object.entries(turn.state.members)) {
    if (member.phase !== 'RollingBack') continue;
    const seen = turn.member(id);
    if (seen.unknown !== undefined) continue;
    const { version, ready, error } = seen.value;
    if (error && !error.isTransient) {
      failRollback(turn, id, error.message);
      return;
    }
    if (version !== member.previous || !ready) continue;
    turn.setMember(id, { phase: 'RolledBack' });
    turn.tell('MemberRolledBack', id, `${id} runs ${member.previous ?? 'nothing'} again`);
  }
}

function startReturns(turn: Turn): void {
  const { plan, stage, state } = turn;
  const limit = Math.max(1, countOf(plan.rollback.maxConcurrent ?? stage.maxConcurrent, plan.members.length));
  let inFlight = Object.values(state.members).filter(isMoving).length;
  const healthy = healthyMembers(turn);
  for (const id of membersToUndo(turn)) {
    if (inFlight >= limit) return;
    const member = state.members[id] as MemberState;
    if (member.previous === null || member.previous === undefined) {
      failRollback(turn, id, `${id} had no version before`);
      return;
    }
    const seen = turn.member(id);
    const isServing = seen.unknown === undefined && seen.value.ready;
    if (isServing && belowFloor(turn, id, healthy) !== undefined) continue;
    healthy.delete(id);
    const { slot: _, readySince: __, retryAt: ___, ...rest } = member;
    state.members[id] = { ...rest, phase: 'RollingBack', since: turn.now, effectAt: turn.now };
    inFlight += 1;
  }
}

/** No rollback of a rollback: what failed stays as it is, and a person acts. */
export function failRollback(turn: Turn, id: MemberId, reason: string): void {
  if (turn.state.members[id]) turn.setMember(id, { phase: 'Failed', reason });
  end(turn, 'RollbackFailed', `${id}: ${reason}`);
}

/** The version is not started again by automation; newer ones are free. */
function finishRollback(turn: Turn): void {
  const { plan, state, now } = turn;
  const reason = state.reason ?? 'rolled back';
  state.versions[plan.to] = { phase: 'Inactive', since: now, ...state.versions[plan.to], bad: reason };
  // Who holds the whole subject holds this version too, and only a person may lift that.
  const isHeldWhole = state.hold && state.hold.version === undefined;
  if (!isHeldWhole) {
    state.hold = { by: 'slipway', reason, since: now, version: plan.to };
    turn.tell('HoldSet', plan.to, reason);
  }
  end(turn, 'RolledBack', reason);
}
