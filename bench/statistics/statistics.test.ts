import { seededRandom } from '@slipway/kube/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrapMedian, compare, disturbedBlocks, median, percentile, shuffled } from './index.ts';

const measurements = fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 1, maxLength: 15 });
const seed = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

describe('median', () => {
  it('is the middle value, or the mean of the two in the middle', () => {
    expect(median([9, 1, 4])).toBe(4);
    expect(median([8, 1, 4, 2])).toBe(3);
  });

  it('of nothing is not a number, so that a table cannot show 0 for what was not measured', () => {
    expect(median([])).toBeNaN();
  });
});

describe('percentile', () => {
  it('is the smallest value that so many do not exceed', () => {
    const values = Array.from({ length: 200 }, (_, at) => 200 - at);
    expect([0.5, 0.99, 1].map((share) => percentile(values, share))).toEqual([100, 198, 200]);
    expect(percentile([7], 0.5)).toBe(7);
    expect(percentile([], 0.5)).toBeNaN();
  });
});

describe('bootstrapMedian', () => {
  it('B-10: the interval holds the median and lies within the values', () => {
    fc.assert(
      fc.property(measurements, seed, (values, seed) => {
        const { low, high } = bootstrapMedian(values, seededRandom(seed));
        expect(low).toBeLessThanOrEqual(median(values));
        expect(high).toBeGreaterThanOrEqual(median(values));
        expect(low).toBeGreaterThanOrEqual(Math.min(...values));
        expect(high).toBeLessThanOrEqual(Math.max(...values));
      }),
      { numRuns: 20 },
    );
  });

  it('B-10: the same seed gives the same interval', () => {
    const values = [1.2, 0.9, 1.4, 1.1, 1.3];
    expect(bootstrapMedian(values, seededRandom(7n))).toEqual(bootstrapMedian(values, seededRandom(7n)));
  });

  it('B-10: one outlier among many blocks does not widen the interval to reach it', () => {
    const values = [...Array.from({ length: 20 }, (_, at) => 1 + at / 1000), 50];
    expect(bootstrapMedian(values, seededRandom(1n)).high).toBeLessThan(1.1);
  });
});

describe('compare', () => {
  it.each([
    { ratios: [1.5, 1.6, 1.4, 1.5, 1.7], verdict: 'worse' },
    { ratios: [0.5, 0.6, 0.4, 0.5, 0.7], verdict: 'better' },
    { ratios: [0.9, 1.1, 1.0, 1.2, 0.8], verdict: 'no difference shown' },
    { ratios: [1.001, 1.002, 1.001, 1.002, 1.001], verdict: 'no difference shown' },
    { ratios: [3, 3, 3, 3], verdict: 'too few blocks' },
  ])('B-10: $ratios is $verdict', ({ ratios, verdict }) => {
    expect(compare(ratios, seededRandom(1n)).verdict).toBe(verdict);
  });
});

describe('disturbedBlocks', () => {
  it('names the blocks before which the fixed loop was over a tenth off the median, the worst first', () => {
    expect(disturbedBlocks([100, 109, 112, 100, 70, 101])).toEqual([4, 2]);
  });
});

describe('shuffled', () => {
  it('B-9: has every contestant exactly once, in an order that follows from the seed', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer()), seed, (items, seed) => {
        const order = shuffled(items, seededRandom(seed));
        expect(new Set(order)).toEqual(new Set(items));
        expect(order.length).toBe(items.length);
        expect(shuffled(items, seededRandom(seed))).toEqual(order);
      }),
    );
  });

  it('B-9: lets each contestant come first about equally often', () => {
    const random = seededRandom(3n);
    const firsts = Array.from({ length: 3000 }, () => shuffled(['a', 'b', 'c'], random)[0]);
    for (const name of ['a', 'b', 'c']) expect(firsts.filter((first) => first === name).length).toBeGreaterThan(900);
  });
});
