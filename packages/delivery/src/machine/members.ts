import type { Duration } from '@gati-framework/contracts/deployment';
import type { Member, MemberHealth, MemberId, MemberPhase, MemberState, Plan } from '../model/index.ts';
import { countOf, membersByStage, movesMembers, orderedMembers } from '../plan/index.ts';
import { countFailure } from './failure.ts';
import { advanceSlot, slotMode } from './slots.ts';
import type { Turn } from './turn.ts';

const TRANSIENT_TRIES = 2;
const FIRST_RETRY_MS: Duration = 10_000;

export const isMoving = ({ phase }: MemberState): boolean =>
  phase === 'Updating' || phase === 'Verifying' || phase === 'RollingBack';

/** Members that the current stage ends with, in order. */
export function stageMembers(turn: Turn): readonly MemberId[] {
  return membersByStage(turn.plan)[turn.state.stage] ?? [];
}

const byId = new WeakMap<Plan, ReadonlyMap<MemberId, Member>>();

export function memberOf({ plan }: Turn, id: MemberId): Member {
  const members = byId.get(plan) ?? new Map(plan.members.map((member) => [member.id, member]));
  byId.set(plan, members);
  return members.get(id) ?? { id };
}

/** Follows what moves. */
export function followMembers(turn: Turn): void {
  for (const [id, member] of Object.entries(turn.state.members)) {
    if (member.phase === 'Updating' || member.phase === 'Verifying') follow(turn, id, member);
    else if (member.phase === 'Pending' || member.phase === 'Deferred') notePresence(turn, id, member);
  }
}

function follow(turn: Turn, id: MemberId, member: MemberState): void {
  const seen = turn.member(id);
  if (seen.unknown !== undefined) return;
  const health = seen.value;
  if (health.crashLoop) return failMember(turn, id, health.degraded ?? 'crash loop');
  if (health.error && seen.at > (member.retryAt ?? 0)) return retryMember(turn, id, member, health.error, seen.at);
  if (turn.plan.actuator === 'swap' && advanceSlot(turn, id, member, health)) return;
  if (health.version !== turn.plan.to || !health.ready) {
    if (member.readySince !== undefined) turn.state.members[id] = withoutReady(member);
    return;
  }
  const readySince = member.readySince ?? seen.at;
  if (turn.now - readySince >= minReadyMs(turn)) {
    const { reason: _, retryAt: __, readySince: ___, slot: ____, ...rest } = member;
    turn.state.members[id] = { ...rest, phase: 'Done', since: turn.now };
    turn.tell('MemberDone', id, `${id} runs ${turn.plan.to}`);
    return;
  }
  if (member.phase === 'Updating' || member.readySince !== readySince) {
    turn.setMember(id, { phase: 'Verifying', readySince });
  }
}

function withoutReady(member: MemberState): MemberState {
  const { readySince: _, ...rest } = member;
  return rest;
}

/** How long a member of this stage must be ready without a break. */
export function minReadyMs({ stage }: Turn): Duration {
  const health = stage.gates.find(({ kind }) => kind === 'health');
  return health ? (health.spec?.minReadyMs ?? 30_000) : 0;
}

function retryMember(
  turn: Turn,
  id: MemberId,
  member: MemberState,
  error: NonNullable<MemberHealth['error']>,
  at: number,
): void {
  const tries = (member.tries ?? 0) + 1;
  if (!error.isTransient || tries > TRANSIENT_TRIES) return failMember(turn, id, error.message);
  turn.state.members[id] = { ...member, tries, retryAt: at + FIRST_RETRY_MS * 2 ** (tries - 1), reason: error.message };
}

/** A failed member goes back alone where the policy is to go on; else the policy decides over all. */
export function failMember(turn: Turn, id: MemberId, reason: string): void {
  turn.setMember(id, { phase: 'Failed', reason });
  turn.tell('MemberFailed', id, reason);
  countFailure(turn, `${id}: ${reason}`);
}

/** Offline members take no slot and count as no failure; they come back when they are seen again. */
function notePresence(turn: Turn, id: MemberId, member: MemberState): void {
  const seen = turn.member(id);
  if (seen.unknown !== undefined) return;
  if (member.phase === 'Pending' && !seen.value.reachable) {
    turn.state.members[id] = { ...member, phase: 'Deferred', since: turn.now };
    turn.tell('MemberDeferred', id, `${id} is offline`);
  }
  if (member.phase === 'Deferred' && seen.value.reachable) {
    turn.state.members[id] = { ...member, phase: 'Pending', since: turn.now };
    turn.tell('MemberRequeued', id, `${id} is back`);
  }
}

