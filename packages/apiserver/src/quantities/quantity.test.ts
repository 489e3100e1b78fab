import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addQuantities,
  canonicalQuantity,
  canonicalResource,
  compareQuantities,
  MalformedQuantity,
  parseQuantity,
  wholeUnits,
} from './index.ts';

const suffixes = ['', 'n', 'u', 'm', 'k', 'M', 'G', 'T', 'Ki', 'Mi', 'Gi', 'Ti', 'e3', 'E-2'];
const quantity = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.integer({ min: 0, max: 99_999 }),
    fc.option(fc.integer({ min: 0, max: 999 })),
    fc.constantFrom(...suffixes),
  )
  .map(([sign, whole, fraction, suffix]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${suffix}`);

describe('quantities', () => {
  test.each([
    ['1000m', '1'],
    ['1024Mi', '1Gi'],
    ['1.5Gi', '1536Mi'],
    ['0.5', '500m'],
    ['0.1Ki', '102400m'],
    ['1000', '1k'],
    ['1023', '1023'],
    ['1024', '1024'],
    ['1024Ki', '1Mi'],
    ['512Ki', '512Ki'],
    ['1e3', '1e3'],
    ['1000e0', '1e3'],
    ['0.0000000001', '1n'],
    ['-0.5', '-500m'],
    ['0Gi', '0'],
    ['+5', '5'],
    ['.5', '500m'],
    ['5.', '5'],
    ['999999999999999999999', '999999999999999999999'],
  ])('K-158: %s is stored as %s', (given, stored) => {
    expect(canonicalQuantity(given)).toBe(stored);
  });

  test.each(['', 'x', '1x', '1.2.3', '-', '.', '1Kib', '0x5'])('K-89: "%s" is no quantity', (given) => {
    expect(() => canonicalQuantity(given)).toThrow(MalformedQuantity);
  });

  test('K-158: the canonical form means the same and is its own canonical form', () => {
    fc.assert(
      fc.property(quantity, (given) => {
        const stored = canonicalQuantity(given);
        expect(compareQuantities(stored, given)).toBe(0);
        expect(canonicalQuantity(stored)).toBe(stored);
      }),
    );
  });

  test('K-158: order and sums agree with exact arithmetic', () => {
    fc.assert(
      fc.property(quantity, quantity, (a, b) => {
        const [x, y] = [parseQuantity(a).nanos, parseQuantity(b).nanos];
        expect(Math.sign(compareQuantities(a, b))).toBe(x < y ? -1 : x > y ? 1 : 0);
        expect(parseQuantity(addQuantities(a, b)).nanos).toBe(x + y);
      }),
    );
  });

  test('K-158: resources are rounded up to thousandths, whole units to the next one', () => {
    expect(canonicalResource('1n')).toBe('1m');
    expect(canonicalResource('1001u')).toBe('2m');
    expect(canonicalResource('-1n')).toBe('-1m');
    expect(wholeUnits('1500m')).toBe(2n);
    expect(wholeUnits('-1500m')).toBe(-1n);
  });
});
