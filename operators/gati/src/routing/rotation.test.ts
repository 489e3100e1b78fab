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

test('G-78: what was achieved is reported in percent of the endpoints', () => {
  expect(achievedShares({ v1: 2, v2: 1 })).toEqual({ v1: 67, v2: 33 });
  expect(achievedShares({})).toEqual({});
});

/** What was written, and how much of it the endpoint controller has seen: all up to some write, in their order. */
class Lagging<T> {
  #writes: T[];

  constructor(first: T) {
    this.#writes = [first];
  }

  get written(): T {
    return this.#writes.at(-1) as T;
  }

  get seen(): T {
    return this.#writes[0] as T;
  }

  write(value: T): void {
    this.#writes.push(value);
  }

  get isBehind(): boolean {
    return this.#writes.length > 1;
  }

  catchUp(writes: number): void {
    this.#writes = this.#writes.slice(Math.min(writes, this.#writes.length - 1));
  }
}

/** Pods and Services that do what a step says, one write at a time, and endpoints that follow them in their own time. */
class Model {
  readonly pods: Lagging<readonly RotatingPod[]>;
  readonly selection: Lagging<Selection>;
  isRehearsed = false;

  constructor(pods: readonly RotatingPod[], selection: Selection) {
    this.pods = new Lagging(pods);
    this.selection = new Lagging(selection);
  }

  label(name: string, isIn: boolean): void {
    this.pods.write(this.pods.written.map((pod) => (pod.name === name ? { ...pod, isIn } : pod)));
  }

  get serving(): Record<string, number> {
    const counts: Record<string, number> = {};
    const { seen } = this.selection;
    for (const { version, isReady, isIn } of this.pods.seen) {
      if (isReady && (seen === 'rotation' ? isIn : seen.version === version))
        counts[version] = (counts[version] ?? 0) + 1;
    }
    return counts;
  }

  get rehearsal(): Set<string> {
    const seen = this.isRehearsed ? this.pods.seen.filter(({ isReady, isIn }) => isReady && isIn) : [];
    return new Set(seen.map(({ name }) => name));
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
      fc.infiniteStream(fc.nat(4)),
      (splits, base, seenNow) => {
        const pods = ['v1', 'v2', 'v3'].flatMap((version) =>
          Array.from({ length: 12 }, (_, n) => ({ name: `${version}-${n}`, version, isReady: true, isIn: false })),
        );
        const model = new Model(pods, { version: 'v1' });
        const lag = (): number => seenNow.next().value;
        let before: Record<string, number> = { v1: 100 };
        for (const wanted of splits) {
          const check = (): void => {
            const serving = Object.keys(model.serving);
            expect(serving.length).toBeGreaterThan(0);
            for (const id of serving) expect((wanted[id as 'v1'] ?? 0) + (before[id] ?? 0)).toBeGreaterThan(0);
          };
          // A crash may fall between any two of these writes, and the endpoint controller may see any part of them.
          const write = (change: () => void): void => {
            change();
            check();
            model.pods.catchUp(lag());
            check();
            model.selection.catchUp(lag());
            check();
          };
          for (let round = 0; ; round++) {
            expect(round).toBeLessThan(200);
            const step = rotationStep(wanted, base, model.pods.written, model.selection.written, model);
            const isStill =
              step.take.length + step.release.length === 0 &&
              step.isRehearsed === model.isRehearsed &&
              JSON.stringify(step.selection) === JSON.stringify(model.selection.written);
            if (isStill && !model.pods.isBehind && !model.selection.isBehind) break;
            if (isStill) {
              model.pods.catchUp(1);
              model.selection.catchUp(1);
              continue;
            }
            write(() => {
              model.isRehearsed = step.isRehearsed;
              model.selection.write(step.selection);
            });
            for (const name of step.take) write(() => model.label(name, true));
            for (const name of step.release) write(() => model.label(name, false));
          }
          const seen = observeRotation(wanted, base, model.selection.seen, model.pods.seen, model.serving, 5);
          expect(seen).toEqual({ value: { weights: wanted }, at: 5 });
          expect(model.isRehearsed).toBe(false);
          before = wanted;
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

test('G-77: labels go once the endpoints show that nobody looks at them any more', () => {
  const pods = ['a', 'b'].map((version) => ({ name: version, version, isReady: true, isIn: true }));
  const seen = (serving: Record<string, number>) => ({ serving, rehearsal: new Set<string>() });
  expect(rotationStep({ b: 100 }, 2, pods, { version: 'b' }, seen({ a: 1, b: 1 })).release).toEqual([]);
  expect(rotationStep({ b: 100 }, 2, pods, { version: 'b' }, seen({ b: 1 })).release).toEqual(['a']);
});

test('G-77: a pod that is not ready any more is replaced by one that stands by', () => {
  const pods = [0, 1, 2].map((n) => ({ name: `a-${n}`, version: 'a', isReady: n !== 0, isIn: n < 1 }));
  const other = { name: 'b-0', version: 'b', isReady: true, isIn: true };
  const step = rotationStep({ a: 50, b: 50 }, 2, [...pods, other], 'rotation', {
    serving: { b: 1 },
    rehearsal: new Set(),
  });
  expect(step).toEqual({ selection: 'rotation', isRehearsed: false, take: ['a-1'], release: [] });
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
