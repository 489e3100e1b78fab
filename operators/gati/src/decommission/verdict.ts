import type { Instant, Known } from '@gati-framework/contracts/deployment';
import type { VersionState } from '@slipway/delivery';
import type { DrainSignal } from '@slipway/delivery/model';
import { retirementOf } from '@slipway/delivery/retirement';
import type { Stage } from '../types/index.ts';
import { type Gate, type GateName } from './gates.ts';
import { type DecommissionSituation, samplesOf } from './situation.ts';

/** Where a version that leaves is, by the engine's verdict. */
export interface DrainVerdict {
  readonly stage: Extract<Stage, 'Draining' | 'Drained' | 'Decommissioning'>;
  /** Since when; delays count from here. */
  readonly drainedAt?: Instant;
}

const STAGES: Partial<Record<VersionState['phase'], DrainVerdict['stage']>> = {
  Draining: 'Draining',
  Drained: 'Drained',
  ScaledDown: 'Decommissioning',
};

export function isOpen(gates: readonly Gate[], names: readonly GateName[]): boolean {
  return gates.every(({ name, blocker }) => blocker === undefined || !names.includes(name));
}

/** (a) to (d): what Drained means. */
export const DRAIN_GATES: readonly GateName[] = ['weight', 'traffic', 'grace', 'inFlight'];

/**
 * The next stage of a version that leaves (G-97, G-99). Gati's gates say when its zeros are enough; the engine says
 * what follows from that: traffic brings it back, an unknown sample leaves it where it is, and nothing goes on while
 * anything needs it.
 */
export function verdictOf(situation: DecommissionSituation, gates: readonly Gate[], now: Instant): DrainVerdict {
  const { stage, drainedAt, drainingSince = now, policy, tags, weight } = situation;
  // What is being taken away goes on by the steps of its removal, which ask the gates themselves.
  if (stage === 'Decommissioning') return { stage, ...(drainedAt !== undefined && { drainedAt }) };
  const phase = stage === 'Drained' ? 'Drained' : 'Draining';
  const { phase: next, drain } = retirementOf({
    version: {
      phase,
      since: Math.min(drainingSince, now - 1),
      drain: { zeros: 0, ...(phase === 'Drained' && { drainedAt: drainedAt ?? now }) },
    },
    health: { at: now, value: { ready: 0, wanted: 0, isCurrent: true, weight: weight.value ?? 100, tags } },
    drain: signalOf(situation, isOpen(gates, DRAIN_GATES), now),
    policy: { scaleDownDelay: 0, deleteDelay: policy.deleteDelayMs, protectedTags: policy.protectedTags },
    weight: weight.value ?? 100,
    needed: gates.find(({ blocker }) => blocker !== undefined)?.blocker?.reason,
    now,
  });
  return {
    stage: STAGES[next] ?? 'Draining',
    ...(drain?.drainedAt !== undefined && { drainedAt: drain.drainedAt }),
  };
}

/** The newest sample in the engine's words. Enough zeros in a row, by the handler's own numbers, are exact. */
function signalOf(situation: DecommissionSituation, isDrained: boolean, now: Instant): Known<DrainSignal> {
  const sample = samplesOf(situation).at(-1);
  const { count, inFlight } = situation.retire
    ? { count: 0, inFlight: 0 }
    : (sample ?? { count: null, inFlight: null });
  // Traffic is traffic, although not all about it is known.
  if (!(count !== null && count > 0) && !(inFlight !== null && inFlight > 0) && !isDrained)
    return { unknown: sample?.reason ?? 'not enough is known yet' };
  const nothing = { tasks: 0, leases: 0, pinnedClients: 0 };
  return {
    at: now,
    value: { isNotified: true, requests: count ?? 0, streams: inFlight ?? 0, ...nothing, isExact: isDrained },
  };
}
