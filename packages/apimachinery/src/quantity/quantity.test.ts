import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addQuantities,
  canonicalQuantity,
  canonicalResource,
  compareQuantities,
  MalformedQuantity,
  nanosOf,
  parseQuantity,
  quantityNanos,
  subtractQuantities,
  wholeUnits,
} from './index.ts';

const NANO = 10n ** 9n;
const suffixes = ['', 'n', 'u', 'm', 'k', 'M', 'G', 'T', 'Ki', 'Mi', 'Gi', 'Ti', 'e3', 'E-2'];
const quantity = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.integer({ min: 0, max: 99_999 }),
    fc.option(fc.integer({ min: 0, max: 999 })),
    fc.constantFrom(...suffixes),
  )
  .map(([sign, whole, fraction, suffix]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${suffix}`);

const FORMAT = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const NUMERIC = 'unable to parse numeric part of quantity';
const SUFFIX = "unable to parse quantity's suffix";

describe('the canonical form', () => {
  // Each as resource.Quantity of k8s.io/apimachinery 0.36.4 writes it.
  test.each([
    ['1000m', '1'],
    ['1024Mi', '1Gi'],
    ['1.5Gi', '1536Mi'],
    ['0.5', '500m'],
    ['0.1Ki', '102400m'],
    ['0.5Ki', '512'],
    ['1000', '1k'],
    ['1023', '1023'],
    ['1024', '1024'],
    ['1024Ki', '1Mi'],
    ['512Ki', '512Ki'],
    ['1e3', '1e3'],
    ['1e-3', '1e-3'],
    ['1000e0', '1e3'],
    ['0.0000000001', '1n'],
    ['-0.5', '-500m'],
    ['-.5Gi', '-512Mi'],
    ['0Gi', '0'],
    ['+5', '5'],
    ['.5', '500m'],
    ['5.', '5'],
    ['-9.e3', '-9e3'],
    ['5.10E', '5100P'],
    ['050.01220E+0', '50012200e-6'],
    ['999999999999999999999', '999999999999999999999'],
    ['99999999999999999999', '99999999999999999999'],
    ['123456789012345678901e5', '12345678901234567890100e3'],
    ['1e100', '10e99'],
    ['0.5e1000', '5e999'],
    ['1e10000', '10e9999'],
    ['99999E', '99999E'],
    ['1000E', '1'],
    ['10Ei', '9223372036854775807'],
    ['-012500990Ti', '-9223372036854775807'],
    // A server takes these for nothing.
    ['.', '0'],
    ['-', '0'],
    ['m', '0'],
    ['Ki', '0'],
    ['e3', '0'],
  ])('K-158: %s is stored as %s', (given, stored) => {
    expect(canonicalQuantity(given)).toBe(stored);
  });

  test('K-158: it means the same and is its own canonical form', () => {
    fc.assert(
      fc.property(quantity, (given) => {
        const stored = canonicalQuantity(given);
        expect(compareQuantities(stored, given)).toBe(0);
        expect(canonicalQuantity(stored)).toBe(stored);
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

describe('what is no quantity', () => {
  test.each([
    ['', FORMAT],
    ['1.2.3', FORMAT],
    ['1.1.M', FORMAT],
    ['1 Gi', FORMAT],
    ['--1', SUFFIX],
    ['1,5', FORMAT],
    ['Infinity', FORMAT],
    ['x', FORMAT],
    ['1x', FORMAT],
    ['1Kib', FORMAT],
    ['0x5', FORMAT],
    ['1GB', FORMAT],
    ['1mi', SUFFIX],
    ['1ki', SUFFIX],
    ['1e', SUFFIX],
    ['1e+', SUFFIX],
    ['1m1', SUFFIX],
    ['.e-10', NUMERIC],
    ['-Pi', NUMERIC],
  ])('K-89: "%s" is refused in the words of a server', (text, why) => {
    expect(() => parseQuantity(text)).toThrow(new MalformedQuantity(why));
    expect(quantityNanos(text)).toBeUndefined();
  });

  test.each(['1e999999999', '1e-999999999', '-5E999999999', '1e99999999999999999999', '1e10001'])(
    'K-89: %s is refused at once',
    (text) => {
      expect(() => parseQuantity(text)).toThrow(new MalformedQuantity(SUFFIX));
    },
  );
});

describe('amounts', () => {
  test.each([
    ['1', NANO],
    ['100m', NANO / 10n],
    ['0.1', NANO / 10n],
    ['.5', NANO / 2n],
    ['5.', 5n * NANO],
    ['1Ki', 1024n * NANO],
    ['1.5Gi', 3n * 2n ** 29n * NANO],
    ['2e3', 2000n * NANO],
    ['2E', 2n * 10n ** 18n * NANO],
    ['2E-3', 2n * 10n ** 6n],
    ['+1k', 1000n * NANO],
    ['-1', -NANO],
    ['1n', 1n],
    ['0.1n', 1n],
  ])('K-158: "%s" is read exactly', (text, billionths) => {
    expect(quantityNanos(text)).toBe(billionths);
  });

  test('K-158: a thousandfold in one unit is one of the next', () => {
    const units = fc.constantFrom(['n', 'u'], ['u', 'm'], ['m', ''], ['', 'k'], ['G', 'T']);
    fc.assert(
      fc.property(fc.nat(), units, (n, [low, high]) => {
        expect(quantityNanos(`${n}000${low}`)).toBe(quantityNanos(`${n}${high}`));
      }),
    );
  });

  test('K-158: order and sums agree with exact arithmetic', () => {
    const nanos = (text: string): bigint => nanosOf(parseQuantity(text));
    fc.assert(
      fc.property(quantity, quantity, (a, b) => {
        const [x, y] = [nanos(a), nanos(b)];
        expect(Math.sign(compareQuantities(a, b))).toBe(x < y ? -1 : x > y ? 1 : 0);
        expect(nanos(addQuantities(a, b))).toBe(x + y);
      }),
    );
  });

  test('K-158: a sum or a difference has the form of its first part, unless that is nothing', () => {
    expect(addQuantities('1Gi', '1k')).toBe('1073742824');
    expect(addQuantities('1Gi', '1024')).toBe('1048577Ki');
    expect(addQuantities('0', '1Gi')).toBe('1Gi');
    expect(subtractQuantities('2Gi', '1k')).toBe('2147482648');
    expect(subtractQuantities('0', '1Gi')).toBe('-1Gi');
  });

  test('CRD-J14: what a server keeps as an int64 is known, also where an equal amount is not kept so', () => {
    const kept = ['1', '1Ki', '1000m', '9999999999999999999', '0.5Gi', '1024Pi'].map(
      (text) => parseQuantity(text).isInt64,
    );
    expect(kept).toEqual([true, true, true, false, false, false]);
  });
});
