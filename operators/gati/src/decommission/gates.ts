import type { Instant } from '@gati-framework/contracts/deployment';
import { MOST_SAMPLES } from './drain-status.ts';
import { type DecommissionSituation, samplesOf } from './situation.ts';

export type BlockerReason =
  | 'HasWeight'
  | 'TrafficSeen'
  | 'TrafficUnknown'
  | 'TooFewSamples'
  | 'GracePeriod'
  | 'InFlight'
  | 'InFlightUnknown'
  | 'Protected'
  | 'InUse'
  | 'LastHealthy'
  | 'Disabled'
  | 'DryRun'
  | 'ForeignWorkload';

export interface GateBlocker {
  readonly reason: BlockerReason;
  readonly message: string;
  readonly since: Instant;
  readonly deadline: Instant;
  /** Who can act. */
  readonly owner: string;
}

/** (a) to (h) in their order. */
export const GATES = ['weight', 'traffic', 'grace', 'inFlight', 'protection', 'use', 'lastHealthy', 'setting'] as const;
export type GateName = (typeof GATES)[number];

export interface Gate {
  readonly name: GateName;
  /** Absent where the gate holds. */
  readonly blocker?: GateBlocker;
}

/** What a gate says of itself; the rest is the same for all. */
interface Closed {
  readonly reason: BlockerReason;
  readonly message: string;
  readonly owner: string;
  /** Where the gate opens by itself. */
  readonly opensAt?: Instant;
}

/**
 * Kept in the blocker from the moment on at which nothing but the dry run is in the way: it is reported once per drain.
 */
export const WOULD_GO = 'dry run: without it the version would be removed now';

const OPERATOR = 'gati-operator';
const TEAM = 'owner of the handler';

/** The eight gates (G-97). Each is open only on what is known. */
export function gatesOf(situation: DecommissionSituation, now: Instant): readonly Gate[] {
  const closed: Record<GateName, Closed | undefined> = {
    weight: weight(situation),
    traffic: traffic(situation, now),
    grace: grace(situation, now),
    inFlight: inFlight(situation, now),
    protection: protection(situation),
    use: use(situation, now),
    lastHealthy: lastHealthy(situation),
    setting: undefined,
  };
  const isLast = GATES.every((name) => closed[name] === undefined);
  const isUsed = closed.traffic?.reason === 'TrafficSeen' || closed.inFlight?.reason === 'InFlight';
  closed.setting = setting(situation, isLast, isUsed);
  return GATES.map((name) => {
    const why = closed[name];
    return why === undefined ? { name } : { name, blocker: blockerOf(why, situation, now) };
  });
}

function blockerOf({ opensAt, ...why }: Closed, situation: DecommissionSituation, now: Instant): GateBlocker {
  const since = situation.blockers.find(({ reason }) => reason === why.reason)?.since ?? now;
  return { ...why, since, deadline: opensAt ?? drainDeadline(situation) ?? since + situation.policy.drainDeadlineMs };
}

/** When the owner is notified that the drain hangs (G-105). */
export function drainDeadline({ drainingSince, policy }: DecommissionSituation): Instant | undefined {
  return drainingSince === undefined ? undefined : drainingSince + policy.drainDeadlineMs;
}

const LEAVING: ReadonlySet<string | undefined> = new Set(['Draining', 'Drained', 'Decommissioning']);

function weight({ stage, weight: known }: DecommissionSituation): Closed | undefined {
  const closed = (message: string): Closed => ({ reason: 'HasWeight', message, owner: OPERATOR });
  if (known.unknown !== undefined) return closed(`the router has not confirmed its weight: ${known.unknown}`);
  if (known.value !== 0) return closed(`it has ${known.value} % of the traffic`);
  return LEAVING.has(stage) ? undefined : closed('it is not draining');
}

function traffic(situation: DecommissionSituation, now: Instant): Closed | undefined {
  if (situation.retire) return undefined;
  const { drainingSince, policy, latest } = situation;
  const all = samplesOf(situation);
  const from = drainingSince === undefined ? undefined : Math.max(drainingSince, latest?.quietSince ?? drainingSince);
  // One of before the drain, by a clock that was set back too, ends the run: samples are in a row or they are not.
  const samples = all.slice(
    Math.max(all.findLastIndex(({ at }) => from === undefined || at < from) + 1, rowStart(situation)),
  );
  const newest = samples.at(-1);
  if (newest && isStale(newest.at, situation, now))
    return { reason: 'TrafficUnknown', message: 'nobody has counted its requests for two intervals', owner: OPERATOR };
  const last = samples.slice(-policy.zeroSamples);
  const open = last.findLast(({ count }) => count !== 0);
  if (open?.count === null)
    return { reason: 'TrafficUnknown', message: open.reason ?? 'its requests could not be counted', owner: TEAM };
  if (open) return { reason: 'TrafficSeen', message: 'requests were served lately', owner: 'its callers' };
  if (last.length >= policy.zeroSamples) return undefined;
  return {
    reason: 'TooFewSamples',
    message: `${last.length} of the ${policy.zeroSamples} samples in a row without a request are there`,
    owner: OPERATOR,
  };
}

