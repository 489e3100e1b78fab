import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FailurePace } from './failure-pace.ts';

const error = (text: string): Error => new Error(text);

test('a failure is reported once, then at growing intervals; another one at once', () => {
  const pace = new FailurePace<string>();
  const due: number[] = [];
  for (let now = 0; now <= 200_000; now += 1_000) if (pace.isDue('a', error('no'), now)) due.push(now);
  expect(due).toEqual([0, 10_000, 30_000, 70_000, 150_000]);
  expect(pace.isDue('a', error('other'), 200_001)).toBe(true);
  expect(pace.isDue('b', error('no'), 200_001)).toBe(true);
});

test('failures that differ in numbers alone are one, and two that take turns are two', () => {
  const pace = new FailurePace<string>();
  let due = 0;
  for (let now = 0; now < 9_000; now += 100) {
    if (pace.isDue('a', error(`port ${40_000 + now} is closed`), now)) due++;
    if (pace.isDue('a', error('no answer'), now)) due++;
  }
  expect(due).toBe(2);
});

test('R-168: what was remembered of dropped keys is gone', () => {
  const pace = new FailurePace<{ cluster: string; name: string }>();
  const [kept, gone] = [
    { cluster: 'own', name: 'a' },
    { cluster: 'gone', name: 'a' },
  ];
  for (const key of [kept, gone]) pace.isDue(key, error('no'), 0);
  pace.drop(({ cluster }) => cluster === 'gone');
  expect([pace.isDue(kept, error('no'), 1), pace.isDue(gone, error('no'), 1)]).toEqual([false, true]);
});

test('after a success the same failure is news', () => {
  const pace = new FailurePace<string>();
  expect(pace.isDue('a', error('no'), 0)).toBe(true);
  expect(pace.isDue('a', error('no'), 1)).toBe(false);
  pace.forget('a');
  expect(pace.isDue('a', error('no'), 2)).toBe(true);
});

test('property: however often a key fails, its reports of one failure grow with the logarithm, and never stop', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 300 }), (gaps) => {
      const pace = new FailurePace<string>();
      let now = 0;
      let last = 0;
      let reports = 0;
      for (const gap of gaps) {
        now += gap;
        if (!pace.isDue('a', error('no'), now)) {
          expect(now - last).toBeLessThan(600_000);
          continue;
        }
        last = now;
        reports++;
      }
      expect(reports).toBeLessThanOrEqual(2 + Math.log2(1 + now / 10_000) + now / 600_000);
    }),
  );
});
