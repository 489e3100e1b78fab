import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quantileOf } from './quantile.ts';

const INF = Number.POSITIVE_INFINITY;
const of = (q: number, ...buckets: [number, number][]): number => quantileOf(q, new Map(buckets));

describe('a quantile of a histogram', () => {
  test.each([
    [
      'in the middle of a bucket',
      0.5,
      [
        [0.1, 10],
        [0.5, 30],
        [INF, 40],
      ],
      0.1 + 0.4 * (10 / 20),
    ],
    [
      'in the first bucket, from zero',
      0.25,
      [
        [0.1, 20],
        [INF, 40],
      ],
      0.05,
    ],
    [
      'in the infinite one: its lower bound',
      0.99,
      [
        [0.1, 10],
        [0.5, 30],
        [INF, 40],
      ],
      0.5,
    ],
    [
      'at the very end',
      1,
      [
        [0.1, 10],
        [INF, 10],
      ],
      0.1,
    ],
    [
      'bounds below zero',
      0.1,
      [
        [-1, 10],
        [INF, 20],
      ],
      -1,
    ],
  ] as const)('G-83: %s, as Prometheus computes it', (_title, q, buckets, wanted) => {
    expect(of(q, ...(buckets as unknown as [number, number][]))).toBeCloseTo(wanted, 12);
  });

  test('G-83: no number where nothing is known', () => {
    expect(of(0.5)).toBeNaN();
    expect(of(0.5, [INF, 3])).toBeNaN();
    expect(of(0.5, [0.1, 3], [0.5, 4])).toBeNaN();
    expect(of(0.5, [0.1, 0], [INF, 0])).toBeNaN();
  });

  test('G-83: the rank of q 0 is the lower bound, also of an empty bucket', () => {
    expect(of(0, [1, 0], [INF, 1])).toBe(0);
  });

  test('G-83: it rises with q and stays within the bounds', () => {
    const counts = fc.array(fc.nat({ max: 50 }), { minLength: 2, maxLength: 8 }).filter((all) => all.some(Boolean));
    fc.assert(
      fc.property(
        counts,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (all, a, b) => {
          let total = 0;
          const bounds = all.map((_, index) => (index === all.length - 1 ? INF : index + 1));
          const buckets = new Map(all.map((count, index) => [bounds[index] ?? INF, (total += count)]));
          const [low, high] = [quantileOf(Math.min(a, b), buckets), quantileOf(Math.max(a, b), buckets)];
          expect(low).toBeLessThanOrEqual(high);
          expect(low).toBeGreaterThanOrEqual(0);
          expect(high).toBeLessThanOrEqual(all.length - 1);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
