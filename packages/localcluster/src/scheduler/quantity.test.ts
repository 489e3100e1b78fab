import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantity } from './quantity.ts';

describe('quantities', () => {
  it.each([
    ['1', 1],
    ['1.5', 2],
    ['100m', 1],
    ['1Gi', 2 ** 30],
    ['512M', 512e6],
    ['1e3', 1000],
    ['0.1', 1],
    [undefined, 0],
    ['nonsense', 0],
  ])('L-21: %s is %d whole units, rounded up', (text, value) => {
    expect(quantity(text)).toBe(value);
  });

  it('L-21: cpu in thousandths is what is written, however it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (milli) => {
        expect(quantity(`${milli}m`, 1000)).toBe(milli);
        expect(quantity(`${milli / 1000}`, 1000)).toBe(milli);
      }),
    );
  });
});
