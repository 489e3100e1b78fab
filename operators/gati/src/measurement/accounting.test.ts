import type { Known } from '@gati-framework/contracts/deployment';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountOf, baselineAt, emptyRound, increaseOf, type PodReading, type ScrapeRound } from './accounting.ts';
import type { PodThatRan } from './pod-history.ts';
import type { PodMetrics } from './pod-metrics.ts';

const metrics = (requests: number, inFlight = 0): PodMetrics => ({
  requests,
  inFlight,
  failures: 0,
  buckets: new Map(),
});
const reading = (requests: number, at: number, change: { inFlight?: number; restarts?: number } = {}): PodReading => ({
  restarts: change.restarts ?? 0,
  metrics: { at, value: metrics(requests, change.inFlight) },
});
const failed: PodReading = { restarts: 0, metrics: { unknown: 'its metrics cannot be read (KUBE_TIMEOUT)' } };
const round = (at: number, pods: Record<string, PodReading>): ScrapeRound => ({
  at,
  pods: new Map(Object.entries(pods)),
});
const pod = (uid: string, change: Partial<PodThatRan> = {}): PodThatRan => ({
  uid,
  name: `pod-${uid}`,
  startedAt: 0,
  restarts: 0,
  probes: [],
  ...change,
});
const stated = (known: Known<number>): number | string => known.unknown ?? known.value;
const account = (...args: Parameters<typeof accountOf>) => {
  const { requests, inFlight } = accountOf(...args);
  return [stated(requests), stated(inFlight)];
};

const before = round(1000, { a: reading(10, 1000), b: reading(20, 1000) });

