import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_BACKOFF, nextBackoff, REFLECTOR_BACKOFF } from './backoff.ts';

function waits(count: number, random: () => number, pauseMs = 0): number[] {
  let state = NO_BACKOFF;
  let now = 0;
  return Array.from({ length: count }, () => {
    const next = nextBackoff(state, { now, random });
    state = next.state;
    now += next.delayMs + pauseMs;
    return next.delayMs;
  });
}

describe('nextBackoff', () => {
  it('R-29: waits double from 800 ms to 30 s', () => {
    expect(waits(8, () => 0)).toEqual([800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]);
  });

  it('R-29: jitter adds up to the wait itself, so that the cap lies in [30, 60) s', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.999_999, noNaN: true }), (value) => {
        const random = (): number => value;
        waits(9, random).forEach((wait, step) => {
          const base = Math.min(30_000, 800 * 2 ** step);
          expect(wait).toBeGreaterThanOrEqual(base);
          expect(wait).toBeLessThan(base * 2);
        });
      }),
    );
  });

  it('R-29: 120 s without a backoff start it afresh, a little less do not', () => {
    expect(waits(3, () => 0, REFLECTOR_BACKOFF.resetMs - 1)).toEqual([800, 1_600, 3_200]);
    expect(waits(3, () => 0, REFLECTOR_BACKOFF.resetMs)).toEqual([800, 800, 800]);
  });

  it('R-29: 1000 reflectors after an outage of 5 min: no second holds over 10 % of the reconnects', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = pseudoRandom(seed);
        const perSecond = new Map<number, number>();
        for (let reflector = 0; reflector < 1_000; reflector++) {
          let state = NO_BACKOFF;
          let now = 0;
          while (now < 300_000) {
            const next = nextBackoff(state, { now, random });
            state = next.state;
            now += next.delayMs;
          }
          const second = Math.floor(now / 1_000);
          perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
        }
        expect(Math.max(...perSecond.values())).toBeLessThanOrEqual(100);
      }),
      { numRuns: 20 },
    );
  });
});

/** A small generator (mulberry32), so that a failure is repeated by its seed. */
function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
