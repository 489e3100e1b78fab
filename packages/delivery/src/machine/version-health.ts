import type { Duration, Instant, Known } from '@gati-framework/contracts/deployment';
import type { HealthRecord, VersionHealth, VersionId, VersionState } from '../model/index.ts';
import type { SeenHealth } from './health.ts';
import { belowServiceFloor } from './service-floor.ts';
import { neededReplicas, shareOf } from './traffic.ts';
import type { Turn } from './turn.ts';

/** A look that shows something bad may be a bad moment; so many in a row are not. */
const BAD_IN_A_ROW = 3;
/** Looks that follow each other faster than this show the same moment, and count once. */
const LOOK_MS: Duration = 10_000;
/** Where no replica is left that could answer, every second fails requests. */
const OUTAGE_LOOK_MS: Duration = 3_000;
/** Restarts since it was ready, of any of its containers, that are no accident. */
const RESTARTS = 3;
/** As long as a drain may take: until then the versions of before can be expected to stand by. */
const STANDBY_MS: Duration = 3_600_000;

const NO_RECORD: HealthRecord = { had: 0 };

/** Replicas that the version needs for the larger of what it has and of what the stage gives it. */
function needed(turn: Turn, { wanted }: VersionHealth): number {
  const { plan, stage, state } = turn;
  const share = Math.max(shareOf(turn, stage) ?? 0, state.weights[plan.to] ?? 0);
  const all = Math.max(neededReplicas(turn, plan.to, share) ?? 1, plan.stages.length === 1 ? plan.floor : 1);
  // Once delivered it is as large as its own scaler says.
  return state.phase === 'Succeeded' ? Math.min(all, Math.max(1, wanted)) : all;
}

export function versionHealth(turn: Turn): Known<SeenHealth> {
  const { plan, state } = turn;
  const seen = turn.version(plan.to);
  if (seen.unknown !== undefined) return seen;
  const { ready, degraded, crashLoop = false } = seen.value;
  const { bad } = state.versions[plan.to]?.health ?? NO_RECORD;
  // A restart of this very moment is bad, however quickly it was ready again.
  const isBadNow = degraded !== undefined || crashLoop || bad?.at === seen.at;
  const failed = failureOf(turn, seen.value);
  return {
    value: {
      isGood: ready >= needed(turn, seen.value) && !isBadNow,
      isCrashing: crashLoop,
      bad: degraded ?? bad?.reason,
      ...(failed !== undefined && { failed }),
    },
    at: seen.at,
  };
}

/** Why the version has failed, by what was seen of it over time; undefined while it has not. */
function failureOf({ plan, state }: Turn, { crashLoop, degraded, wanted }: VersionHealth): string | undefined {
  if (crashLoop) return degraded ?? 'crash loop';
  const version = state.versions[plan.to];
  const looks = failedLooks(version);
  if (looks !== undefined) return looks;
  const { restarts } = version?.health ?? NO_RECORD;
  // One of each may be how they start: it waits for something, gives up, and finds it at the second try.
  const isRestless = restarts !== undefined && restarts.since >= Math.max(RESTARTS, wanted + 1);
  return isRestless ? `its containers were started again ${restarts.since} times since it was ready` : undefined;
}

/** Writes down what this look shows of the version that gets the traffic. */
export function noteHealth(turn: Turn): void {
  const { plan, state } = turn;
  const version = state.versions[plan.to];
  if (plan.actuator !== 'traffic' || !version || !isWatched(turn)) return;
  const seen = turn.version(plan.to);
  if (seen.unknown !== undefined || seen.at > turn.now) return;
  const old = version.health ?? NO_RECORD;
  const next = withLook(turn, old, seen.value, seen.at);
  if (next === old) return;
  state.versions[plan.to] = { ...version, health: next };
  if ((next.bad?.looks ?? 0) > (old.bad?.looks ?? 0)) turn.disturb();
}

