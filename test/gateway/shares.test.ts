import { describe, expect, test } from 'vitest';
import { boundsOf } from './shares.ts';

describe('the bounds of a share', () => {
  test.each([2_000, 10_000])('L-23: of %d lots drawn by weight, fewer than 1 in 10^8 are beyond them', (size) => {
    for (const weight of [10, 30, 50, 60, 90]) {
      expect(chanceBeyond(size, weight / 100, boundsOf(size, weight))).toBeLessThan(1e-8);
    }
  });

  test('L-23: a weight of 0 gets none and a weight of 100 all', () => {
    expect(boundsOf(500, 0)).toEqual([0, 0]);
    expect(boundsOf(500, 100)).toEqual([500, 500]);
  });
});

/** Of the binomial distribution, summed up term by term. */
function chanceBeyond(size: number, share: number, [least, most]: readonly [number, number]): number {
  let logOfTerm = size * Math.log(1 - share);
  let sum = 0;
  for (let count = 0; count <= size; count++) {
    if (count < least || count > most) sum += Math.exp(logOfTerm);
    logOfTerm += Math.log((size - count) / (count + 1)) + Math.log(share / (1 - share));
  }
  return sum;
}