describe('what was served between two looks', () => {
  test('G-93: the increase of each pod by its UID', () => {
    const now = round(2000, { a: reading(13, 2000, { inFlight: 1 }), b: reading(20, 2000, { inFlight: 2 }) });
    expect(account(before, now, [pod('a'), pod('b')])).toEqual([3, 3]);
  });

  test('G-92: known zero: all pods covered and no increase', () => {
    const now = round(2000, { a: reading(10, 2000), b: reading(20, 2000) });
    expect(account(before, now, [pod('a'), pod('b')])).toEqual([0, 0]);
  });

  test('G-92: known zero: no pod existed in the whole interval', () => {
    expect(account(before, round(2000, {}), [])).toEqual([0, 0]);
    expect(account(undefined, round(2000, {}), [])).toEqual([0, 0]);
  });

  test('G-83 G-93: pods that this process saw start need no baseline to be judged by', () => {
    const ran = [pod('a', { startedAt: 6_000 }), pod('b', { startedAt: 7_000 })];
    const now = round(15_000, { a: reading(4, 15_000), b: reading(3, 15_000) });
    const increase = increaseOf(emptyRound(ran, 1_000), now, ran);
    expect(increase).toMatchObject({ value: { requests: 7, overMs: 10_000 } });
    // One that was there before anybody looked has counted who knows what.
    expect(emptyRound([...ran, pod('c', { startedAt: 1_500 })], 1_000)).toBeUndefined();
    expect(emptyRound([], 1_000)).toBeUndefined();
  });

  test('G-93: a counter below its last value counts from 0', () => {
    const now = round(2000, { a: reading(4, 2000), b: reading(20, 2000) });
    expect(account(before, now, [pod('a'), pod('b')])).toEqual([4, 0]);
  });

  test('G-93: a container that restarted counts from 0 even where it has caught up', () => {
    const now = round(2000, { a: reading(10, 2000, { restarts: 1 }), b: reading(20, 2000) });
    expect(account(before, now, [pod('a'), pod('b')])).toEqual([10, 0]);
  });

  test('G-93: a pod new since the last sample counts from 0', () => {
    const now = round(2000, { a: reading(10, 2000), b: reading(20, 2000), c: reading(2, 2000) });
    expect(account(before, now, [pod('a'), pod('b'), pod('c', { startedAt: 1500 })])).toEqual([2, 0]);
  });

  test('G-93: a pod of the same name with another UID is another pod', () => {
    const now = round(2000, { a2: reading(11, 2000), b: reading(20, 2000) });
    const ran = [pod('a2', { name: 'pod-a', startedAt: 1500 }), pod('b')];
    expect(account(before, now, ran)).toEqual([11, 0]);
  });

  test('G-92 G-93: a pod already running at first sight gives no baseline', () => {
    const now = round(2000, { a: reading(10, 2000), c: reading(5, 2000, { inFlight: 1 }) });
    expect(account(before, now, [pod('a'), pod('c')])).toEqual(['no baseline yet for pod pod-c', 1]);
    expect(account(undefined, now, [pod('a', { startedAt: 1900 })])).toEqual(['no baseline yet for pod pod-a', 0]);
  });

  test('G-92: a pod that could not be read leaves both unknown', () => {
    const now = round(2000, { a: reading(99, 2000), b: failed });
    const unknown = 'pod pod-b: its metrics cannot be read (KUBE_TIMEOUT)';
    expect(account(before, now, [pod('a'), pod('b')])).toEqual([unknown, unknown]);
  });

  test('G-92: fewer pods covered than ran', () => {
    const unknown = 'pod pod-b: it was not scraped';
    expect(account(before, round(2000, { a: reading(10, 2000) }), [pod('a'), pod('b')])).toEqual([unknown, unknown]);
  });

  test('G-92: metrics older than the interval', () => {
    const unknown = 'pod pod-a: its metrics are older than the interval';
    expect(account(before, round(2000, { a: reading(10, 900) }), [pod('a')])).toEqual([unknown, unknown]);
  });

  test('G-92: a pod gone since the last sample, unless other pods already show traffic', () => {
    const ran = [pod('a'), pod('b', { goneAt: 1500 })];
    const gone = 'pod pod-b is gone since the last sample';
    expect(account(before, round(2000, { a: reading(10, 2000) }), ran)).toEqual([gone, 0]);
    expect(account(before, round(2000, { a: reading(11, 2000) }), ran)).toEqual([1, 0]);
    expect(account(undefined, round(2000, {}), [pod('b', { goneAt: 1500 })])).toEqual([gone, 0]);
  });

  test('G-92: whatever ran and counted, zero is never reported of a version that served', () => {
    const life = fc.record({
      served: fc.nat({ max: 2 }),
      hasBaseline: fc.boolean(),
      isRead: fc.boolean(),
      isGone: fc.boolean(),
      isNew: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(life, { maxLength: 5 }), fc.boolean(), (lives, isFirst) => {
        const pods = lives.map((one, index) => ({ ...one, uid: `u${index}` }));
        const earlier = pods.filter(({ hasBaseline, isNew }) => hasBaseline && !isNew);
        const previous = round(1000, Object.fromEntries(earlier.map(({ uid }) => [uid, reading(7, 1000)])));
        const readings = pods
          .filter(({ isGone, isRead }) => isRead && !isGone)
          .map(({ uid, served, isNew }): [string, PodReading] => [uid, reading(served + (isNew ? 0 : 7), 2000)]);
        const ran = pods.map(({ uid, isGone, isNew }) =>
          pod(uid, { ...(isGone && { goneAt: 1500 }), startedAt: isNew ? 1200 : 0 }),
        );
        const { requests } = accountOf(isFirst ? undefined : previous, round(2000, Object.fromEntries(readings)), ran);
        if (requests.value === 0) expect(lives.every(({ served, isGone }) => served === 0 && !isGone)).toBe(true);
        const isCovered = pods.every(
          ({ isGone, isRead, hasBaseline, isNew }) => isRead && !isGone && !isFirst && (hasBaseline || isNew),
        );
        if (isCovered) expect(requests.value).toBe(lives.reduce((total, { served }) => total + served, 0));
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('what is counted from', () => {
  const rounds = [
    round(1000, { a: reading(1, 1000), b: reading(5, 1000) }),
    round(2000, { a: reading(2, 2000), b: failed }),
  ];

  test('G-93: the newest look that is old enough', () => {
    expect(baselineAt(rounds, 999)).toBeUndefined();
    expect(baselineAt(rounds, 1999)?.at).toBe(1000);
    expect(baselineAt(rounds, 2000)?.pods.get('a')?.metrics.value?.requests).toBe(2);
  });

  test('G-92: a pod that could not be read then counts from before: more, never less', () => {
    const baseline = baselineAt(rounds, 2000);
    expect(baseline?.pods.get('b')?.metrics.value?.requests).toBe(5);
    const now = round(3000, { a: reading(2, 3000), b: reading(6, 3000) });
    expect(account(baseline, now, [pod('a'), pod('b')])).toEqual([1, 0]);
  });
});
