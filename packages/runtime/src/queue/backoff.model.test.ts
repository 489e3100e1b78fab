import { FakeClock } from '@slipway/kube/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WorkQueue } from './index.ts';

interface History {
  /** When events add the key, in milliseconds after its first failure. */
  readonly events: readonly number[];
  /** How long each run takes, in milliseconds. */
  readonly runMs: number;
  readonly untilMs: number;
}

/** A key that always fails: when its runs began. */
async function tries({ events, runMs, untilMs }: History): Promise<number[]> {
  const clock = new FakeClock();
  const queue = new WorkQueue<string>({ clock });
  const began: number[] = [];
  const work = async (): Promise<void> => {
    while (await queue.get()) {
      began.push(clock.now());
      if (runMs > 0) await clock.sleep(runMs);
      queue.add('a', { rateLimited: true });
      queue.done('a');
    }
  };
  const worker = work();
  const started = clock.now();
  queue.add('a');
  for (const at of events.toSorted((a, b) => a - b)) {
    await clock.advance(Math.max(0, started + at - clock.now()));
    queue.add('a');
  }
  await clock.advance(started + untilMs - clock.now());
  queue.shutDown();
  await clock.advance(runMs);
  await worker;
  return began.map((at) => at - started);
}

const events = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 25 });

describe('a key that fails while events come', () => {
  it('R-60: with any events, every try that time alone brings comes at its time', async () => {
    const alone = await tries({ events: [], runMs: 0, untilMs: 45_000 });
    expect(alone.slice(0, 5)).toEqual([0, 5, 15, 35, 75]);
    await fc.assert(
      fc.asyncProperty(events, async (events) => {
        const began = await tries({ events, runMs: 0, untilMs: 45_000 });
        expect(began).toEqual(expect.arrayContaining(alone));
      }),
      { numRuns: 300 },
    );
  });

  it('R-60: with runs of any length, no wait for the next try is longer than the time since the first plus two runs', async () => {
    await fc.assert(
      fc.asyncProperty(events, fc.integer({ min: 1, max: 400 }), async (events, runMs) => {
        const began = await tries({ events, runMs, untilMs: 60_000 });
        began.slice(1).forEach((at, index) => {
          const before = began[index] ?? 0;
          expect(at - before).toBeLessThanOrEqual(before + 2 * runMs + 5);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('R-60: a try that began before the back-off ended does not stand in for the one at its end', async () => {
    // The run of the event at 5 ms and the back-off both end at 9 ms: what that run read may be older than the repair.
    const began = await tries({ events: [5], runMs: 4, untilMs: 30 });
    expect(began.slice(0, 4)).toEqual([0, 5, 9, 23]);
  });
});
