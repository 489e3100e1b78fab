import { expect, test } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const wall = Date.parse('2026-01-01T00:00:00Z');

test.each([
  ['seconds', '7', 7000],
  ['zero', '0', 0],
  ['a date', 'Thu, 01 Jan 2026 00:00:05 GMT', 5000],
  ['a date in the past', 'Wed, 31 Dec 2025 23:59:00 GMT', 0],
  ['no header', undefined, undefined],
  ['nonsense', 'soon', undefined],
])('R-9: Retry-After as %s is understood', (_what, header, expected) => {
  expect(retryAfterMs(header, wall)).toBe(expected);
});
