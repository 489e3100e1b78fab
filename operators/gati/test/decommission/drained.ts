import type { DecommissionSituation } from '../../src/decommission/index.ts';

export const MINUTE = 60_000;
/** An hour in, so that no instant of a test is near 1970. */
export const NOW = Date.UTC(2026, 5, 1);

/** A version whose gates are all open at `NOW`. */
export function drained(change: Partial<DecommissionSituation> = {}): DecommissionSituation {
  return {
    stage: 'Draining',
    weight: { value: 0, at: NOW },
    drainingSince: NOW - 6 * MINUTE,
    history: [4, 3, 2, 1, 0].map((ago) => ({ at: NOW - ago * MINUTE, count: 0, inFlight: 0 })),
    tags: [],
    isKept: false,
    use: { isTarget: false, isStable: false, isPlanned: false },
    others: { value: { isOneAvailable: true, weight: 100 }, at: NOW },
    policy: {
      enabled: true,
      dryRun: false,
      gracePeriodMs: 5 * MINUTE,
      zeroSamples: 5,
      protectedTags: ['stable', 'production', 'latest'],
      drainDeadlineMs: 60 * MINUTE,
      deleteDelayMs: 0,
      intervalMs: MINUTE,
    },
    blockers: [],
    ...change,
  };
}
