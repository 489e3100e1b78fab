import { expect, test } from 'vitest';
import { canSleep } from './server-version.ts';

test.each([
  ['1', '29', false],
  ['1', '30', true],
  ['1', '31+', true],
  ['2', '0', true],
])('G-134: an API server %s.%s knows the preStop sleep: %s', async (major, minor, expected) => {
  const json = async <T>(): Promise<T> => ({ major, minor }) as T;
  expect(await canSleep({ json })).toBe(expected);
});
