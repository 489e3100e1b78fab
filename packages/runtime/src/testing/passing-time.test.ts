import { realClock } from '@slipway/kube';
import { FakeClock } from '@slipway/kube/testing';
import { describe, expect, it } from 'vitest';
import { passingTime } from './passing-time.ts';

describe('time that passes', () => {
  it('O-2: a fake clock is moved by just as much, in steps that let other things happen', async () => {
    const clock = new FakeClock();
    const seen: number[] = [];
    const tick = (): void => {
      clock.timer(30_000, () => {
        seen.push(clock.now());
        tick();
      });
    };
    tick();
    await passingTime(clock).pass(60_000);
    expect(clock.now()).toBe(60_000);
    expect(seen).toEqual([30_000, 60_000]);
  });

  it('O-2: a fake clock stands still while something is under way', async () => {
    const clock = new FakeClock();
    let turns = 0;
    await passingTime(clock, () => ++turns > 100).pass(1_000);
    expect(turns).toBeGreaterThan(100);
    expect(clock.now()).toBe(1_000);
  });

  it('O-2: both say whether a condition came to hold in time', async () => {
    const fake = new FakeClock();
    expect(await passingTime(fake).until(() => fake.now() >= 5_000, 10_000)).toBe(true);
    expect(fake.now()).toBeLessThan(10_000);
    let looks = 0;
    expect(await passingTime(realClock).until(async () => ++looks === 3, 10_000)).toBe(true);
    expect(await passingTime(realClock).until(() => false, 0)).toBe(false);
  });
});
