import type { Clock } from '@slipway/kube';
import { FakeClock } from '@slipway/kube/testing';
import { describe, expect, it } from 'vitest';
import { Heartbeat } from './heartbeat.ts';

describe('the heartbeat', () => {
  it('R-81: a beat over a second late tells how long the event loop was held; others tell nothing', async () => {
    const fake = new FakeClock();
    let heldMs = 0;
    // A held loop: time has passed when the timer gets its turn.
    const clock: Clock = { now: () => fake.now() + heldMs, wall: fake.wall, sleep: fake.sleep, timer: fake.timer };
    const reported: number[] = [];
    const heartbeat = new Heartbeat(clock, (ms) => reported.push(ms));
    heartbeat.start();
    await fake.advance(10_000);
    expect(reported).toEqual([]);
    heldMs += 900;
    await fake.advance(250);
    expect(reported).toEqual([]);
    heldMs += 3000;
    await fake.advance(250);
    expect(reported).toEqual([3000]);
    heartbeat.stop();
    expect(fake.pendingTimers).toBe(0);
  });
});
