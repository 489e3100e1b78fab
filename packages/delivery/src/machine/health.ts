import type { Instant, Known } from '@gati-framework/contracts/deployment';
import type { Gate, MemberId } from '../model/index.ts';
import { hasFailed, isGood, stageMembers } from './members.ts';
import type { Turn } from './turn.ts';
import { versionHealth } from './version-health.ts';

export interface SeenHealth {
  readonly isGood: boolean;
  readonly isCrashing: boolean;
  /** Not merely progressing: what is wrong. */
  readonly bad: string | undefined;
  /** What is not known, where what is known already says that it is not good. */
  readonly unseen?: string;
  /** What has been bad for long enough to be a failure. */
  readonly failed?: string;
  /** Not good, and that is not its doing: it fails by no deadline. */
  readonly isExcused?: boolean;
}

/** The health of what the stage is about: the new version, or the members that run it, as the gate counts them. */
export function seenHealth(turn: Turn, gate?: Gate): Known<SeenHealth> {
  return turn.plan.actuator === 'traffic' ? versionHealth(turn) : membersHealth(turn, gate?.spec?.minShare);
}

/** Whether the stage asks for health, and what was seen of it is not good and its own doing. */
export function isKnownBad(
  turn: Turn,
  gate: Gate | undefined = turn.stage.gates.find(({ kind }) => kind === 'health'),
): boolean {
  if (gate?.kind !== 'health') return false;
  const seen = seenHealth(turn, gate).value;
  return seen?.isGood === false && seen.isExcused !== true;
}

/** Members of the stage, by what is known of them. */
interface Tally {
  /** Not started, or on their way. */
  open: number;
  moving: number;
  failed: number;
  good: number;
  crashing: number;
  /** Not merely progressing. */
  sick: number;
  progressing: number;
  at: Instant;
  worst?: string;
  unseen?: string;
  unseenCount: number;
}

/**
 * Every updated member is good; with `minShare` enough of all that were attempted, failed ones among them. Members that
 * are known to be bad fail it as soon as the others can no longer make up for them, whatever is not known of those.
 */
function membersHealth(turn: Turn, minShare: number | undefined): Known<SeenHealth> {
  const share = minShare ?? 1;
  const { open, moving, failed: lost, good, crashing, sick, progressing, at, worst, unseen, unseenCount } = tally(turn);
  // Without a share, those that failed have been judged already, and those on their way have still to be.
  const failed = minShare === undefined ? 0 : lost;
  const done = good + crashing + sick + progressing + unseenCount;
  const attempted = done + failed + (minShare === undefined ? 0 : moving);
  const all = done + failed + open;
  const isOutOfReach = (bad: number): boolean => bad > 0 && (all - bad) / all < share;
  const isCrashing = isOutOfReach(failed + crashing);
  const isBad = isOutOfReach(failed + crashing + sick);
  const bad = isBad
    ? (worst ?? `${failed} of ${attempted} members failed; a share of ${share} must be good`)
    : undefined;
  const isKnownBad = isOutOfReach(failed + crashing + sick + progressing);
  if (unseen !== undefined && !isKnownBad) return { unknown: unseen };
  const isEnough = attempted === 0 || good / attempted >= share;
  return {
    value: { isGood: isEnough && !isKnownBad, isCrashing, bad, ...(unseen !== undefined && { unseen }) },
    at,
  };
}

function tally(turn: Turn): Tally {
  const counts: Tally = {
    open: 0,
    moving: 0,
    failed: 0,
    good: 0,
    crashing: 0,
    sick: 0,
    progressing: 0,
    at: turn.observation.at,
    unseenCount: 0,
  };
  for (const id of stageMembers(turn)) {
    const member = turn.state.members[id];
    if (member?.phase === 'Done') countUpdated(turn, id, counts);
    else if (member && hasFailed(member)) counts.failed += 1;
    else if (member && member.phase !== 'Deferred' && member.phase !== 'Skipped') {
      counts.open += 1;
      if (member.phase !== 'Pending') counts.moving += 1;
    }
  }
  return counts;
}

function countUpdated(turn: Turn, id: MemberId, counts: Tally): void {
  const seen = turn.member(id);
  if (seen.unknown !== undefined) {
    counts.unseen ??= seen.unknown;
    counts.unseenCount += 1;
    return;
  }
  const { degraded, crashLoop = false } = seen.value;
  counts.at = Math.min(counts.at, seen.at);
  if (crashLoop || degraded !== undefined) counts.worst ??= `${id}: ${degraded ?? 'crash loop'}`;
  if (isGood(turn, seen.value)) counts.good += 1;
  else if (crashLoop) counts.crashing += 1;
  else if (degraded !== undefined) counts.sick += 1;
  else counts.progressing += 1;
}
