import type { ITrafficSource } from '@gati-framework/contracts/deployment';
import { FakeClock } from '@slipway/kube/testing';
import { describe, expect, test } from 'vitest';
import { TrafficSampler } from './sampler.ts';

const MINUTE = 60_000;
const version = (versionId: string) => ({ namespace: 'shop', handler: 'users', versionId });

function world(random = () => 0.5) {
  const clock = new FakeClock();
  const sampled: string[] = [];
  const reported: string[] = [];
  const source: ITrafficSource = {
    async sample({ versionId }) {
      sampled.push(`${versionId} ${clock.now() / 1000}`);
      return { requests: { value: 0, at: clock.wall() }, inFlight: { value: 0, at: clock.wall() } };
    },
  };
  const sampler = new TrafficSampler({ clock, random, onSample: ({ versionId }) => reported.push(versionId) });
  return { clock, sampled, reported, source, sampler };
}

describe('the sampler', () => {
  test('G-96: samples at once, then every interval, while it is wanted', async () => {
    const { clock, sampled, reported, source, sampler } = world();
    const want = { version: version('v1'), source, intervalMs: MINUTE };
    sampler.want('users', [want]);
    await clock.advance(2 * MINUTE);
    // A reconcile that wants the same changes nothing.
    sampler.want('users', [want]);
    await clock.advance(MINUTE);
    expect(sampled).toEqual(['v1 0', 'v1 60', 'v1 120', 'v1 180']);
    expect(reported).toHaveLength(4);
    expect(sampler.latest('users', version('v1'))?.sample.requests.value).toBe(0);
    sampler.want('users', []);
    await clock.advance(10 * MINUTE);
    expect(sampled).toHaveLength(4);
    expect(sampler.latest('users', version('v1'))).toBeUndefined();
    expect(clock.pendingTimers).toBe(0);
  });

  test.each([
    ['soonest', 0, 55],
    ['latest', 1, 65],
  ])('G-96: jitter: the %s', async (_title, dice, second) => {
    const { clock, sampled, source, sampler } = world(() => dice);
    sampler.want('users', [{ version: version('v1'), source, intervalMs: MINUTE }]);
    await clock.advance(70_000);
    expect(sampled).toEqual(['v1 0', `v1 ${second}`]);
    await sampler.close();
  });

  test('G-96: a slow sample is never overlapped by the next', async () => {
    const { clock, sampler, reported } = world();
    let running = 0;
    const slow: ITrafficSource = {
      async sample() {
        running++;
        expect(running).toBe(1);
        await clock.sleep(3 * MINUTE);
        running--;
        return { requests: { unknown: 'slow' }, inFlight: { unknown: 'slow' } };
      },
    };
    sampler.want('users', [{ version: version('v1'), source: slow, intervalMs: MINUTE }]);
    await clock.advance(10 * MINUTE);
    expect(reported.length).toBe(3);
    const closed = sampler.close();
    await clock.advance(3 * MINUTE);
    await closed;
  });

  test('G-92 G-154: a row of zeros begins anew after anything else, and after a time that nobody looked at', async () => {
    const { clock, sampler } = world();
    const answers: (number | null)[] = [0, 0, null, 0, 0, 3, 0];
    const source: ITrafficSource = {
      async sample() {
        const [count = 0] = answers.splice(0, 1);
        const requests = count === null ? { unknown: 'no answer' } : { value: count, at: clock.wall() };
        return { requests, inFlight: { value: 0, at: clock.wall() } };
      },
    };
    const start = clock.wall();
    const rows: (number | undefined)[] = [];
    const note = (): void => {
      const { quietSince } = sampler.latest('users', version('v1')) ?? {};
      rows.push(quietSince === undefined ? undefined : (quietSince - start) / MINUTE);
    };
    sampler.want('users', [{ version: version('v1'), source, intervalMs: MINUTE }]);
    await clock.advance(0);
    note();
    for (let minute = 1; minute <= 6; minute++) {
      await clock.advance(MINUTE);
      note();
    }
    expect(rows).toEqual([0, 0, undefined, 3, 3, undefined, 6]);
    clock.stepWall(3 * MINUTE);
    await clock.advance(MINUTE);
    note();
    expect(rows.at(-1)).toBe(10);
    await sampler.close();
  });

  test('G-91: a source that throws is unknown, and asked again', async () => {
    const { clock, sampler, reported } = world();
    const broken: ITrafficSource = { sample: () => Promise.reject(new Error('no route')) };
    sampler.want('users', [{ version: version('v1'), source: broken, intervalMs: MINUTE }]);
    await clock.advance(MINUTE);
    expect(sampler.latest('users', version('v1'))?.sample.requests).toEqual({
      unknown: 'the traffic source failed: no route',
    });
    expect(reported).toHaveLength(2);
    // Two looks see one sample, not two.
    const { at } = sampler.latest('users', version('v1')) ?? {};
    await clock.advance(MINUTE / 2);
    expect(sampler.latest('users', version('v1'))?.at).toBe(at);
    await sampler.close();
    expect(clock.pendingTimers).toBe(0);
  });
});
