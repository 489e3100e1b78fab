import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantityOfMilli, quantityValue } from './index.ts';

describe('quantities as numbers', () => {
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
    expect(quantityValue(text)).toBe(value);
  });

  it('L-21: cpu in thousandths is what is written, however it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (milli) => {
        expect(quantityValue(`${milli}m`, 1000)).toBe(milli);
        expect(quantityValue(`${milli / 1000}`, 1000)).toBe(milli);
      }),
    );
  });

  it('L-20: thousandths are written in the shortest form that says the same', () => {
    expect(quantityOfMilli(1500)).toBe('1500m');
    expect(quantityOfMilli(1024 ** 3 * 1000, 'binary')).toBe('1Gi');
    expect(quantityOfMilli(2_000_000)).toBe('2k');
    const forms = fc.constantFrom('decimal' as const, 'binary' as const);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), forms, (milli, form) => {
        expect(quantityValue(quantityOfMilli(milli, form), 1000)).toBe(milli);
      }),
    );
  });
});