/** While it may get traffic, and after that for as long as there may be somebody who could take it back. */
function isWatched({ plan, state, now, isTerminal }: Turn): boolean {
  if (state.phase !== 'Succeeded') return !isTerminal && state.phase !== 'RollingBack';
  const standby = plan.rollback.window + (plan.retire.drainDeadline ?? STANDBY_MS);
  return plan.from !== null && now < (state.succeededAt ?? 0) + standby;
}

function withLook(turn: Turn, old: HealthRecord, seen: VersionHealth, at: Instant): HealthRecord {
  const wanted = needed(turn, seen);
  const restarts = countedRestarts(old, seen);
  const hasRestarted = (restarts?.since ?? 0) > (old.restarts?.since ?? 0);
  const had = Math.max(old.had, Math.min(seen.ready, wanted));
  const isLost = seen.wanted > 0 && seen.ready < Math.min(wanted, old.had);
  const reason =
    seen.degraded ??
    (isLost
      ? `${seen.ready} of ${wanted} replicas are ready, and ${old.had} were`
      : hasRestarted
        ? 'a container was started again'
        : undefined);
  const bad = reason === undefined ? undefined : badLook(old.bad, reason, at, everyMs(turn, old, seen));
  const isSame = had === old.had && bad === old.bad && restarts === old.restarts;
  return isSame ? old : { had, ...(bad && { bad }), ...(restarts && { restarts }) };
}

/** How far apart two looks have to be that count as two. */
function everyMs({ plan, state }: Turn, { had }: HealthRecord, { ready, retryMs = 0 }: VersionHealth): Duration {
  const isServing = had > 0 && (state.weights[plan.to] ?? 0) > 0;
  if (isServing && ready === 0) return OUTAGE_LOOK_MS;
  return isServing ? LOOK_MS : Math.max(LOOK_MS, retryMs);
}

function badLook(old: HealthRecord['bad'], reason: string, at: Instant, every: Duration): HealthRecord['bad'] {
  if (old && (old.looks >= BAD_IN_A_ROW || at - old.at < every)) return old;
  return { looks: (old?.looks ?? 0) + 1, at, reason };
}

/** Only what rises counts: a replica that goes takes its count along. Before it was ready once, it was starting. */
function countedRestarts({ had, restarts: old }: HealthRecord, { restarts }: VersionHealth): HealthRecord['restarts'] {
  if (restarts === undefined) return old;
  if (old?.seen === restarts) return old;
  const since = old === undefined || had === 0 ? 0 : old.since + Math.max(0, restarts - old.seen);
  return { seen: restarts, since };
}

/** When the next look at a version that looks bad is due. */
export function nextLook(turn: Turn): Instant | undefined {
  const { plan, state } = turn;
  const { health = NO_RECORD } = state.versions[plan.to] ?? {};
  const seen = turn.version(plan.to);
  if (!health.bad || health.bad.looks >= BAD_IN_A_ROW || seen.unknown !== undefined) return undefined;
  return health.bad.at + everyMs(turn, health, seen.value);
}

/**
 * The version in service that has fewer ready replicas than its share needs, or of which nobody knows: while there is
 * one, whatever could take its traffic has to stay as it is.
 */
export function serviceBlocker(turn: Turn, except: VersionId): string | undefined {
  const { state, plan } = turn;
  if (plan.actuator !== 'traffic') return undefined;
  for (const [id, weight] of Object.entries(state.weights)) {
    if (id === except) continue;
    const weakness = belowServiceFloor({ id, weight, health: turn.version(id), base: state.base });
    if (weakness !== undefined) return weakness;
  }
  return undefined;
}

/** Why looks in a row have failed a version, for whoever decides what follows after the plan. */
export function failedLooks(version: VersionState | undefined): string | undefined {
  const { bad } = version?.health ?? NO_RECORD;
  return bad && bad.looks >= BAD_IN_A_ROW ? bad.reason : undefined;
}
