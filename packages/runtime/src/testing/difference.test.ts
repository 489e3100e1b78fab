import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeDifference, firstDifference } from './difference.ts';

describe('the first difference', () => {
  it('O-1: of equal values is none, of others one', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: true }), fc.jsonValue({ noUnicodeString: true }), (a, b) => {
        expect(firstDifference(a, structuredClone(a))).toBeUndefined();
        expect(firstDifference(a, b) === undefined).toBe(isDeepStrictEqual(a, b));
      }),
    );
  });

  it('O-1: is named by its path and reported in a sentence', () => {
    const found = firstDifference({ a: [{ b: 1 }, { c: 2 }] }, { a: [{ b: 1 }, { d: 2 }] });
    expect(found && describeDifference(found)).toBe('a[1].c is absent, not 2');
  });
});
