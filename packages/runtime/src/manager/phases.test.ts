import { silentLogger } from '@slipway/kube';
import { FakeClock } from '@slipway/kube/testing';
import { describe, expect, it } from 'vitest';
import { type Phase, startInOrder, within } from './phases.ts';

describe('starting in order', () => {
  const names = ['http', 'caches', 'controllers', 'election'];

  it('R-159: a failure at any step stops what was started, in reverse, and is thrown', async () => {
    for (const [failing, failingName] of names.entries()) {
      const log: string[] = [];
      const phases: Phase[] = names.map((name) => ({
        name,
        start: () => {
          log.push(`start ${name}`);
          if (name === failingName) throw new Error(`${name} failed`);
        },
        stop: () => {
          log.push(`stop ${name}`);
          if (name === 'http') throw new Error('a stop that fails harms nothing');
        },
      }));
      await expect(startInOrder(phases, silentLogger)).rejects.toThrow(`${failingName} failed`);
      const started = names.slice(0, failing + 1);
      expect(log).toEqual([...started.map((n) => `start ${n}`), ...started.toReversed().map((n) => `stop ${n}`)]);
    }
  });

  it('R-162: waiting ends with the work or with the time, whichever is first, and leaves no timer', async () => {
    const clock = new FakeClock();
    expect(await within(clock, 100, Promise.resolve())).toBe(true);
    await expect(within(clock, 100, Promise.reject(new Error('ended badly')))).rejects.toThrow('ended badly');
    const late = within(clock, 100, new Promise(() => {}));
    await clock.advance(100);
    expect(await late).toBe(false);
    expect(clock.pendingTimers).toBe(0);
  });
});
