import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyId } from './index.ts';

const part = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(undefined));
const parts = fc.dictionary(fc.string({ unit: 'grapheme' }), part);

describe('keyId', () => {
  it('R-55: is the JSON of the parts in order, those without a value left out', () => {
    fc.assert(
      fc.property(parts, (key) => {
        const pairs = Object.keys(key)
          .filter((name) => key[name] !== undefined)
          .toSorted()
          .map((name) => [name, key[name]]);
        expect(keyId(key)).toBe(JSON.stringify(pairs));
      }),
    );
  });
});
