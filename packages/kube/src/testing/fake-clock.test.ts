import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock } from './fake-clock.ts';

describe('FakeClock', () => {
  it('R-179: time moves by advance alone, and wall time with it', async () => {
    const clock = new FakeClock({ now: 5, wall: 1_000 });
    await clock.until(() => true);
    expect([clock.now(), clock.wall()]).toEqual([5, 1_000]);
    await clock.advance(250);
    expect([clock.now(), clock.wall()]).toEqual([255, 1_250]);
  });

  it('R-179: wall time can be stepped apart from monotonic time, as by a suspend or a clock that is set', async () => {
    const clock = new FakeClock({ wall: 0 });
    const ran: number[] = [];
    clock.timer(100, () => ran.push(clock.now()));
    clock.stepWall(3_600_000);
    await clock.advance(99);
    expect(ran).toEqual([]);
    expect(clock.wall()).toBe(3_600_099);
    clock.stepWall(-7_200_000);
    await clock.advance(1);
    expect(ran).toEqual([100]);
  });

  it('R-179: promise chains of one timer end before the next timer runs', async () => {
    const clock = new FakeClock();
    const order: string[] = [];
    clock.timer(10, () => {
      void (async () => {
        for (let i = 0; i < 20; i++) await Promise.resolve();
        order.push('chain of the first');
      })();
    });
    clock.timer(10, () => order.push('second'));
    await clock.advance(10);
    expect(order).toEqual(['chain of the first', 'second']);
  });

  it('R-179: timers in any tree of nested timers run in order of time, ties by creation', async () => {
    interface Node {
      readonly delay: number;
      readonly children: readonly Node[];
    }
    const { node } = fc.letrec<{ node: Node }>((tie) => ({
      node: fc.record({
        delay: fc.integer({ min: 0, max: 5 }),
        children: fc.oneof({ maxDepth: 3 }, fc.constant([]), fc.array(tie('node'), { maxLength: 3 })),
      }),
    }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(node, { maxLength: 6 }),
        fc.array(fc.integer({ min: 0, max: 4 })),
        async (roots, steps) => {
          const clock = new FakeClock();
          const ran: { due: number; made: number; at: number }[] = [];
          let made = 0;
          const plant = ({ delay, children }: Node): void => {
            const self = { due: clock.now() + delay, made: made++ };
            clock.timer(delay, () => {
              ran.push({ ...self, at: clock.now() });
              children.forEach(plant);
            });
          };
          roots.forEach(plant);
          for (const step of steps) {
            await clock.advance(step);
            expect(ran.every(({ due }) => due <= clock.now())).toBe(true);
            expect(clock.pendingTimers).toBe(made - ran.length);
          }
          await clock.advance(1_000);
          expect(ran).toHaveLength(made);
          expect(ran.map(({ at }) => at)).toEqual(ran.map(({ due }) => due));
          expect(ran).toEqual(ran.toSorted((a, b) => a.due - b.due || a.made - b.made));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('R-179: a cancelled timer does not run, even when cancelled by one of the same moment', async () => {
    const clock = new FakeClock();
    const ran: string[] = [];
    clock.timer(10, () => {
      ran.push('first');
      second.cancel();
    });
    const second = clock.timer(10, () => ran.push('second'));
    await clock.advance(20);
    second.cancel();
    expect(ran).toEqual(['first']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('R-179: sleep ends with its signal and leaves no timer', async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const slept = clock.sleep(1_000, stop.signal);
    stop.abort(new Error('enough'));
    await expect(slept).rejects.toThrow('enough');
    await expect(clock.sleep(1, stop.signal)).rejects.toThrow('enough');
    expect(clock.pendingTimers).toBe(0);
  });

  it('R-179: until waits for real I/O without moving time, and fails with a sentence instead of hanging', async () => {
    const clock = new FakeClock();
    let arrived = 0;
    setImmediate(() => setImmediate(() => (arrived = 42)));
    expect(await clock.until(() => arrived)).toBe(42);
    expect(clock.now()).toBe(0);
    await expect(clock.until(() => false, { realLimitMs: 5, what: 'the impossible' })).rejects.toThrow(
      'the impossible',
    );
  });

  it('R-179: advanceUntil goes from timer to timer, and stands still while it is set to', async () => {
    const clock = new FakeClock();
    let ticks = 0;
    const tick = (): void => {
      ticks++;
      clock.timer(70_000, tick);
    };
    clock.timer(70_000, tick);
    await clock.advanceUntil(() => ticks === 3);
    expect(clock.now()).toBe(210_000);

    let ready = false;
    setImmediate(() => setImmediate(() => (ready = true)));
    const from = clock.now();
    await clock.advanceUntil(() => ticks === 4, { stepMs: 10_000, ready: () => ready });
    expect(clock.now() - from).toBe(70_000);
    const end = clock.now() + 100_000;
    await expect(clock.advanceUntil(() => false, { limitMs: 100_000 })).rejects.toThrow('in vain');
    expect(clock.now()).toBe(end);
    await clock.advanceUntil(() => clock.now() === end + 25, { stepMs: 10, limitMs: 25 });
  });

  it('R-179: a timer that re-arms itself for the same moment is named, not run for ever', async () => {
    const clock = new FakeClock();
    const again = (): void => void clock.timer(0, again);
    clock.timer(7, again);
    await expect(clock.advance(10)).rejects.toThrow('at 7 ms keep setting');
  });
});