/** Starts members of the stage, as many as may move at once, while enough others are healthy. */
export function startMembers(turn: Turn): void {
  const { plan, stage, state } = turn;
  if (!movesMembers(stage) || state.ending !== undefined || unreachableShare(turn) !== undefined) return;
  const limit = Math.max(1, countOf(stage.maxConcurrent, plan.members.length));
  let inFlight = Object.values(state.members).filter(isMoving).length;
  const healthy = healthyMembers(turn);
  for (const id of stageMembers(turn)) {
    if (inFlight >= limit) return;
    const member = state.members[id] as MemberState;
    if (member.phase !== 'Pending' || blockedStart(turn, id, healthy) !== undefined) continue;
    startMember(turn, id);
    healthy.delete(id);
    inFlight += 1;
  }
}

/** Members that are known to serve and are left alone. */
export function healthyMembers(turn: Turn): Set<MemberId> {
  const healthy = new Set<MemberId>();
  if (turn.plan.floor === 0) return healthy;
  for (const [id, member] of Object.entries(turn.state.members)) {
    if (isMoving(member)) continue;
    const seen = turn.member(id);
    if (seen.unknown === undefined && seen.value.ready) healthy.add(id);
  }
  return healthy;
}

function startMember(turn: Turn, id: MemberId): void {
  const seen = turn.member(id);
  if (seen.unknown !== undefined) return;
  const mode = turn.plan.actuator === 'swap' ? slotMode(turn) : undefined;
  const { previous = seen.value.version } = turn.state.members[id] as MemberState;
  turn.setMember(id, {
    phase: 'Updating',
    effectAt: turn.now,
    previous,
    ...(mode && { mode, slot: mode === 'surge' ? 'Starting' : 'Cordoned' }),
  });
  turn.tell('MemberStarted', id, `${id} goes from ${seen.value.version ?? 'nothing'} to ${turn.plan.to}`);
}

/** Why a member cannot start yet. */
function blockedStart(turn: Turn, id: MemberId, healthy: ReadonlySet<MemberId>): string | undefined {
  const seen = turn.member(id);
  if (seen.unknown !== undefined) return seen.unknown;
  if (turn.plan.actuator === 'swap' && slotMode(turn) === undefined)
    return 'no room for one more pod, and no other slot to take its tasks';
  return belowFloor(turn, id, healthy);
}

/** Taking `id` away must leave the floor; a slot with a second pod beside it takes nothing away. */
export function belowFloor(turn: Turn, id: MemberId, healthy: ReadonlySet<MemberId>): string | undefined {
  const { plan } = turn;
  if (plan.floor === 0 || (plan.actuator === 'swap' && slotMode(turn) === 'surge')) return undefined;
  const others = healthy.size - (healthy.has(id) ? 1 : 0);
  return others >= plan.floor ? undefined : `${others} other members are healthy; ${plan.floor} must stay`;
}

/** Too few members of the stage can be reached: it waits. */
export function unreachableShare(turn: Turn): string | undefined {
  const ids = stageMembers(turn);
  if (ids.length === 0) return undefined;
  const reachable = ids.filter((id) => turn.state.members[id]?.phase !== 'Deferred').length;
  const needed = Math.max(1, Math.ceil(((turn.plan.minReachable ?? 50) * ids.length) / 100));
  return reachable >= needed ? undefined : `${reachable} of ${ids.length} members are reachable; ${needed} must be`;
}

const SETTLED: ReadonlySet<MemberPhase> = new Set(['Done', 'Failed', 'Skipped', 'Deferred', 'RolledBack']);

/** Whether every member of the stage has come to an end, and not all by being away. */
export function areMembersReached(turn: Turn): boolean {
  const ids = stageMembers(turn);
  const phases = ids.map((id) => turn.state.members[id]?.phase ?? 'Pending');
  return phases.every((phase) => SETTLED.has(phase)) && unreachableShare(turn) === undefined;
}

/** Members in the order in which a rollback takes them: the last one first. */
export function membersToUndo(turn: Turn): readonly MemberId[] {
  // One that waits and has a version before is to be tried once more.
  const touched = new Set<MemberPhase>(['Done', 'Failed', 'Updating', 'Verifying', 'Pending', 'Deferred']);
  return orderedMembers(turn.plan.members)
    .map(({ id }) => id)
    .filter((id) => {
      const member = turn.state.members[id];
      return member !== undefined && touched.has(member.phase) && member.previous !== undefined;
    })
    .toReversed();
}
