import { expect, test } from 'vitest';
import { earliest, elapsedMs, instantOf, microTime, timestamp } from './index.ts';

const AT = Date.UTC(2026, 0, 1, 10, 0, 0, 987);

test('R-115: times have whole seconds, as the server keeps them', () => {
  expect(timestamp(AT)).toBe('2026-01-01T10:00:00Z');
  expect(timestamp(Date.UTC(2026, 0, 1))).toBe('2026-01-01T00:00:00Z');
});

test('a micro time has six digits, of which a counter can be the last three', () => {
  expect(microTime(AT)).toBe('2026-01-01T10:00:00.987000Z');
  expect(microTime(AT, 1042)).toBe('2026-01-01T10:00:00.987042Z');
});

test('a time that is missing or cannot be read is neither 1970 nor now', () => {
  expect(instantOf('2026-01-01T10:00:00.987Z')).toBe(AT);
  expect(instantOf(undefined)).toBeUndefined();
  expect(instantOf('soon')).toBeUndefined();
  expect(elapsedMs('2026-01-01T10:00:00Z', AT)).toBe(987);
  expect(elapsedMs(undefined, AT)).toBe(Number.POSITIVE_INFINITY);
});

test('the earliest of several instants is never one that is not known', () => {
  expect(earliest([undefined, 5, null, 3])).toBe(3);
  expect(earliest([undefined, null])).toBeNull();
});
