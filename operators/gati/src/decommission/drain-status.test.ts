import { describe, expect, test } from 'vitest';
import { beginDrain, type DrainStatus, endDrain, historyOf, recordSample, sampleOf, timeOf } from './drain-status.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 5, 1);
const own = { isCountReported: false };
const zero = (minute: number) => ({ at: START + minute * MINUTE, count: 0, inFlight: 0 });

describe('what a drain writes', () => {
  test('G-98: drainingSince is written once, at entry', () => {
    const begun = beginDrain({ trafficCount: 7, trafficHistory: [] }, START, own);
    expect(begun).toEqual({ drainingSince: timeOf(START) });
    expect(beginDrain(begun, START + MINUTE, own)).toBe(begun);
    expect(beginDrain({ trafficCount: 7 }, START, { isCountReported: true }).trafficCount).toBe(7);
  });

  test('G-96: the last ten samples stay, and an eleventh equal one writes nothing', () => {
    let status: DrainStatus = {};
    for (let minute = 0; minute < 10; minute++) status = recordSample(status, zero(minute), own);
    expect(historyOf(status)).toHaveLength(10);
    expect(recordSample(status, zero(10), own)).toBe(status);
    const traffic = recordSample(status, { ...zero(11), count: 2 }, own);
    expect(historyOf(traffic).map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
    expect(traffic).toMatchObject({ trafficCount: 2, lastTrafficTimestamp: timeOf(START + 11 * MINUTE) });
  });

  test('G-96 G-154: ten that are like it but of another row make way for those of this one', () => {
    let status: DrainStatus = {};
    for (let minute = 0; minute < 10; minute++) status = recordSample(status, zero(minute), own);
    const quietSince = START + 30 * MINUTE;
    for (let minute = 30; minute < 40; minute++) status = recordSample(status, { ...zero(minute), quietSince }, own);
    expect(status.trafficHistory?.map(({ at }) => Date.parse(at))[0]).toBe(quietSince);
    expect(JSON.stringify(status)).not.toContain('quietSince');
    expect(recordSample(status, { ...zero(40), quietSince }, own)).toBe(status);
  });

  test('G-96: the same unknown, again and again, writes nothing either', () => {
    const unknown = { count: null, inFlight: null, reason: 'source down' };
    let status: DrainStatus = {};
    for (let minute = 0; minute < 10; minute++) status = recordSample(status, { ...zero(minute), ...unknown }, own);
    expect(recordSample(status, { ...zero(10), ...unknown }, own)).toBe(status);
    expect(status.trafficCount).toBeUndefined();
    expect(status.lastTrafficTimestamp).toBeUndefined();
  });

  test('G-96: constant traffic is written each time: each sample is a later last request', () => {
    let status: DrainStatus = {};
    for (let minute = 0; minute < 20; minute++) status = recordSample(status, { ...zero(minute), count: 1 }, own);
    expect(status).toMatchObject({ trafficCount: 20, lastTrafficTimestamp: timeOf(START + 19 * MINUTE) });
  });

  test('G-95: the count of a route manager is left to it, and the same report twice is one sample', () => {
    const reported = { isCountReported: true };
    const once = recordSample({ trafficCount: 900 }, { ...zero(1), count: 5 }, reported);
    expect(once.trafficCount).toBe(900);
    expect(recordSample(once, { ...zero(1), count: 5 }, reported)).toBe(once);
  });

  test('G-92: unknown is null with its reason, never zero', () => {
    const at = START;
    expect(sampleOf({ requests: { unknown: 'gap' }, inFlight: { value: 1, at } }, at)).toEqual({
      at,
      count: null,
      inFlight: 1,
      reason: 'gap',
    });
    expect(sampleOf({ requests: { value: 0, at: at - 1 }, inFlight: { unknown: 'x' } }, at)).toEqual({
      at: at - 1,
      count: 0,
      inFlight: null,
      reason: 'x',
    });
  });

  test('G-45 G-103: wanted again: the clock and the samples go, the last traffic stays', () => {
    const begun = recordSample(beginDrain({}, START, own), { ...zero(1), count: 1 }, own);
    expect(endDrain({ ...begun, decommissionedAt: timeOf(START) })).toEqual({
      trafficCount: 1,
      lastTrafficTimestamp: timeOf(START + MINUTE),
    });
    const active: DrainStatus = { trafficCount: 1 };
    expect(endDrain(active)).toBe(active);
  });
});
