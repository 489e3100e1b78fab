import { describe, expect, test } from 'vitest';
import { drained, MINUTE, NOW } from '../../test/decommission/drained.ts';
import { blockersOf, drainedCondition } from './blockers.ts';
import { type GateName, gatesOf } from './gates.ts';
import type { DecommissionSituation } from './situation.ts';
import { verdictOf } from './verdict.ts';

const closed = (situation: DecommissionSituation, now = NOW): string[] =>
  gatesOf(situation, now).flatMap(({ name, blocker }) => (blocker ? [`${name} ${blocker.reason}`] : []));
const { policy, history } = drained();
const with_ = (count: number | null, inFlight: number | null = 0) => [
  ...history,
  { at: NOW, count, inFlight, ...((count === null || inFlight === null) && { reason: 'pod a: no answer' }) },
];

describe('the eight gates', () => {
  test('G-97: all open: the version is drained and may go', () => {
    expect(closed(drained())).toEqual([]);
    const gates = gatesOf(drained(), NOW);
    expect(verdictOf(drained(), gates, NOW)).toEqual({ stage: 'Drained', drainedAt: NOW });
    const drainedNow = drained({ stage: 'Drained', drainedAt: NOW });
    expect(verdictOf(drainedNow, gates, NOW).stage).toBe('Decommissioning');
  });

  const cases: [string, GateName, Partial<DecommissionSituation>][] = [
    ['HasWeight', 'weight', { weight: { value: 5, at: NOW } }],
    ['HasWeight', 'weight', { weight: { unknown: 'no gateway' } }],
    ['HasWeight', 'weight', { stage: 'Staged' }],
    ['TrafficSeen', 'traffic', { history: with_(1) }],
    ['TrafficUnknown', 'traffic', { history: with_(null) }],
    ['TooFewSamples', 'traffic', { history: history.slice(1) }],
    ['GracePeriod', 'grace', { lastTrafficAt: NOW - 4 * MINUTE }],
    ['GracePeriod', 'grace', { drainingSince: NOW - 5 * MINUTE + 1 }],
    ['InFlight', 'inFlight', { history: with_(0, 2) }],
    ['InFlightUnknown', 'inFlight', { history: with_(0, null) }],
    ['Protected', 'protection', { tags: ['blue', 'production'] }],
    ['Protected', 'protection', { isKept: true }],
    ['Protected', 'protection', { hold: 'ann: incident' }],
    ['InUse', 'use', { use: { isTarget: true, isStable: false, isPlanned: false } }],
    ['InUse', 'use', { use: { isTarget: false, isStable: true, isPlanned: false } }],
    ['InUse', 'use', { use: { isTarget: false, isStable: false, isPlanned: true } }],
    ['InUse', 'use', { use: { isTarget: false, isStable: false, isPlanned: false, rollbackWindowEndsAt: NOW + 1 } }],
    ['InUse', 'use', { use: { isTarget: false, isStable: false, isPlanned: false, retentionEndsAt: NOW + 1 } }],
    ['LastHealthy', 'lastHealthy', { others: { value: { isOneAvailable: false, weight: 100 }, at: NOW } }],
    ['LastHealthy', 'lastHealthy', { others: { value: { isOneAvailable: true, weight: 90 }, at: NOW } }],
    ['LastHealthy', 'lastHealthy', { others: { unknown: 'the cache is stale' } }],
    [
      'LastHealthy',
      'lastHealthy',
      { others: { value: { isOneAvailable: true, weight: 100, weak: 'v2 1/2' }, at: NOW } },
    ],
    ['Disabled', 'setting', { policy: { ...policy, enabled: false } }],
    ['DryRun', 'setting', { policy: { ...policy, dryRun: true } }],
    ['ForeignWorkload', 'use', { foreign: 'Deployment web has no gati.dev/adopt' }],
  ];
  test.each(cases)('G-97: %s alone closes %s, and then it stays', (reason, name, change) => {
    for (const stage of ['Draining', 'Drained'] as const) {
      const situation = drained({ stage, drainedAt: NOW, ...change });
      expect(closed(situation)).toEqual([`${name} ${reason}`]);
      expect(verdictOf(situation, gatesOf(situation, NOW), NOW).stage).not.toBe('Decommissioning');
      const [blocker] = blockersOf(situation, gatesOf(situation, NOW), NOW);
      expect(blocker).toMatchObject({ reason, since: expect.any(String), deadline: expect.any(String) });
      expect(blocker?.owner).not.toBe('');
    }
  });

  test('G-97: a bad version that the spec still names may go once its retention is over', () => {
    const use = { isTarget: true, isStable: false, isPlanned: false, retentionEndsAt: NOW };
    expect(closed(drained({ use }))).toEqual([]);
  });

  test('G-97: an unknown sample breaks the run', () => {
    const [first, ...rest] = history;
    const broken = [{ ...first, at: NOW - 4 * MINUTE, count: null, inFlight: 0, reason: 'gap' }, ...rest];
    expect(closed(drained({ history: broken }))).toEqual(['traffic TrafficUnknown']);
    const six = [{ at: NOW - 5 * MINUTE, count: null, inFlight: null, reason: 'gap' }, ...history];
    expect(closed(drained({ history: six }))).toEqual([]);
  });

  test('G-98: samples of before the drain are not of it', () => {
    expect(closed(drained({ drainingSince: NOW - 2 * MINUTE }))).toEqual([
      'traffic TooFewSamples',
      'grace GracePeriod',
    ]);
  });

  test('G-98: a version without timestamps waits; nothing counts from 1970', () => {
    const { drainingSince: _, ...without } = drained();
    expect(closed(without)).toEqual(['traffic TooFewSamples', 'grace GracePeriod']);
    expect(closed({ ...without, lastTrafficAt: NOW - 100 * MINUTE })).toContain('grace GracePeriod');
  });

  test.each([
    ['drainingSince', { drainingSince: NOW + 60 * MINUTE }],
    ['lastTrafficTimestamp', { lastTrafficAt: NOW + 60 * MINUTE }],
  ])('G-98: a %s in the future counts as now', (_field, change) => {
    const { blocker } = gatesOf(drained(change), NOW)[2] ?? {};
    expect(blocker?.deadline).toBe(NOW + 5 * MINUTE);
  });

  test('G-98: a clock set forward by an hour passes no gate of samples', () => {
    const later = NOW + 60 * MINUTE;
    expect(closed(drained(), later)).toEqual(['traffic TrafficUnknown', 'inFlight InFlightUnknown']);
  });

  test('G-96: a newer sample that status does not hold counts', () => {
    const later = NOW + 2 * MINUTE;
    expect(closed(drained({ latest: { at: later, count: 0, inFlight: 0 } }), later)).toEqual([]);
    expect(closed(drained({ latest: { at: later, count: 3, inFlight: 0 } }), later)).toEqual(['traffic TrafficSeen']);
  });

  test('G-92 G-154: zeros of before a time that nobody looked at are of another row', () => {
    const latest = (quietSince: number) => ({ at: NOW, count: 0, inFlight: 0, quietSince });
    expect(closed(drained({ latest: latest(NOW - 4 * MINUTE) }))).toEqual([]);
    expect(closed(drained({ latest: latest(NOW - 4 * MINUTE + 1) }))).toEqual(['traffic TooFewSamples']);
    expect(closed(drained({ latest: latest(NOW) }))).toEqual(['traffic TooFewSamples']);
  });

  test('G-97: samples with a gap between them are no row, but ten that are alike stand for those after them', () => {
    const zeros = (count: number, lastAt: number) =>
      Array.from({ length: count }, (_, index) => ({
        at: lastAt - (count - 1 - index) * MINUTE,
        count: 0,
        inFlight: 0,
      }));
    const latest = { at: NOW, count: 0, inFlight: 0 };
    const drainingSince = NOW - 300 * MINUTE;
    const of = (past: DecommissionSituation['history']) => drained({ drainingSince, history: past, latest });
    expect(closed(of(zeros(4, NOW - 2 * MINUTE)))).toEqual([]);
    expect(closed(of(zeros(4, NOW - 2 * MINUTE - 1)))).toEqual(['traffic TooFewSamples']);
    expect(closed(of(zeros(4, NOW - 180 * MINUTE)))).toEqual(['traffic TooFewSamples']);
    expect(closed(of([...zeros(4, NOW - 60 * MINUTE), ...zeros(3, NOW - MINUTE)]))).toEqual(['traffic TooFewSamples']);
    expect(closed(of(zeros(10, NOW - 180 * MINUTE)))).toEqual([]);
  });

  test('G-99: traffic brings a drained version back; what is unknown leaves it where it is', () => {
    const stageAfter = (change: Partial<DecommissionSituation>): string => {
      const situation = drained({ stage: 'Drained', drainedAt: NOW - MINUTE, ...change });
      return verdictOf(situation, gatesOf(situation, NOW), NOW).stage;
    };
    expect(stageAfter({ history: with_(1) })).toBe('Draining');
    expect(stageAfter({ history: with_(1, null) })).toBe('Draining');
    expect(stageAfter({ history: with_(0, 1) })).toBe('Draining');
    expect(stageAfter({ history: with_(null, null) })).toBe('Drained');
  });

  test('G-105: retire by a person passes traffic, grace, in flight and enabled: false, and no other gate', () => {
    const retire = { by: 'ann', reason: 'the websocket is a test’s' };
    const busy = { history: with_(9, 9), drainingSince: NOW, policy: { ...policy, enabled: false } };
    expect(closed(drained({ ...busy, retire }))).toEqual([]);
    const situation = drained({ ...busy, retire });
    expect(verdictOf(situation, gatesOf(situation, NOW), NOW).stage).toBe('Drained');
    for (const [reason, name, change] of cases) {
      const isPassed = ['traffic', 'grace', 'inFlight'].includes(name) || reason === 'Disabled';
      expect(closed(drained({ ...change, retire }))).toEqual(isPassed ? [] : [`${name} ${reason}`]);
    }
  });

  test('G-105: at the deadline nothing is removed, and the Event names who can act', () => {
    const websocket = drained({ drainingSince: NOW - 60 * MINUTE, history: with_(0, 1) });
    const gates = gatesOf(websocket, NOW);
    expect(verdictOf(websocket, gates, NOW).stage).toBe('Draining');
    expect(blockersOf(websocket, gates, NOW).map(({ reason, owner }) => [reason, owner])).toEqual([
      ['InFlight', 'its callers'],
      ['DrainOverdue', 'its callers'],
    ]);
    expect(blockersOf(websocket, gates, NOW - 1).map(({ reason }) => reason)).toEqual(['InFlight']);
  });

  test('G-97: since stays what it was while the reason does', () => {
    const since = NOW - 3 * MINUTE;
    const blocked = drained({ isKept: true, blockers: [{ reason: 'Protected', since }] });
    expect(gatesOf(blocked, NOW)[4]?.blocker?.since).toBe(since);
    expect(gatesOf({ ...blocked, blockers: [] }, NOW)[4]?.blocker?.since).toBe(NOW);
  });

  test('G-97: the condition says True, False or Unknown', () => {
    const condition = (change: Partial<DecommissionSituation>) => {
      const { status, reason } = drainedCondition(gatesOf(drained(change), NOW));
      return [status, reason];
    };
    expect(condition({ isKept: true })).toEqual(['True', 'Drained']);
    expect(condition({ history: with_(2) })).toEqual(['False', 'TrafficSeen']);
    expect(condition({ history: with_(null) })).toEqual(['Unknown', 'TrafficUnknown']);
    const gone = gatesOf(drained({ history: with_(null) }), NOW);
    expect(drainedCondition(gone, 'Decommissioning').status).toBe('True');
  });
});
