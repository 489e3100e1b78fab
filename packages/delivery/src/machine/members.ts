import type { Duration } from '@gati-framework/contracts/deployment';
import type { Member, MemberHealth, MemberId, MemberPhase, MemberState, Plan } from '../model/index.ts';
import { countOf, membersByStage } from '../plan/index.ts';
import { countFailure, goesBackAlone } from './failure.ts';
import { advanceSlot, type SlotMode, slotMode } from './slots.ts';
import type { Turn } from './turn.ts';

const TRANSIENT_TRIES = 2;
const FIRST_RETRY_MS: Duration = 10_000;

export const isMoving = ({ phase }: MemberState): boolean =>
  phase === 'Updating' || phase === 'Verifying' || phase === 'RollingBack';

/** Failed in this attempt, whether or not it went back since; a rollback of the plan aside. */
export const hasFailed = ({ phase }: MemberState): boolean =>
  phase === 'Failed' || phase === 'RollingBack' || phase === 'RolledBack';

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

/** One failed member more: more than are tolerated run the policy over all. */
export function failMember(turn: Turn, id: MemberId, reason: string): void {
  markFailed(turn, id, reason);
  countFailure(turn, `${id}: ${reason}`);
}

/** It goes back alone where policy and reversibility allow it; a rollback of the plan takes it with the others. */
function markFailed(turn: Turn, id: MemberId, reason: string): void {
  turn.setMember(id, { phase: 'Failed', reason, ...(goesBackAlone(turn) && { return: 'due' }) });
  turn.tell('MemberFailed', id, reason);
}

/**
 * Updated members that are known to be bad when the last stage passes: a gate tolerated them, the plan does not. They
 * are not counted against `maxFailures`. True when there was one.
 */
export function failBadMembers(turn: Turn): boolean {
  const bad = Object.entries(turn.state.members).flatMap(([id, { phase }]) => {
    const seen = phase === 'Done' ? turn.member(id) : undefined;
    return seen?.value && !isGood(turn, seen.value) ? [[id, seen.value] as const] : [];
  });
  for (const [id, { degraded }] of bad) markFailed(turn, id, degraded ?? `${id} does not run ${turn.plan.to} well`);
  return bad.length > 0;
}

/** A member that runs the new version as it should. */
export function isGood({ plan }: Turn, { ready, version, degraded, crashLoop }: MemberHealth): boolean {
  return ready && version === plan.to && degraded === undefined && crashLoop !== true;
}

/** Starts members of the stage, and of those before, as many as may move at once, while enough others are healthy. */
export function startMembers(turn: Turn): void {
  const { plan, stage, state } = turn;
  const limit = Math.max(1, countOf(stage.maxConcurrent, plan.members.length));
  let inFlight = Object.values(state.members).filter(isMoving).length;
  const healthy = healthyMembers(turn);
  let mode = modeOf(turn);
  for (const id of stageMembers(turn)) {
    if (inFlight >= limit) return;
    const member = state.members[id] as MemberState;
    if (member.phase !== 'Pending' || blockedStart(turn, id, healthy, mode) !== undefined) continue;
    startMember(turn, id, mode);
    healthy.delete(id);
    inFlight += 1;
    // It may have taken the room.
    mode = modeOf(turn);
  }
}

/** Members that are known to serve and are left alone. */
export function healthyMembers(turn: Turn): Set<MemberId> {
  const healthy = new Set<MemberId>();
  if (turn.plan.floor === 0) return healthy;
  for (const [id, member] of Object.entries(turn.state.members)) {
    if (isMoving(member)) continue;
    if (isServing(turn, id)) healthy.add(id);
  }
  return healthy;
}

function isServing(turn: Turn, id: MemberId): boolean {
  const seen = turn.member(id);
  return seen.unknown === undefined && seen.value.ready && seen.value.version !== null;
}

/** How a slot would change hands now. It looks at all members, so loops over them ask when one has begun, not for each. */
export function modeOf(turn: Turn): SlotMode | undefined {
  return turn.plan.actuator === 'swap' ? slotMode(turn) : undefined;
}

function startMember(turn: Turn, id: MemberId, mode: SlotMode | undefined): void {
  const seen = turn.member(id);
  if (seen.unknown !== undefined) return;
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
export function blockedStart(
  turn: Turn,
  id: MemberId,
  healthy: ReadonlySet<MemberId>,
  mode: SlotMode | undefined,
): string | undefined {
  const seen = turn.member(id);
  if (seen.unknown !== undefined) return seen.unknown;
  if (turn.plan.actuator === 'swap' && mode === undefined)
    return 'no room for one more pod, and no other slot to take its tasks';
  return belowFloor(turn, id, healthy, mode);
}

/** Taking `id` away must leave the floor. One that does not serve, or has a second pod beside it, takes nothing away. */
export function belowFloor(
  { plan }: Turn,
  id: MemberId,
  healthy: ReadonlySet<MemberId>,
  mode: SlotMode | undefined,
): string | undefined {
  if (!healthy.has(id) || mode === 'surge') return undefined;
  const others = healthy.size - 1;
  return others >= plan.floor ? undefined : `${others} other members are healthy; ${plan.floor} must stay`;
}

const SETTLED: ReadonlySet<MemberPhase> = new Set([
  'Done',
  'Failed',
  'Skipped',
  'Deferred',
  'RollingBack',
  'RolledBack',
]);

/** Whether every member of the stage has come to an end. The return of one that failed keeps no stage from its target. */
export function areMembersSettled(turn: Turn): boolean {
  return stageMembers(turn).every((id) => SETTLED.has(turn.state.members[id]?.phase ?? 'Pending'));
}
