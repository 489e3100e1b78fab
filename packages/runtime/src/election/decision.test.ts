import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidateDelayMs, leaderStep, lossOf, mayTake, type Sighting, sight } from './decision.ts';
import type { LeaseObject } from './record.ts';
import { timingOf } from './timing.ts';

const LEASE_MS = 15_000;
const timing = timingOf({});

function lease(holder: string, renewTime: string, seconds = 15, resourceVersion = '1'): LeaseObject {
  return {
    metadata: { name: 'l', namespace: 'n', resourceVersion },
    spec: { holderIdentity: holder, leaseDurationSeconds: seconds, renewTime },
  };
}

/** The sighting after all of these looks. */
function looks(...seen: readonly (readonly [at: number, lease: LeaseObject | undefined])[]): Sighting {
  const last = seen.reduce<Sighting | undefined>((before, [at, l]) => sight(before, l, at, LEASE_MS), undefined);
  return last as Sighting;
}

describe('decisions of an election', () => {
  it('R-131 R-132: a held record may be taken one full lease after its content was first seen, whatever its dates', () => {
    const looked = fc.array(fc.nat({ max: 60_000 }), { minLength: 1, maxLength: 8 });
    const dates = fc.constantFrom('2025-01-01T00:00:00.000000Z', '2099-01-01T00:00:00.000000Z', 'nonsense');
    const duration = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(looked, dates, duration, fc.nat({ max: 120_000 }), (times, date, seconds, now) => {
        const [first = 0, ...rest] = times.toSorted((a, b) => a - b);
        const seen = looks(...[first, ...rest].map((at) => [at, lease('b', date, seconds)] as const));
        expect(mayTake(seen, 'a', now)).toBe(now >= first + seconds * 1000);
      }),
    );
  });

  it('R-131: each change of content that is seen starts a full lease; a change of metadata does not', () => {
    const changed = looks([0, lease('b', 't1')], [5_000, lease('b', 't2')]);
    expect(mayTake(changed, 'a', 19_999)).toBe(false);
    expect(mayTake(changed, 'a', 20_000)).toBe(true);
    const labelled = looks([0, lease('b', 't1', 15, '1')], [5_000, lease('b', 't1', 15, '2')]);
    expect(mayTake(labelled, 'a', 15_000)).toBe(true);
    // The version to be written over is the newest, or the write would fail.
    expect(labelled.lease?.metadata.resourceVersion).toBe('2');
  });

  it('R-132: an empty holder is free at once, and so is a name that is our own', () => {
    expect(mayTake(looks([7, lease('', 't1', 1)]), 'a', 7)).toBe(true);
    expect(mayTake(looks([7, lease('a', 't1')]), 'a', 7)).toBe(true);
    expect(mayTake(looks([0, lease('b', 't1')], [3, lease('', 't2', 1)]), 'a', 3)).toBe(true);
  });

  it('R-140: a Lease that vanished leaves its holder a full lease to create it again; one that never was is free', () => {
    expect(mayTake(looks([7, undefined]), 'a', 7)).toBe(true);
    const vanished = looks([0, lease('b', 't1')], [9_000, undefined], [12_000, undefined]);
    expect(mayTake(vanished, 'a', 23_999)).toBe(false);
    expect(mayTake(vanished, 'a', 24_000)).toBe(true);
    expect(mayTake(looks([0, lease('b', 't1', 60)], [9_000, undefined]), 'a', 68_999)).toBe(false);
    expect(mayTake(looks([0, lease('', 't1', 1)], [9_000, undefined]), 'a', 23_999)).toBe(false);
  });

  it('R-136 R-140: a leader has lost a Lease with another in it, and a missing or empty one only after a pause', () => {
    for (const mayAct of [true, false]) {
      expect(lossOf(lease('b', 't'), 'a', mayAct)).toBe('b holds it');
      expect(lossOf(lease('a', 't'), 'a', mayAct)).toBeUndefined();
    }
    for (const free of [undefined, lease('', 't')]) {
      expect(lossOf(free, 'a', true)).toBeUndefined();
      expect(lossOf(free, 'a', false)).toMatch(/deleted or given back/);
    }
  });

  it('R-133 R-135: a leader renews 2 s after its last try, never waits past its deadline, and then has lost', () => {
    const instants = fc.tuple(fc.nat({ max: 20_000 }), fc.nat({ max: 20_000 }), fc.nat({ max: 20_000 }));
    fc.assert(
      fc.property(instants, ([renewedAt, triedLater, later]) => {
        const triedAt = renewedAt + triedLater;
        const now = triedAt + later;
        const step = leaderStep(renewedAt, triedAt, now, timing);
        if (now >= renewedAt + 10_000) expect(step).toEqual({ do: 'lost' });
        else if (now >= triedAt + 2_000) expect(step).toEqual({ do: 'renew' });
        else expect(step).toEqual({ do: 'wait', ms: Math.min(triedAt + 2_000, renewedAt + 10_000) - now });
      }),
    );
  });

  it('R-133: candidates look again after 2 s and up to 2.4 s more', () => {
    expect(candidateDelayMs(timing, () => 0)).toBe(2_000);
    expect(candidateDelayMs(timing, () => 0.999_999)).toBeCloseTo(4_400, 1);
  });
});
