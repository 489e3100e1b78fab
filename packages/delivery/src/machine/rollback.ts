import type { MemberId, MemberState } from '../model/index.ts';
import { membersBackwards } from '../plan/index.ts';
import { end, hasChangedMembers } from './failure.ts';
import { belowFloor, healthyMembers, isMoving, modeOf } from './members.ts';
import { counted } from './names.ts';
import { failReturn, followReturns, returnLimit, startReturns } from './returns.ts';
import { blockedReturn, isSameWeights, returnWeights, setWeights, strandedBy } from './traffic.ts';
import type { Turn } from './turn.ts';

/** Whether something of the plan is in force: what ends it has to give that back. */
export function hasMoved(turn: Turn): boolean {
  const { plan, state } = turn;
  const isMoved = plan.split !== undefined && !isSameWeights(returnWeights(turn), state.weights);
  return isMoved || hasChangedMembers(turn);
}

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

/** Why nothing can go back. */
export const nowhere = (gone: string): string => `there is no version to go back to: ${gone} exists no longer`;

/** Weights first, then members in reverse order; done when all of it has been seen. */
export function rollBack(turn: Turn): void {
  const { plan, state } = turn;
  if (state.phase !== 'RollingBack') return;
  if (plan.actuator === 'traffic' && plan.split) {
    const wanted = returnWeights(turn);
    if (!isSameWeights(wanted, state.weights)) {
      const gone = strandedBy(turn);
      if (gone !== undefined) return giveUpRollback(turn, nowhere(gone));
      if (blockedReturn(turn) !== undefined) return;
      setWeights(turn, wanted);
    }
    if (!isTakenBack(turn)) return;
  }
  followReturns(turn);
  startReturns(turn, membersToUndo(turn), (id) => returnLimit(turn, id));
  if (membersToUndo(turn).length > 0 || Object.values(state.members).some(isMoving)) return;
  finishRollback(turn);
}

/** Whether the route has the weights of before: by the version that loses its share, or by all that have it again. */
function isTakenBack(turn: Turn): boolean {
  const receivers = Object.entries(turn.state.weights).filter(([, weight]) => weight > 0);
  // Of a version that was refused, or is gone, nothing may ever be seen; shares sum to 100.
  return turn.isRouted(turn.plan.to) || (receivers.length > 0 && receivers.every(([id]) => turn.isRouted(id)));
}

/** Members that the plan has changed and that are not back, in the order of a rollback. */
function membersToUndo({ plan, state }: Turn): readonly MemberId[] {
  return membersBackwards(plan).filter((id) => {
    const { phase, previous, return: back } = state.members[id] as MemberState;
    return previous !== undefined && phase !== 'RollingBack' && phase !== 'RolledBack' && back !== 'failed';
  });
}

/** What keeps the members from their way back while none of them moves. */
export function blockedReturns(turn: Turn): string | undefined {
  const [id] = membersToUndo(turn);
  return id && (belowFloor(turn, id, healthyMembers(turn), modeOf(turn)) ?? `${id} has not begun to go back`);
}

/** The time for the way back is over, and nobody is on it: what could not begin stays as it is. */
export function giveUpRollback(turn: Turn, reason: string): void {
  if (turn.plan.actuator === 'traffic') return end(turn, 'RollbackFailed', `${turn.plan.to}: ${reason}`);
  // What this look allows is begun first: the floor may have let one go.
  startReturns(turn, membersToUndo(turn), (id) => returnLimit(turn, id));
  if (Object.values(turn.state.members).some(isMoving)) return;
  for (const id of membersToUndo(turn)) failReturn(turn, id, reason);
  finishRollback(turn);
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
  const stuck = Object.keys(state.members).filter((id) => state.members[id]?.return === 'failed');
  if (stuck.length === 0) end(turn, 'RolledBack', reason);
  else end(turn, 'RollbackFailed', `${reason}; ${counted(stuck, 'could not go back')}`);
}
