import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDuration, printDuration } from './index.ts';

describe('lengths of time', () => {
  it.each([
    ['90s', 90_000],
    ['5m', 300_000],
    ['1h30m', 5_400_000],
    ['1.5h', 5_400_000],
    ['250ms', 250],
    ['0', 0],
    ['0s', 0],
  ])('G-14: %s is read', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(['', '5', '5 m', '-5m', '1d', 'P1D', 'm', '1h 30m', '5min', '.5s', '1e3s'])(
    'G-14: "%s" is refused with what to write',
    (text) => {
      expect(() => parseDuration(text)).toThrow(`"${text}" is no length of time: write it as 90s, 5m or 1h30m`);
    },
  );

  it('G-14: what is printed reads back the same', () => {
    expect([90_000, 5_400_000, 1500, 0].map(printDuration)).toEqual(['1m30s', '1h30m', '1s500ms', '0s']);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000_000_000_000 }), (ms) => {
        expect(parseDuration(printDuration(ms))).toBe(ms);
      }),
      { numRuns: 1000 },
    );
  });

  it('G-14: however long, it ends within a time that a clock can tell', () => {
    const end = Date.UTC(2026, 0, 1) + parseDuration('99999999999999999h');
    expect(new Date(end).toISOString()).toMatch(/^2125-/);
  });
});
