import { FakeClock } from '@slipway/kube/testing';
import { describe, expect, it } from 'vitest';
import { MortalClock } from './mortal-clock.ts';

describe('the clock of a process that may die', () => {
  it('F-1: runs as its base does, and wakes nobody after the end', async () => {
    const base = new FakeClock();
    const clock = new MortalClock(base);
    const woken: string[] = [];
    clock.timer(10, () => woken.push('timer'));
    void clock.sleep(20).then(() => woken.push('sleeper'));
    clock.timer(30, () => woken.push('cancelled')).cancel();
    clock.timer(1000, () => woken.push('too late'));
    await base.advance(100);
    expect(woken).toEqual(['timer', 'sleeper']);
    clock.end();
    clock.timer(0, () => woken.push('after the end'));
    await base.advance(10_000);
    expect(woken).toEqual(['timer', 'sleeper']);
    expect(base.pendingTimers).toBe(0);
    expect(clock.now()).toBe(base.now());
  });

  it('F-1: ends a sleep when its signal fires', async () => {
    const clock = new MortalClock(new FakeClock());
    const stop = new AbortController();
    const slept = clock.sleep(1000, stop.signal);
    stop.abort(new Error('enough'));
    await expect(slept).rejects.toThrow('enough');
    await expect(clock.sleep(1, stop.signal)).rejects.toThrow('enough');
  });
});
