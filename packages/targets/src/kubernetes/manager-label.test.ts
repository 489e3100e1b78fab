import fc from 'fast-check';
import { expect, test } from 'vitest';
import { managerLabel } from './manager-label.ts';

test('R-103: a manager of a group and a controller can stand in a label; one without a slash stays as it is', () => {
  expect(managerLabel('example.dev/shop')).toBe('example.dev.shop');
  expect(managerLabel('gati-operator')).toBe('gati-operator');
});

test('any manager gives a value that the API server takes', () => {
  const isValue = (text: string): boolean => /^(?:[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?)?$/.test(text);
  fc.assert(fc.property(fc.string({ maxLength: 128, unit: 'grapheme' }), (manager) => isValue(managerLabel(manager))));
});
