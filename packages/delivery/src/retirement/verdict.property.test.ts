import type { Known } from '@gati-framework/contracts/deployment';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DrainSignal, VersionHealth, VersionState } from '../model/index.ts';
import { retirementOf } from './verdict.ts';

const MINUTE = 60_000;
const policy = { scaleDownDelay: 2 * MINUTE, deleteDelay: 4 * MINUTE };
const health = (at: number, tags: string[] = []): Known<VersionHealth> => ({
  at,
  value: { ready: 1, wanted: 1, isCurrent: true, weight: 0, tags },
});
const signal = (at: number, requests: number, isExact = false): Known<DrainSignal> => ({
  at,
  value: { isNotified: true, requests, streams: 0, tasks: 0, leases: 0, pinnedClients: 0, isExact },
});

/** Each look is a minute after the last: traffic, zero, or nothing known. */
function run(
  looks: readonly (number | 'unknown')[],
  change: { needed?: string; tags?: string[]; isExact?: boolean } = {},
): VersionState[] {
  let version: VersionState = { phase: 'Current', since: 0 };
  return looks.map((look, index) => {
    const now = (index + 1) * MINUTE;
    const drain = look === 'unknown' ? { unknown: 'source down' } : signal(now, look, change.isExact);
    version = retirementOf({
      version,
      health: health(now, change.tags),
      drain,
      policy,
      weight: 0,
      needed: change.needed,
      now,
    });
    return version;
  });
}

test('I12: drained after five known zeros over five minutes, gone after the delays from then', () => {
  const phases = run(Array.from({ length: 14 }, () => 0)).map(({ phase }) => phase);
  expect(phases.join(' ')).toBe(
    'Draining Draining Draining Draining Draining Draining Drained Drained ScaledDown ScaledDown Retired Retired Retired Retired',
  );
});

test('I7: looks that follow each other at once are one sample, and change nothing', () => {
  const draining: VersionState = { phase: 'Draining', since: 0, drain: { zeros: 0 } };
  const look = (version: VersionState, now: number, requests: number): VersionState =>
    retirementOf({ version, health: health(now), drain: signal(now, requests), policy, weight: 0, now });
  expect(look(draining, 1, 5)).toBe(draining);
  const first = look(draining, 2, 0);
  expect(first.drain).toMatchObject({ zeros: 1, firstZeroAt: 2 });
  for (let now = 3; now < 100; now++) expect(look(first, now, 0)).toBe(first);
  expect(look(first, 100, 1).drain).toMatchObject({ zeros: 0 });
});

test('one exact zero is enough', () => {
  expect(run([0, 0], { isExact: true }).at(-1)?.phase).toBe('Drained');
});

test('traffic brings a version back, and the clock starts again', () => {
  const looks = [0, 0, 0, 0, 0, 0, 0, 1, 0];
  expect(
    run(looks)
      .map(({ phase }) => phase)
      .slice(-3),
  ).toEqual(['Drained', 'Draining', 'Draining']);
});

test.each([
  ['needed', { needed: 'rollback window' }],
  ['protected by a tag', { tags: ['stable'] }],
])('I12: a version that is %s stays, however long it is idle', (_title, change) => {
  expect(
    run(
      Array.from({ length: 60 }, () => 0),
      change,
    ).at(-1)?.phase,
  ).toBe('Drained');
});

test('I8 I12: whatever is seen, nothing goes on without known zeros', () => {
  const looks = fc.array(fc.constantFrom<(number | 'unknown')[]>(0, 0, 0, 1, 'unknown'), { maxLength: 60 });
  fc.assert(
    fc.property(looks, (seen) => {
      const phases = run(seen).map(({ phase }) => phase);
      const drained = phases.indexOf('Drained');
      if (drained === -1) return;
      // Five known zeros in a row stand before it.
      expect(seen.slice(drained - 4, drained + 1)).toEqual([0, 0, 0, 0, 0]);
      const retired = phases.indexOf('Retired');
      if (retired !== -1) expect(seen[retired]).toBe(0);
    }),
  );
  expect(run(Array.from({ length: 100 }, () => 'unknown')).at(-1)?.phase).toBe('Draining');
});
