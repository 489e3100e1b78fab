import { FakeClock } from '@slipway/kube/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelQueue } from '../testing/index.ts';
import { WorkQueue } from './index.ts';

type Step =
  | { readonly do: 'add'; readonly key: string; readonly priority: number; readonly afterMs: number }
  | { readonly do: 'fail' | 'done' | 'forget'; readonly key: string }
  | { readonly do: 'get' }
  | { readonly do: 'advance'; readonly ms: number }
  | { readonly do: 'shutDown' };

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      key,
      priority: fc.constantFrom(-100, 0, 0, 5),
      afterMs: fc.constantFrom(0, 0, 7, 40),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fail' as const), key }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('get' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('done' as const), key }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), key }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('advance' as const), ms: fc.integer({ min: 1, max: 60 }) }) },
);

/** Runs the steps on both; a `get` is only asked of the real queue when the model has a ready key. */
async function compare(steps: readonly Step[]): Promise<void> {
  const clock = new FakeClock();
  const real = new WorkQueue<string>({ clock });
  const model = new ModelQueue();
  for (const step of steps) {
    switch (step.do) {
      case 'add':
        real.add(step.key, step);
        model.add(step.key, step);
        break;
      case 'fail':
        real.add(step.key, { rateLimited: true });
        model.add(step.key, { rateLimited: true });
        break;
      case 'get': {
        const expected = model.get();
        if (expected !== undefined || model.shuttingDown) expect((await real.get())?.key).toBe(expected);
        break;
      }
      case 'done':
        // Only a key in work can be done; the real queue ignores others.
        real.done(step.key);
        model.done(step.key);
        break;
      case 'forget':
        real.forget(step.key);
        model.forget(step.key);
        break;
      case 'advance':
        await clock.advance(step.ms);
        model.advance(step.ms);
        break;
      case 'shutDown':
        real.shutDown();
        model.shuttingDown = true;
        break;
    }
    expect(real.size).toBe(model.entries.size);
  }
  // No key is lost: all that the model still has comes out of the real queue, in the same order.
  for (const inWork of model.processing.keys()) {
    real.done(inWork);
    model.done(inWork);
  }
  await clock.advance(2_000_000);
  model.advance(2_000_000);
  for (let expected = model.get(); expected !== undefined; expected = model.get()) {
    expect((await real.get())?.key).toBe(expected);
  }
  real.shutDown();
}

describe('the work queue against its model', () => {
  it('R-55 R-56 R-57 R-58 R-59 R-60: 10,000 random histories hand out the same keys in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), (steps) => compare(steps)),
      { numRuns: 10_000 },
    );
  });

  it('R-62: shut down after any step, nothing hangs and nothing more is handed out', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), fc.array(step, { maxLength: 6 }), (before, after) =>
        compare([...before, { do: 'shutDown' }, ...after]),
      ),
      { numRuns: 1000 },
    );
  });
});
