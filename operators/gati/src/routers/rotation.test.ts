import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  achievedShares,
  observeRotation,
  type RotatingPod,
  rotationCounts,
  rotationStep,
  type Selection,
} from './rotation.ts';

test.each([
  [1, { v1: 90, v2: 10 }, { v1: 1, v2: 1 }],
  [2, { v1: 90, v2: 10 }, { v1: 2, v2: 1 }],
  [3, { v1: 90, v2: 10 }, { v1: 3, v2: 1 }],
  [10, { v1: 90, v2: 10 }, { v1: 9, v2: 1 }],
  [4, { v1: 50, v2: 50 }, { v1: 2, v2: 2 }],
  [10, { v1: 33, v2: 33, v3: 34, v4: 0 }, { v1: 3, v2: 3, v3: 4 }],
])('G-78: of %i pods %o gives %o', (base, weights, counts) => {
  expect(rotationCounts(weights, base)).toEqual(counts);
});

test('G-78: what was achieved is told in percent of the endpoints', () => {
  expect(achievedShares({ v1: 2, v2: 1 })).toEqual({ v1: 67, v2: 33 });
  expect(achievedShares({})).toEqual({});
});

/** Pods and a Service that do what a step says, one write at a time. */
class Model {
  pods: RotatingPod[];
  selection: Selection | undefined;

  constructor(pods: RotatingPod[], selection: Selection | undefined) {
    this.pods = pods;
    this.selection = selection;
  }

  serving(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { version, isReady, isIn } of this.pods) {
      const isSelected = this.selection === 'rotation' ? isIn : this.selection?.version === version;
      if (isReady && isSelected) counts[version] = (counts[version] ?? 0) + 1;
    }
    return counts;
  }

  label(name: string, isIn: boolean): void {
    this.pods = this.pods.map((pod) => (pod.name === name ? { ...pod, isIn } : pod));
  }
}

const weightsOf = fc
  .record({ v1: fc.nat(10), v2: fc.nat(10), v3: fc.nat(10) })
  .filter(({ v1, v2, v3 }) => v1 + v2 + v3 > 0)
  .map(({ v1, v2, v3 }) => {
    const total = v1 + v2 + v3;
    const [a, b] = [Math.floor((v1 * 100) / total), Math.floor((v2 * 100) / total)];
    const rest = 100 - a - b;
    return v3 > 0 ? { v1: a, v2: b, v3: rest } : v2 > 0 ? { v1: a, v2: 100 - a, v3: 0 } : { v1: 100, v2: 0, v3: 0 };
  });

test('G-77: on the way between any two splits the Service always has pods, and none without weight before or after', () => {
  fc.assert(
    fc.property(
      fc.array(weightsOf, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 10 }),
      (splits, base) => {
        const pods = ['v1', 'v2', 'v3'].flatMap((version) =>
          Array.from({ length: 12 }, (_, n) => ({ name: `${version}-${n}`, version, isReady: true, isIn: false })),
        );
        const model = new Model(pods, { version: 'v1' });
        let before: Record<string, number> = { v1: 100 };
        for (const wanted of splits) {
          for (let round = 0; ; round++) {
            expect(round).toBeLessThan(10);
            const { selection, take, release } = rotationStep(wanted, base, model.pods, model.selection);
            const check = (): void => {
              const serving = Object.keys(model.serving());
              expect(serving.length).toBeGreaterThan(0);
              for (const id of serving) expect((wanted[id as 'v1'] ?? 0) + (before[id] ?? 0)).toBeGreaterThan(0);
            };
            // A crash may fall between any two of these writes.
            model.selection = selection;
            check();
            for (const name of take) model.label(name, true);
            check();
            for (const name of release) {
              model.label(name, false);
              check();
            }
            const next = rotationStep(wanted, base, model.pods, model.selection);
            const isDone = next.take.length + next.release.length === 0 && next.selection === model.selection;
            const isSame = JSON.stringify(next.selection) === JSON.stringify(model.selection);
            if (isDone || (isSame && next.take.length + next.release.length === 0)) break;
          }
          const seen = observeRotation(wanted, base, model.selection, model.pods, model.serving(), 5);
          expect(seen).toEqual({ value: { weights: wanted }, at: 5 });
          before = wanted;
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

test('G-77: a pod that is not ready any more is replaced by one that stands by', () => {
  const pods = [0, 1, 2].map((n) => ({ name: `a-${n}`, version: 'a', isReady: n !== 0, isIn: n < 1 }));
  const other = { name: 'b-0', version: 'b', isReady: true, isIn: true };
  const step = rotationStep({ a: 50, b: 50 }, 2, [...pods, other], 'rotation');
  expect(step).toEqual({ selection: 'rotation', take: ['a-1'], release: [] });
});

test('G-72: no weight is confirmed to a version that the endpoints do not show', () => {
  const pods = ['a', 'b'].map((version) => ({ name: version, version, isReady: true, isIn: true }));
  expect(observeRotation({ a: 50, b: 50 }, 2, 'rotation', pods, { a: 1 }, 0)).toEqual({
    unknown: 'the endpoints show 1 of 1 of a, 0 of 1 of b',
  });
  expect(observeRotation({ a: 100 }, 2, { version: 'a' }, pods, {}, 0).unknown).toContain('no ready pod of a');
  expect(observeRotation({ a: 100 }, 2, { version: 'b' }, pods, { b: 1 }, 0).unknown).toContain('still served');
});

test('G-82: a version that is down keeps nobody else from being confirmed', () => {
  const pods = ['a', 'b'].map((version) => ({ name: version, version, isReady: version === 'b', isIn: true }));
  expect(observeRotation({ a: 90, b: 10 }, 1, 'rotation', pods, { b: 1 }, 7)).toEqual({
    value: { weights: { a: 90, b: 10 } },
    at: 7,
  });
});
