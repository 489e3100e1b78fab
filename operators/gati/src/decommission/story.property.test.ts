import { instantOf } from '@slipway/apimachinery/clock';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drained, MINUTE, NOW } from '../../test/decommission/drained.ts';
import { RUNS } from '../../test/runs.ts';
import type { Stage } from '../types/index.ts';
import { blockersOf, pastBlockers } from './blockers.ts';
import { beginDrain, type DrainStatus, historyOf, recordSample } from './drain-status.ts';
import { gatesOf } from './gates.ts';
import { removalStep } from './removal.ts';
import { verdictOf } from './verdict.ts';

/** One reconcile: what happened since the last one. */
const moment = fc.record({
  count: fc.constantFrom<(number | null)[]>(0, 0, 0, 0, 0, 0, 0, 0, 1, null),
  inFlight: fc.constantFrom<(number | null)[]>(0, 0, 0, 0, 0, 0, 0, 0, 1, null),
  weight: fc.constantFrom<(number | null)[]>(0, 0, 0, 0, 0, 0, 0, 0, 5, null),
  passed: fc.constantFrom(MINUTE, MINUTE, MINUTE, MINUTE, 30_000, 200_000, -3_600_000, 3_600_000),
  isKept: fc.constantFrom(false, false, false, false, false, true),
  isStable: fc.constantFrom(false, false, false, false, false, true),
  isOneAvailable: fc.constantFrom(true, true, true, true, true, false),
  dryRun: fc.constantFrom(false, false, false, false, false, true),
  /** The status of the last write is lost, or the process with its newest sample. */
  crash: fc.constantFrom('none', 'none', 'none', 'write', 'memory'),
});
type Moment = typeof moment extends fc.Arbitrary<infer T> ? T : never;

interface Taken {
  readonly minute: number;
  readonly now: number;
}

/** Plays a version's way out; gives the moments at which its pods were taken. */
function play(moments: readonly Moment[]): Taken[] {
  let status: DrainStatus = beginDrain({}, NOW, { isCountReported: false });
  let stage: Stage = 'Draining';
  let drainedAt: number | undefined;
  let now = NOW;
  const taken: Taken[] = [];
  for (const [minute, one] of moments.entries()) {
    now += one.passed;
    const sample = { at: now, count: one.count, inFlight: one.inFlight, ...(one.count === null && { reason: 'gap' }) };
    const before = status;
    status = recordSample(status, sample, { isCountReported: false });
    const situation = drained({
      stage,
      history: historyOf(status),
      ...(one.crash !== 'memory' && { latest: sample }),
      ...optional('drainingSince', instantOf(status.drainingSince)),
      ...optional('lastTrafficAt', instantOf(status.lastTrafficTimestamp)),
      ...optional('drainedAt', drainedAt),
      weight: one.weight === null ? { unknown: 'no router' } : { value: one.weight, at: now },
      isKept: one.isKept,
      use: { isTarget: false, isStable: one.isStable, isPlanned: false },
      others: { value: { isOneAvailable: one.isOneAvailable, weight: 100 }, at: now },
      policy: { ...drained().policy, dryRun: one.dryRun },
      blockers: pastBlockers(status.blockers),
    });
    const gates = gatesOf(situation, now);
    if (stage === 'Decommissioning') {
      const deployment = { ref: { kind: 'Deployment', namespace: 'shop', name: 'v1' }, replicas: 1 };
      const off = { isRouted: { value: false, at: now }, pods: { value: 1, at: now }, scalers: [], rest: [] };
      const step = removalStep({ gates, isLive: true, deployment, deleteDelayMs: 0, ...off }, now);
      if (step.do === 'scaleDown') taken.push({ minute, now });
      else stage = 'Draining';
    } else {
      const verdict = verdictOf(situation, gates, now);
      stage = verdict.stage;
      drainedAt = verdict.drainedAt;
    }
    status = one.crash === 'write' ? before : { ...status, blockers: blockersOf(situation, gates, now) };
  }
  return taken;
}

function optional<Name extends string, T>(name: Name, value: T | undefined): { [key in Name]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { [key in Name]: T });
}

test('G-97: whatever happened, pods are taken only with all eight gates open, by what really was', () => {
  let stories = 0;
  fc.assert(
    fc.property(fc.array(moment, { minLength: 8, maxLength: 24 }), (moments) => {
      for (const { minute } of play(moments)) {
        stories++;
        const now = moments[minute];
        expect(now).toMatchObject({
          weight: 0,
          inFlight: 0,
          isKept: false,
          isStable: false,
          isOneAvailable: true,
          dryRun: false,
        });
        // A write that was lost takes a zero away, never puts one in the place of traffic: of the samples that were
        // written or are at hand, the last five are zeros.
        const kept = moments.slice(0, minute + 1).filter(({ crash }, at) => at === minute || crash !== 'write');
        expect(kept.slice(-5).map(({ count }) => count)).toEqual([0, 0, 0, 0, 0]);
      }
    }),
    RUNS,
  );
  // The dice do lead there now and then, or nothing was proven.
  expect(stories).toBeGreaterThan(0);
});

test('G-97 G-99: undisturbed, a version is drained after its zeros and the grace period, and then taken', () => {
  const quiet: Moment = {
    count: 0,
    inFlight: 0,
    weight: 0,
    passed: MINUTE,
    isKept: false,
    isStable: false,
    isOneAvailable: true,
    dryRun: false,
    crash: 'none',
  };
  const takenAt = (moments: readonly Moment[]): number | undefined => play(moments)[0]?.minute;
  const quietly = Array.from({ length: 20 }, () => quiet);
  // Five minutes of samples: Drained; one look later Decommissioning; one more and the pods go.
  expect(takenAt(quietly)).toBe(6);
  expect(takenAt([...quietly.slice(0, 3), { ...quiet, count: 1 }, ...quietly])).toBe(3 + 1 + 6);
  expect(takenAt([...quietly.slice(0, 3), { ...quiet, count: null }, ...quietly])).toBe(3 + 1 + 6);
  expect(takenAt(quietly.map((one) => ({ ...one, inFlight: 1 })))).toBeUndefined();
});
