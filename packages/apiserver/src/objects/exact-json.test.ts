import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactJson, jsonText } from './index.ts';

describe('exact JSON', () => {
  test('L-9: integers of 64 bits come back as they were written, whatever is around them', () => {
    const integer = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    const leaf = fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), integer, fc.boolean());
    const value = fc.dictionary(fc.string(), fc.oneof(leaf, fc.array(leaf)));
    fc.assert(
      fc.property(value, (given) => {
        expect(jsonText(exactJson(jsonText(given)))).toBe(jsonText(given));
      }),
    );
  });

  test.each([
    ['9007199254740993', 9007199254740993n],
    ['-9223372036854775808', -9223372036854775808n],
    ['9223372036854775808', 2 ** 63],
    ['1000000000000000', 1_000_000_000_000_000],
    ['0.1234567890123456789', Number('0.1234567890123456789')],
    ['1e-1234567890123456', 0],
    ['"9007199254740993"', '9007199254740993'],
    ['"a\\":9007199254740993"', 'a":9007199254740993'],
  ])('L-9: %s', (text, expected) => {
    expect(exactJson(text)).toBe(expected);
  });

  test('L-9: what is not JSON is refused', () => {
    expect(() => exactJson('{"a":9007199254740993')).toThrow(SyntaxError);
  });
});