/**
 * Where the row of the newest sample begins, unless it tells so itself: of a time that nobody looked at nothing is
 * known. Samples that are all alike stand for those that followed them, which are not written down (G-96).
 */
function rowStart(situation: DecommissionSituation): number {
  const { history, policy, latest } = situation;
  if (latest?.quietSince !== undefined) return 0;
  const all = samplesOf(situation);
  return all.findLastIndex(({ at }, index) => {
    const before = all[index - 1];
    const isSpokenFor = index === history.length && index >= MOST_SAMPLES;
    return before !== undefined && !isSpokenFor && at - before.at > 2 * policy.intervalMs;
  });
}

/** Samples of before an outage say nothing of now; those of a clock set back are as good as new. */
function isStale(at: Instant, { policy }: DecommissionSituation, now: Instant): boolean {
  return now - at > 2 * policy.intervalMs;
}

function grace(situation: DecommissionSituation, now: Instant): Closed | undefined {
  if (situation.retire) return undefined;
  const { drainingSince, lastTrafficAt, policy } = situation;
  const closed: Closed = { reason: 'GracePeriod', message: 'the last request is too recent', owner: OPERATOR };
  // A missing start is no start at all: nothing has waited yet (G-98).
  if (drainingSince === undefined) return closed;
  // One in the future, by a clock that was set back, counts as now.
  const quietSince = Math.min(now, Math.max(drainingSince, lastTrafficAt ?? drainingSince));
  const opensAt = quietSince + policy.gracePeriodMs;
  return now >= opensAt ? undefined : { ...closed, opensAt };
}

function inFlight(situation: DecommissionSituation, now: Instant): Closed | undefined {
  if (situation.retire) return undefined;
  const newest = samplesOf(situation).at(-1);
  if (!newest || newest.inFlight === null || isStale(newest.at, situation, now))
    return {
      reason: 'InFlightUnknown',
      message: newest?.reason ?? 'nobody has looked lately whether requests are in flight',
      owner: TEAM,
    };
  if (newest.inFlight === 0) return undefined;
  return { reason: 'InFlight', message: 'it is serving requests or streams', owner: 'its callers' };
}

function protection({ tags, isKept, hold, policy }: DecommissionSituation): Closed | undefined {
  const closed = (message: string): Closed => ({ reason: 'Protected', message, owner: TEAM });
  const tag = tags.find((one) => policy.protectedTags.includes(one));
  if (tag !== undefined) return closed(`tag ${tag} protects it`);
  if (isKept) return closed('the annotation gati.dev/keep protects it');
  return hold === undefined ? undefined : closed(`it is held: ${hold}`);
}

function use({ use: by, foreign }: DecommissionSituation, now: Instant): Closed | undefined {
  const closed = (message: string, opensAt?: Instant): Closed => ({
    reason: 'InUse',
    message,
    owner: TEAM,
    ...(opensAt !== undefined && { opensAt }),
  });
  const { retentionEndsAt, rollbackWindowEndsAt } = by;
  const isRetained = retentionEndsAt !== undefined && now < retentionEndsAt;
  if (isRetained) return closed('a failed version is kept for failedRetention', retentionEndsAt);
  if (by.isTarget && retentionEndsAt === undefined) return closed('the handler asks for it');
  if (by.isStable) return closed('it is the stable version');
  if (by.isPlanned) return closed('an open rollout may go back to it');
  if (rollbackWindowEndsAt !== undefined && now < rollbackWindowEndsAt)
    return closed('the rollback window of the last rollout is open', rollbackWindowEndsAt);
  return foreign === undefined ? undefined : { reason: 'ForeignWorkload', message: foreign, owner: TEAM };
}

function lastHealthy({ others }: DecommissionSituation): Closed | undefined {
  const closed = (message: string): Closed => ({ reason: 'LastHealthy', message, owner: TEAM });
  if (others.unknown !== undefined) return closed(`the other versions are not known: ${others.unknown}`);
  if (!others.value.isOneAvailable) return closed('no other version is available');
  if (others.value.weight !== 100) return closed('available versions do not hold all of the traffic');
  return others.value.weak === undefined
    ? undefined
    : closed(`its traffic may have to come back: ${others.value.weak}`);
}

function setting(situation: DecommissionSituation, isLast: boolean, isUsed: boolean): Closed | undefined {
  const { policy, retire, stage, blockers } = situation;
  if (!policy.enabled && !retire) return { reason: 'Disabled', message: 'decommission.enabled is false', owner: TEAM };
  if (!policy.dryRun) return undefined;
  const wasReported = stage === 'Drained' && !isUsed && blockers.some(({ message }) => message === WOULD_GO);
  return { reason: 'DryRun', message: isLast || wasReported ? WOULD_GO : 'dry run: nothing is removed', owner: TEAM };
}
