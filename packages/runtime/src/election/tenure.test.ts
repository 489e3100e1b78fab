import { FakeClock } from '@slipway/kube/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf, isFresh, Term } from './tenure.ts';

function term(): { clock: FakeClock; tenure: Term; changes: boolean[] } {
  const clock = new FakeClock();
  const tenure = new Term(clock, 10_000);
  const changes: boolean[] = [];
  tenure.onChange(() => changes.push(tenure.mayAct()));
  return { clock, tenure, changes };
}

describe('the tenure of a leader', () => {
  it('R-135: leave ends 10 s after the instant before the renewal was sent, with no timer', async () => {
    const { clock, tenure } = term();
    expect(tenure.mayAct()).toBe(false);
    const sentAt = instantOf(clock);
    await clock.advance(4_000);
    tenure.renew(sentAt);
    await clock.advance(5_999);
    expect(tenure.mayAct()).toBe(true);
    await clock.advance(1);
    expect(tenure.mayAct()).toBe(false);
    expect(clock.pendingTimers).toBe(0);
  });

  it('R-136: a wall clock more than 10 s away, either way, pauses until a renewal succeeds', async () => {
    for (const step of [3_600_000, -3_600_000, 10_000, -10_000]) {
      const { clock, tenure, changes } = term();
      tenure.renew(instantOf(clock));
      clock.stepWall(step);
      expect(tenure.mayAct()).toBe(false);
      await clock.advance(2_000);
      tenure.renew(instantOf(clock));
      expect(tenure.mayAct()).toBe(true);
      expect(changes).toEqual([true, true]);
    }
  });

  it('R-136: a suspended machine, whose monotonic clock stood still, does not act when it wakes', async () => {
    const { clock, tenure } = term();
    tenure.renew(instantOf(clock));
    await clock.advance(1_000);
    clock.stepWall(8_999);
    expect(tenure.mayAct()).toBe(true);
    clock.stepWall(1);
    expect(tenure.mayAct()).toBe(false);
  });

  it('R-135 R-136: leave is given exactly while both clocks are within the deadline of the renewal', () => {
    const elapsed = fc.nat({ max: 30_000 });
    const wallElapsed = fc.integer({ min: -30_000, max: 30_000 });
    fc.assert(
      fc.property(elapsed, wallElapsed, fc.integer({ min: 1, max: 20_000 }), (now, wall, deadline) => {
        const expected = now < deadline && wall < deadline && wall > -deadline;
        expect(isFresh({ now: 5, wall: 7 }, { now: 5 + now, wall: 7 + wall }, deadline)).toBe(expected);
      }),
    );
  });

  it('R-137: after the end nothing gives leave again, and it is announced once', () => {
    const { clock, tenure, changes } = term();
    tenure.renew(instantOf(clock));
    tenure.end();
    tenure.end();
    tenure.renew(instantOf(clock));
    expect(tenure.mayAct()).toBe(false);
    expect(changes).toEqual([true, false]);
  });

  it('R-136: a renewal that changes nothing is not announced, and a listener can leave', () => {
    const { clock, tenure, changes } = term();
    const seen: string[] = [];
    const leave = tenure.onChange(() => seen.push('x'));
    leave();
    tenure.renew(instantOf(clock));
    tenure.renew(instantOf(clock));
    expect([changes, seen]).toEqual([[true], []]);
  });
});
