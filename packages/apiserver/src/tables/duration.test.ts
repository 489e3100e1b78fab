import { describe, expect, test } from 'vitest';
import { age, humanDuration } from './duration.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('ages', () => {
  test('K-44: the longer, the coarser', () => {
    for (const [ms, text] of [
      [0, '0s'],
      [119 * SECOND, '119s'],
      [2 * MINUTE, '2m'],
      [9 * MINUTE + 5 * SECOND, '9m5s'],
      [10 * MINUTE + 5 * SECOND, '10m'],
      [179 * MINUTE, '179m'],
      [3 * HOUR, '3h'],
      [7 * HOUR + 5 * MINUTE, '7h5m'],
      [47 * HOUR, '47h'],
      [2 * DAY + 3 * HOUR, '2d3h'],
      [8 * DAY + 3 * HOUR, '8d'],
      [729 * DAY, '729d'],
      [2 * 365 * DAY, '2y'],
      [2 * 365 * DAY + 40 * DAY, '2y40d'],
      [8 * 365 * DAY + 40 * DAY, '8y'],
      [-5 * SECOND, '<invalid>'],
    ] as const) {
      expect(humanDuration(ms)).toBe(text);
    }
  });

  test('K-44: without a time the age is unknown', () => {
    expect(age(undefined, 0)).toBe('<unknown>');
    expect(age('2026-01-01T00:00:00Z', Date.parse('2026-01-01T00:05:00Z'))).toBe('5m');
  });
});
