import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareResourceVersions, reachesResourceVersion } from './resource-version.ts';

const ordered = fc
  .tuple(
    fc.integer({ min: 1, max: 9 }),
    fc.string({ unit: fc.constantFrom(...Array.from({ length: 10 }, (_, digit) => String(digit))), maxLength: 38 }),
  )
  .map(([first, rest]) => `${first}${rest}`);

describe('compareResourceVersions', () => {
  it('R-85: values of 1 to 39 digits are in the order of the numbers they write', () => {
    fc.assert(
      fc.property(ordered, ordered, (a, b) => {
        const order = compareResourceVersions(a, b);
        expect(Math.sign(order ?? Number.NaN)).toBe(BigInt(a) === BigInt(b) ? 0 : BigInt(a) < BigInt(b) ? -1 : 1);
        expect(reachesResourceVersion(a, b)).toBe(BigInt(a) >= BigInt(b));
      }),
    );
  });

  it.each(['0', '010', 'abc', '', '1a', '-1', '1.5', ' 1'])('R-85: %j is comparable for equality alone', (odd) => {
    expect(compareResourceVersions(odd, odd)).toBe(0);
    expect(compareResourceVersions(odd, '7')).toBeUndefined();
    expect(compareResourceVersions('7', odd)).toBeUndefined();
    expect(reachesResourceVersion(odd, '7')).toBeUndefined();
  });
});
