import type { MemberId } from '../model/index.ts';
import { membersByStage, ownMembers } from '../plan/index.ts';
import { gatesOutcome } from './gate-runs.ts';
import { belowFloor, healthyMembers, isMoving, modeOf } from './members.ts';
import type { Turn } from './turn.ts';

/** Offline members take no place and count as no failure; they take part again when they are seen. */
export function notePresence(turn: Turn): void {
  const { state } = turn;
  // After the end the record stays as it is: one that returns then gets a plan of its own.
  if (turn.isTerminal || state.ending || state.phase === 'RollingBack') return;
  for (const [id, { phase }] of Object.entries(state.members)) {
    if (phase === 'Pending' && turn.presence(id) === 'offline') {
      turn.setMember(id, { phase: 'Deferred' });
      turn.tell('MemberDeferred', id, `${id} is offline`);
    } else if (phase === 'Deferred' && turn.presence(id) === 'reachable') {
      turn.setMember(id, { phase: 'Pending' });
      turn.tell('MemberRequeued', id, `${id} is back`);
    }
  }
}

/** Too few members of the stage's own can be reached: it starts none and does not end. */
export function tooFewReachable(turn: Turn): string | undefined {
  const own = ownMembers(turn.plan)[turn.state.stage] ?? [];
  if (own.length === 0) return undefined;
  const reachable = own.filter((id) => turn.presence(id) === 'reachable').length;
  const needed = Math.max(1, Math.ceil(((turn.plan.minReachable ?? 50) * own.length) / 100));
  if (reachable >= needed) return undefined;
  return `${reachable} of ${own.length} members of stage ${turn.stage.name} are reachable; ${needed} must be`;
}

/**
 * What the stage waits for, where that is nothing but members that it has not started and cannot see: its clocks stand
 * still then, since nothing that it did can have failed.
 */
export function unseenBlocker(turn: Turn): string | undefined {
  const { plan, state } = turn;
  const isUnderWay = state.isStarted && !turn.isTerminal && !state.ending && state.phase !== 'RollingBack';
  if (!isUnderWay || plan.actuator === 'traffic') return undefined;
  if (Object.values(state.members).some((member) => isMoving(member) || member.return === 'due')) return undefined;
  if (state.phase === 'Verifying' && gatesOutcome(turn) !== 'Pass') return undefined;
  const tooFew = tooFewReachable(turn);
  if (tooFew !== undefined) return tooFew;
  const waiting = (membersByStage(plan)[state.stage] ?? []).filter((id) => state.members[id]?.phase === 'Pending');
  const seen = waiting.filter((id) => turn.member(id).unknown === undefined);
  if (waiting.length === 0 || seen.length > 0) return unseenFloor(turn, seen);
  const others = waiting.length - 1;
  return `${waiting[0]} cannot be seen${others === 0 ? '' : `, nor can ${others} more`}`;
}

/** Nobody may start because so few others are healthy, and those that nobody sees might be. */
function unseenFloor(turn: Turn, waiting: readonly MemberId[]): string | undefined {
  const { plan, state } = turn;
  if (plan.floor === 0 || waiting.length === 0) return undefined;
  const healthy = healthyMembers(turn);
  const mode = modeOf(turn);
  const unseen = Object.entries(state.members).filter(
    ([id, { phase }]) => (phase === 'Pending' || phase === 'Deferred') && turn.member(id).unknown !== undefined,
  ).length;
  const isByThem = (id: MemberId): boolean =>
    belowFloor(turn, id, healthy, mode) !== undefined && healthy.size - 1 + unseen >= plan.floor;
  if (!waiting.every(isByThem)) return undefined;
  return `${healthy.size - 1} other members are healthy and ${plan.floor} must stay; ${unseen} cannot be seen`;
}
