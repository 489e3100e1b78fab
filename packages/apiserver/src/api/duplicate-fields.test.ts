import fc from 'fast-check';
import { expect, test } from 'vitest';
import { duplicateFields } from './duplicate-fields.ts';

test('K-72: a field that stands twice is reported by its path', () => {
  expect(duplicateFields('{"data":{"a":"1","b":"}","a":"2"},"x":[{"y":1},{"y":1,"z":[],"y":2}],"data":null}')).toEqual([
    'data.a',
    'x[1].y',
    'data',
  ]);
  expect(duplicateFields('{"a\\"":1,"b":"\\\\","a\\"":2}')).toEqual(['a"']);
});

test('K-72: what JSON itself writes has no field twice', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(duplicateFields(text)).toEqual([]);
    }),
  );
});
