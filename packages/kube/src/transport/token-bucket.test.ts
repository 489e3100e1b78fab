import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FakeClock } from '../testing/index.ts';
import { TokenBucket } from './token-bucket.ts';

test('R-10: in any window no more leave than the burst and the rate allow, in the order they came', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 40 }),
      async (requestsPerSecond, burst, gaps) => {
        const clock = new FakeClock();
        const bucket = new TokenBucket(clock, { requestsPerSecond, burst });
        const left: { at: number; index: number }[] = [];
        const limit = new AbortController();
        for (const [index, gap] of gaps.entries()) {
          await clock.advance(gap);
          void bucket.take(limit).then(() => left.push({ at: clock.now(), index }));
        }
        await clock.advance(1e6);
        expect(left.map(({ index }) => index)).toEqual(gaps.map((_, index) => index));
        for (const [first, { at: from }] of left.entries()) {
          for (const [offset, { at: to }] of left.slice(first).entries()) {
            expect(offset + 1).toBeLessThanOrEqual(burst + ((to - from) * requestsPerSecond) / 1000 + 1e-6);
          }
        }
      },
    ),
    { numRuns: 30 },
  );
});

test('R-10: one that gives up leaves its place to the others', async () => {
  const clock = new FakeClock();
  const bucket = new TokenBucket(clock, { requestsPerSecond: 1, burst: 1 });
  const stop = new AbortController();
  await bucket.take(stop);
  const waiting = bucket.take(stop);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  let isThrough = false;
  void bucket.take(new AbortController()).then(() => (isThrough = true));
  await clock.advance(1000);
  expect(isThrough).toBe(true);
  expect(clock.pendingTimers).toBe(0);
});
