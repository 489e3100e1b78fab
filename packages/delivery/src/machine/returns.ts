import type { MemberId, MemberState } from '../model/index.ts';
import { countOf, membersBackwards, stageOfMember } from '../plan/index.ts';
import { belowFloor, healthyMembers, isMoving, modeOf } from './members.ts';
import type { Turn } from './turn.ts';

/** Members that failed go back, each alone, while the others go on: no rollback of the plan, no hold. */
export function returnFailed(turn: Turn): void {
  const { state, stage } = turn;
  if (turn.isTerminal || state.phase === 'RollingBack') return;
  followReturns(turn);
  // A rollback of the plan takes them with the others.
  if (state.ending?.to === 'RollingBack') return;
  startReturns(turn, dueReturns(turn), () => stage.maxConcurrent);
}

/** Members that failed and have not begun to go back. */
export function dueReturns({ plan, state }: Turn): readonly MemberId[] {
  return membersBackwards(plan).filter((id) => state.members[id]?.return === 'due');
}

/** Whether the plan has to wait for members on their way, or due to go, before it ends. */
export function hasReturns({ state }: Turn): boolean {
  return Object.values(state.members).some(({ phase, return: back }) => phase === 'RollingBack' || back === 'due');
}

/** The time of those that could not begin is over. */
export function giveUpReturns(turn: Turn, reason: string): void {
  returnFailed(turn);
  if (!Object.values(turn.state.members).some(isMoving))
    for (const id of dueReturns(turn)) failReturn(turn, id, reason);
}

/** Brings members up to date that are on their way back. One that cannot go stops no other. */
export function followReturns(turn: Turn): void {
  for (const [id, member] of Object.entries(turn.state.members)) {
    if (member.phase !== 'RollingBack') continue;
    const seen = turn.member(id);
    if (seen.unknown !== undefined) continue;
    const { version, ready, error } = seen.value;
    if (error && !error.isTransient) failReturn(turn, id, error.message);
    else if (version === member.previous && (ready || version === null)) {
      turn.setMember(id, { phase: 'RolledBack' });
      turn.tell('MemberRolledBack', id, `${id} runs ${version ?? 'nothing'} again`);
    }
  }
}

/** Begins the return of members, as many as may move at once, while enough others are healthy. */
export function startReturns(
  turn: Turn,
  ids: readonly MemberId[],
  limitOf: (id: MemberId) => Parameters<typeof countOf>[0],
): void {
  const { plan, state } = turn;
  if (ids.length === 0) return;
  let inFlight = Object.values(state.members).filter(isMoving).length;
  const healthy = healthyMembers(turn);
  let mode = modeOf(turn);
  for (const id of ids) {
    if (inFlight >= Math.max(1, countOf(limitOf(id), plan.members.length))) return;
    const member = state.members[id] as MemberState;
    if (hasNowhereToGo(turn, member)) {
      failReturn(turn, id, `${id} had no version before`);
      continue;
    }
    if (!isThere(turn, id, member) && belowFloor(turn, id, healthy, mode) !== undefined) continue;
    healthy.delete(id);
    const { slot: _, readySince: __, retryAt: ___, return: ____, ...rest } = member;
    state.members[id] = { ...rest, phase: 'RollingBack', since: turn.now, effectAt: turn.now };
    inFlight += 1;
    mode = modeOf(turn);
  }
}

function hasNowhereToGo({ plan }: Turn, { previous }: MemberState): boolean {
  return previous === undefined || (previous === null && plan.actuator !== 'clusters');
}

/** It never left what it goes back to: nothing is taken away. */
function isThere(turn: Turn, id: MemberId, { previous }: MemberState): boolean {
  return turn.member(id).value?.version === previous;
}

/** The stage that is undone says how many at once, unless the plan names a number for the way back. */
export function returnLimit({ plan, stage }: Turn, id: MemberId): Parameters<typeof countOf>[0] {
  return plan.rollback.maxConcurrent ?? stageOfMember(plan, id)?.maxConcurrent ?? stage.maxConcurrent;
}

/** No rollback of a rollback: it stays as it is, and is not tried again in this attempt. */
export function failReturn(turn: Turn, id: MemberId, reason: string): void {
  const { phase, reason: cause } = turn.state.members[id] as MemberState;
  const opening = `${id} could not go back: `;
  const failed = `${opening}${reason}`;
  // Why it had to go, and the last try: tries by hand have no end.
  const first = cause?.startsWith(opening) ? undefined : cause?.split(`; ${opening}`)[0];
  turn.setMember(id, {
    phase: 'Failed',
    return: 'failed',
    reason: first === undefined ? failed : `${first}; ${failed}`,
  });
  if (phase !== 'Failed') turn.tell('MemberFailed', id, failed);
}
