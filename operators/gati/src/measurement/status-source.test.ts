import { FakeClock } from '@slipway/kube/testing';
import { describe, expect, test } from 'vitest';
import { StatusSource, type TrafficReport } from './status-source.ts';

const MINUTE = 60_000;
const version = { namespace: 'shop', handler: 'users', versionId: 'v1' };

describe('traffic by the reports of a route manager', () => {
  const clock = new FakeClock();
  let report: TrafficReport | undefined;
  const source = new StatusSource({
    clock,
    report: () => report,
    inFlight: {
      sample: async () => ({ requests: { unknown: 'not asked' }, inFlight: { value: 2, at: clock.wall() } }),
    },
  });
  const requests = async () => {
    const sample = await source.sample(version, MINUTE);
    expect(sample.inFlight.value).toBe(2);
    return sample.requests.unknown ?? sample.requests.value;
  };

  test('G-95: the increase between reports, known at the time of the report', async () => {
    expect(await requests()).toBe('no route manager has reported');
    report = { count: 100, at: clock.wall() };
    expect(await requests()).toBe('no baseline yet');
    await clock.advance(MINUTE);
    report = { count: 104, at: clock.wall() };
    expect(await requests()).toBe(4);
    await clock.advance(MINUTE);
    // The same report again: nothing newer is known, and the sample says of when it is.
    expect((await source.sample(version, MINUTE)).requests).toEqual({ value: 4, at: clock.wall() - MINUTE });
  });

  test('G-95: reports stop: unknown after two intervals', async () => {
    await clock.advance(MINUTE);
    expect(await requests()).toBe(4);
    await clock.advance(1);
    expect(await requests()).toBe('the last report is older than two intervals');
  });

  test('G-95: a count that goes down is no count', async () => {
    report = { count: 3, at: clock.wall() };
    expect(await requests()).toBe('trafficCount fell from 104 to 3');
    await clock.advance(MINUTE);
    report = { count: 3, at: clock.wall() };
    expect(await requests()).toBe(0);
  });
});
