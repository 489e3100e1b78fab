import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, isEqual, isJsonObject } from './index.ts';

test('values are equal exactly when their canonical text is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: true, maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (a, b) => {
      expect(isEqual(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
      expect(isEqual(a, JSON.parse(canonicalJson(a)))).toBe(true);
    }),
  );
});

test('keys are own keys, whatever their order', () => {
  expect(isEqual({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
  expect(isEqual({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(isEqual({ constructor: 1 }, {})).toBe(false);
  expect(isEqual([], {})).toBe(false);
  expect(isJsonObject([])).toBe(false);
});

test('a bigint equals the number of the same value and no other', () => {
  expect(isEqual({ a: 5n }, { a: 5 })).toBe(true);
  expect(isEqual(9007199254740993n, 9007199254740992)).toBe(false);
  expect(isEqual(5n, 5.5)).toBe(false);
  expect(isEqual(5n, '5')).toBe(false);
});
