import type { Instant, Known } from '@gati-framework/contracts/deployment';
import type { DrainSignal, RetirePolicy, ScaleIntent, VersionHealth, VersionState } from '../model/index.ts';
import { watchDrain } from './drain.ts';

export interface VersionSituation {
  readonly version: VersionState;
  readonly health: Known<VersionHealth>;
  readonly drain: Known<DrainSignal>;
  readonly policy: RetirePolicy;
  /** Commanded share of traffic. */
  readonly weight: number;
  /** Why it may not go whatever its traffic: last serving version, part of a live plan, rollback window, hold. */
  readonly needed?: string | undefined;
  readonly now: Instant;
}

const DEFAULT_PROTECTED_TAGS: readonly string[] = ['stable', 'production', 'latest'];

/**
 * Where a version is on its way out. Only known zeros bring it further; delays count from the moment it was drained;
 * traffic brings it back. A timer alone never retires.
 */
export function retirementOf(situation: VersionSituation): VersionState {
  const { version, weight, health, now } = situation;
  if (version.phase === 'Retired') return version;
  if (weight > 0) return version;
  switch (version.phase) {
    case 'Current':
    case 'Ramping':
      // Known from the accepted route, not from what was asked for.
      return health.unknown === undefined && health.at >= version.since && health.value.weight === 0
        ? { ...version, phase: 'Draining', since: now, drain: { zeros: 0 } }
        : version;
    case 'Draining':
    case 'Drained':
    case 'ScaledDown':
      return onTheWayOut(situation);
    default:
      return version;
  }
}

function onTheWayOut({ version, drain, policy, needed, health, now }: VersionSituation): VersionState {
  const record = watchDrain(version.drain ?? { zeros: 0 }, drain, version.phase === 'Draining' ? version.since : 0);
  const seen: VersionState = record === version.drain ? version : { ...version, drain: record };
  const { drainedAt } = record;
  if (drainedAt === undefined) {
    // A later sample above zero.
    return version.phase === 'Draining' ? seen : { ...seen, phase: 'Draining', since: now };
  }
  if (version.phase === 'Draining') return { ...seen, phase: 'Drained', since: now };
  if (needed !== undefined || drain.unknown !== undefined || isProtected(health, policy)) return seen;
  if (version.phase === 'Drained' && now >= drainedAt + policy.scaleDownDelay)
    return { ...seen, phase: 'ScaledDown', since: now };
  if (version.phase === 'ScaledDown' && now >= drainedAt + policy.deleteDelay)
    return { ...seen, phase: 'Retired', since: now };
  return seen;
}

/** A version whose tags nobody knows may carry a protected one. */
function isProtected(health: Known<VersionHealth>, { protectedTags = DEFAULT_PROTECTED_TAGS }: RetirePolicy): boolean {
  return health.unknown !== undefined || (health.value.tags ?? []).some((tag) => protectedTags.includes(tag));
}

/**
 * What a version without weight keeps: its replicas while clients may still use it, so that no open connection is
 * cut; then one; then none.
 */
export function withoutWeight({ phase, held = 1, drain }: VersionState): Omit<ScaleIntent, 'share'> {
  if (phase === 'ScaledDown' || phase === 'Retired') return { min: 0, withoutScaler: true };
  const isInUse = drain?.drainedAt === undefined && !drain?.overdue;
  return { min: isInUse ? Math.max(1, held) : 1 };
}
