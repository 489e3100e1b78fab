import { splitAt } from '@slipway/delivery/weights';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUNS } from '../../test/runs.ts';
import { goalSplit } from './goal.ts';
import type { SplitSituation, SplitVersion } from './model.ts';

const sum = (weights: Readonly<Record<string, number>>) => Object.values(weights).reduce((a, b) => a + b, 0);

function situations(most: number): fc.Arbitrary<SplitSituation> {
  const version = fc.record({
    createdAt: fc.nat(5),
    declared: fc.option(fc.nat(100)),
    isRoutable: fc.boolean(),
  });
  return fc
    .tuple(fc.array(version, { minLength: 2, maxLength: most }), fc.nat(), fc.nat(), fc.boolean())
    .map(([parts, target, stable, isManual]) => {
      const versions: SplitVersion[] = parts.map((part, index) => ({
        ...part,
        versionId: `v${index}`,
        name: `users-v${index}`,
      }));
      return {
        versions,
        target: `v${target % versions.length}`,
        stable: `v${stable % versions.length}`,
        current: { v0: 100 },
        isManual,
      };
    });
}

test.each([6, 40])(
  'G-67: every goal of up to %i versions is whole, adds up to 100 and leaves out whom it must',
  (most) => {
    fc.assert(
      fc.property(situations(most), (situation) => {
        const { weights, verdict } = goalSplit(situation);
        expect(sum(weights)).toBe(100);
        expect(Object.values(weights).every((weight) => Number.isInteger(weight) && weight >= 0)).toBe(true);
        expect(Object.keys(weights)).toHaveLength(situation.versions.length);
        if (verdict === 'NoReceiver') expect(weights).toMatchObject(situation.current);
        else
          for (const { versionId, isRoutable } of situation.versions)
            if (!isRoutable) expect(weights[versionId]).toBe(0);
      }),
      { numRuns: most > 6 ? RUNS.numRuns / 5 : RUNS.numRuns },
    );
  },
);

test('G-67: among versions that declare, more is never turned into less, but for the target and a spent hundred', () => {
  fc.assert(
    fc.property(situations(6), (situation) => {
      const { weights, verdict } = goalSplit(situation);
      fc.pre(verdict !== 'NoReceiver');
      const others = situation.versions.filter(
        ({ versionId, isRoutable, declared }) =>
          isRoutable &&
          declared !== null &&
          (situation.isManual || (versionId !== situation.target && declared !== 100)),
      );
      for (const a of others)
        for (const b of others)
          if ((a.declared ?? 0) > (b.declared ?? 0))
            expect(weights[a.versionId]).toBeGreaterThanOrEqual(weights[b.versionId] ?? 0);
    }),
    RUNS,
  );
});

test('G-67: a goal that is declared gives itself', () => {
  fc.assert(
    fc.property(situations(6), (situation) => {
      const { weights, verdict } = goalSplit(situation);
      // As a declaration, all for one old version would be a spent hundred.
      fc.pre(verdict !== 'NoReceiver' && (situation.isManual || weights[situation.target ?? ''] !== 0));
      const versions = situation.versions.map((version) => ({ ...version, declared: weights[version.versionId] ?? 0 }));
      expect(goalSplit({ ...situation, versions })).toMatchObject({ weights, verdict: 'AsDeclared' });
    }),
    RUNS,
  );
});

test('G-41: the goal depends on the objects, not on the order in which they are seen', () => {
  const shuffled = situations(6).chain((situation) =>
    fc
      .shuffledSubarray([...situation.versions], { minLength: situation.versions.length })
      .map((versions) => ({ situation, versions })),
  );
  fc.assert(
    fc.property(shuffled, ({ situation, versions }) => {
      expect(goalSplit({ ...situation, versions })).toEqual(goalSplit(situation));
    }),
    RUNS,
  );
});

test('G-69: every split on the way to a goal adds up to 100, and each weight is within 1 of the exact one', () => {
  fc.assert(
    fc.property(situations(6), situations(6), fc.nat(100), (before, after, share) => {
      const baseline = goalSplit(before).weights;
      const goal = goalSplit(after).weights;
      const subject = Object.keys(goal).find((id) => (goal[id] ?? 0) > (baseline[id] ?? 0));
      fc.pre(subject !== undefined);
      const [b, g] = [baseline[subject] ?? 0, goal[subject] ?? 0];
      const fraction = (Math.max(b, Math.min(share, g)) - b) / (g - b);
      const split = splitAt(baseline, goal, subject, share);
      expect(sum(split)).toBe(100);
      for (const [id, weight] of Object.entries(split)) {
        const [from, to] = [baseline[id] ?? 0, goal[id] ?? 0];
        expect(Math.abs(weight - (from + fraction * (to - from)))).toBeLessThan(1);
        if (from === to) expect(weight).toBe(from);
      }
    }),
    RUNS,
  );
});
