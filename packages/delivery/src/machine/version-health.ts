import type { Duration, Instant, Known } from '@gati-framework/contracts/deployment';
import type { HealthRecord, VersionHealth, VersionId, VersionState } from '../model/index.ts';
import type { SeenHealth } from './health.ts';
import { belowServiceFloor } from './service-floor.ts';
import { canAnswerInstead, neededReplicas, settledReplicas, shareOf } from './traffic.ts';
import { LATE_AFTER_MS, type Turn } from './turn.ts';

/** A look that shows something bad may be a bad moment; so many in a row are not. */
const BAD_IN_A_ROW = 3;
/** Looks that follow each other faster than this show the same moment, and count once. */
const LOOK_MS: Duration = 10_000;
/** Where no replica is left that could answer, and nearly all requests go there, every second fails them. */
const OUTAGE_LOOK_MS: Duration = 3_000;
const NEARLY_ALL = 90;
/** So many restarts of its replicas within so long are no accident. */
const RESTARTS = 3;
const RESTARTS_MS: Duration = 600_000;
/** As long as a drain may take: until then the versions of before can be expected to stand by. */
const STANDBY_MS: Duration = 3_600_000;

/** Looks at something bad that is not the version's doing. */
const EXCUSED = 0;

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
  const { degraded, crashLoop = false } = seen.value;
  const { bad } = state.versions[plan.to]?.health ?? NO_RECORD;
  // A restart of this very moment is bad, however quickly it was ready again.
  const isBadNow = degraded !== undefined || crashLoop || bad?.at === seen.at;
  const failed = failureOf(turn, seen.value);
  return {
    value: {
      isGood: settledReplicas(seen.value) >= needed(turn, seen.value) && !isBadNow,
      isCrashing: crashLoop,
      bad: degraded ?? bad?.reason,
      ...(failed !== undefined && { failed }),
      ...(failed === undefined && bad?.looks === EXCUSED && { isExcused: true }),
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
  return isRestless ? `its containers were started again ${restarts.since} times in a few minutes` : undefined;
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
  if (next.bad !== old.bad) turn.disturb();
}

/** While it may get traffic, and after that for as long as there may be a version that could take it back. */
function isWatched({ plan, state, now, isTerminal }: Turn): boolean {
  if (state.phase !== 'Succeeded') return !isTerminal && state.phase !== 'RollingBack';
  const standby = plan.rollback.window + (plan.retire.drainDeadline ?? STANDBY_MS);
  return plan.from !== null && now < (state.succeededAt ?? 0) + standby;
}

function withLook(turn: Turn, old: HealthRecord, seen: VersionHealth, at: Instant): HealthRecord {
  const all = needed(turn, seen);
  // Who asks for fewer has not lost the others.
  const had = Math.min(old.had, seen.wanted);
  const { rise, ...counted } = countedRestarts(turn, old, seen, at);
  const isLost = seen.ready < Math.min(all, had);
  const reason =
    seen.degraded ??
    (isLost
      ? `${seen.ready} of ${all} replicas are ready, and ${had} were`
      : rise > 0
        ? 'a container was started again'
        : undefined);
  const isItsOwn = seen.degraded !== undefined || !isLost || isHeldAgainst(turn, seen, Math.min(all, had));
  const bad = reason === undefined ? undefined : badLook(turn, old, seen, { reason, at, isItsOwn });
  const next = {
    had: Math.max(had, Math.min(settledReplicas(seen), all, seen.wanted)),
    ...(bad && { bad }),
    ...counted,
  };
  const isSame = next.had === old.had && bad === old.bad && counted.restarts === old.restarts;
  return isSame ? old : next;
}

/**
 * Whether lost readiness is the version's own doing: not while those that would take its traffic have none either, nor
 * for what others end on purpose. Undefined while nothing is known of them. Where nobody can be gone back to, it is.
 */
function isHeldAgainst(turn: Turn, { ready, replacing = 0 }: VersionHealth, expected: number): boolean | undefined {
  if (ready + replacing >= expected) return false;
  return turn.plan.from === null || canAnswerInstead(turn);
}

/** How far apart two looks have to be that count as two. */
function everyMs({ plan, state }: Turn, { had }: HealthRecord, { ready, retryMs = 0 }: VersionHealth): Duration {
  const weight = had > 0 ? (state.weights[plan.to] ?? 0) : 0;
  if (weight >= NEARLY_ALL && ready === 0) return OUTAGE_LOOK_MS;
  return weight > 0 ? LOOK_MS : Math.max(LOOK_MS, retryMs);
}

interface Look {
  readonly reason: string;
  readonly at: Instant;
  readonly isItsOwn: boolean | undefined;
}

function badLook(turn: Turn, record: HealthRecord, seen: VersionHealth, look: Look): HealthRecord['bad'] {
  const { reason, at, isItsOwn } = look;
  const every = everyMs(turn, record, seen);
  const old = record.bad && isContinued(turn, record.bad, at, every) ? record.bad : undefined;
  // What is not known neither counts nor ends what was counted.
  if (isItsOwn === undefined && old) return old;
  if (isItsOwn !== true) return record.bad?.looks === EXCUSED ? record.bad : { looks: EXCUSED, at, reason };
  if (old && (old.looks >= BAD_IN_A_ROW || at - old.at < every)) return old;
  return { looks: (old?.looks ?? 0) + 1, at, reason };
}

/** Looks between which nobody looked are not in a row. */
function isContinued(
  { observation: { since = 0 } }: Turn,
  { looks, at: last }: NonNullable<HealthRecord['bad']>,
  at: Instant,
  every: Duration,
): boolean {
  return since <= last && (looks >= BAD_IN_A_ROW || at - last <= every + LATE_AFTER_MS);
}

/**
 * Only what rises counts, once for each replica: one that goes takes its count along. Before it was ready once, it was
 * starting; while nobody else is known to answer, what they all need may be away.
 */
function countedRestarts(
  turn: Turn,
  { had, restarts: old }: HealthRecord,
  { restarts, wanted }: VersionHealth,
  at: Instant,
): Pick<HealthRecord, 'restarts'> & { readonly rise: number } {
  if (restarts === undefined || old?.seen === restarts) return { rise: 0, ...(old && { restarts: old }) };
  if (old === undefined || had === 0) return { rise: 0, restarts: { seen: restarts, since: 0 } };
  const isCounted = turn.plan.from === null || canAnswerInstead(turn) === true;
  const rise = isCounted ? Math.min(Math.max(0, restarts - old.seen), Math.max(1, wanted)) : 0;
  if (rise === 0) return { rise, restarts: { ...old, seen: restarts } };
  const isRecent = old.at !== undefined && at - old.at <= RESTARTS_MS;
  const [since, first] = isRecent ? [old.since + rise, old.at] : [rise, at];
  return { rise, restarts: { seen: restarts, since, at: first } };
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

/** Why looks in a row have failed a version, for the decision on what follows after the plan. */
export function failedLooks(version: VersionState | undefined): string | undefined {
  const { bad } = version?.health ?? NO_RECORD;
  return bad && bad.looks >= BAD_IN_A_ROW ? bad.reason : undefined;
}
