import type { Instant, Known } from '@gati-framework/contracts/deployment';
import { stageMembers } from './members.ts';
import { neededReplicas, shareOf } from './traffic.ts';
import type { Turn } from './turn.ts';

export interface SeenHealth {
  readonly isGood: boolean;
  readonly isCrashing: boolean;
  /** Not merely progressing: what is wrong. */
  readonly bad: string | undefined;
}

/** The health of what the stage is about: the new version, or the members that run it. */
export function seenHealth(turn: Turn): Known<SeenHealth> {
  return turn.plan.actuator === 'traffic' ? versionHealth(turn) : membersHealth(turn);
}

function versionHealth(turn: Turn): Known<SeenHealth> {
  const { plan, stage, state } = turn;
  const seen = turn.version(plan.to);
  if (seen.unknown !== undefined) return seen;
  const { ready, degraded, crashLoop = false } = seen.value;
  const share = Math.max(shareOf(turn, stage) ?? 0, state.weights[plan.to] ?? 0);
  const needed = Math.max(neededReplicas(turn, plan.to, share) ?? 1, plan.stages.length === 1 ? plan.floor : 1);
  const isGood = ready >= needed && degraded === undefined && !crashLoop;
  return { value: { isGood, isCrashing: crashLoop, bad: degraded }, at: seen.at };
}

function membersHealth(turn: Turn): Known<SeenHealth> {
  const updated = stageMembers(turn).filter((id) => turn.state.members[id]?.phase === 'Done');
  let at: Instant = turn.observation.at;
  let bad: string | undefined;
  let isGood = true;
  let isCrashing = false;
  for (const id of updated) {
    const seen = turn.member(id);
    if (seen.unknown !== undefined) return seen;
    const { ready, version, degraded, crashLoop = false } = seen.value;
    at = Math.min(at, seen.at);
    if (degraded !== undefined || crashLoop) bad ??= `${id}: ${degraded ?? 'crash loop'}`;
    isCrashing ||= crashLoop;
    isGood &&= ready && version === turn.plan.to && degraded === undefined;
  }
  return { value: { isGood, isCrashing, bad }, at };
}
