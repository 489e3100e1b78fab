import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apiVersionOf, groupOf, groupVersionOf, keyOf, keyOfObject, refOf } from './index.ts';

test('the core group has no name in an apiVersion', () => {
  expect(apiVersionOf({ group: '', version: 'v1' })).toBe('v1');
  expect(apiVersionOf({ group: 'apps', version: 'v1' })).toBe('apps/v1');
  expect(groupVersionOf('v1')).toEqual({ group: '', version: 'v1' });
  expect([groupOf('apps/v1'), groupOf('v1')]).toEqual(['apps', '']);
});

test('an apiVersion reads back as it was written', () => {
  const part = fc.string({ unit: fc.constantFrom('a', '.', '1'), minLength: 1 });
  fc.assert(
    fc.property(fc.oneof(fc.constant(''), part), part, (group, version) => {
      expect(groupVersionOf(apiVersionOf({ group, version }))).toEqual({ group, version });
    }),
  );
});

test('objects of two names never share a key', () => {
  const name = fc.string({ unit: fc.constantFrom('a', '-', '.'), maxLength: 3 });
  fc.assert(
    fc.property(name, name, name, name, (a, b, c, d) => {
      const same = keyOf({ namespace: a, name: b }) === keyOf({ namespace: c, name: d });
      expect(same).toBe(a === c && b === d);
    }),
  );
  expect(keyOf({ name: 'web' })).toBe('/web');
  expect(keyOfObject({ metadata: { namespace: 'shop', name: 'web' } })).toBe('shop/web');
  expect(refOf({})).toEqual({ namespace: undefined, name: '' });
});
