import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestRemainder, splitAt } from './split.ts';

/** Whole weights that add up to 100. */
const weights = (versions: readonly string[]) =>
  fc
    .array(fc.nat(100), { minLength: versions.length, maxLength: versions.length })
    .filter((parts) => parts.some((part) => part > 0))
    .map((parts) => {
      const total = parts.reduce((sum, part) => sum + part, 0);
      const whole = largestRemainder(
        parts.map((part) => (part * 100) / total),
        100,
      );
      return Object.fromEntries(versions.map((version, index) => [version, whole[index] ?? 0]));
    });

test('I1: every split on the way is whole, adds up to 100 and gives the new version its share', () => {
  const versions = ['v1', 'v2', 'v3', 'v4', 'v5'];
  fc.assert(
    fc.property(weights(versions), weights(versions), fc.nat(100), (baseline, goal, share) => {
      fc.pre((goal['v5'] ?? 0) > (baseline['v5'] ?? 0));
      const split = splitAt(baseline, goal, 'v5', share);
      expect(Object.values(split).every((weight) => Number.isInteger(weight) && weight >= 0)).toBe(true);
      expect(Object.values(split).reduce((sum, weight) => sum + weight, 0)).toBe(100);
      expect(split['v5']).toBe(Math.max(baseline['v5'] ?? 0, Math.min(share, goal['v5'] ?? 0)));
      for (const version of versions.slice(0, 4)) {
        if (baseline[version] === goal[version]) expect(split[version]).toBe(goal[version]);
      }
    }),
  );
});

test('I1: both ends of the way are the plan, to the number', () => {
  const baseline = { v1: 70, v2: 30 };
  expect(splitAt(baseline, { v3: 100 }, 'v3', 0)).toEqual({ v1: 70, v2: 30, v3: 0 });
  expect(splitAt(baseline, { v3: 100 }, 'v3', 10)).toEqual({ v1: 63, v2: 27, v3: 10 });
  expect(splitAt(baseline, { v3: 100 }, 'v3', 100)).toEqual({ v1: 0, v2: 0, v3: 100 });
  expect(splitAt(baseline, { v1: 70, v3: 30 }, 'v3', 15)).toEqual({ v1: 70, v2: 15, v3: 15 });
});
