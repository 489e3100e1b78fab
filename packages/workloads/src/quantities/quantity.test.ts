import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuantity } from './index.ts';

const NANO = 10n ** 9n;

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
])('G-131: "%s" is read exactly', (text, billionths) => {
  expect(parseQuantity(text)).toBe(billionths);
});

test.each(['', '.', 'm', '1 Gi', '1GB', '1ki', '0x10', '1e', 'Infinity', '1,5', '--1', '1m1'])(
  'G-131: "%s" is none',
  (text) => {
    expect(parseQuantity(text)).toBeUndefined();
  },
);

test('G-131: a thousandfold in one unit is one of the next', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.constantFrom(['n', 'u'], ['u', 'm'], ['m', ''], ['', 'k'], ['G', 'T']),
      (n, [low, high]) => {
        expect(parseQuantity(`${n}000${low}`)).toBe(parseQuantity(`${n}${high}`));
      },
    ),
  );
});
