import type { Ref } from '@gati-framework/contracts/deployment';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refKey } from '../resources/index.ts';
import { planSet, type SetRecord } from './set-plan.ts';

const owner: Ref = { kind: 'Shop', namespace: 'n', name: 'shop' };
const ref = fc.constantFrom(
  ...['a', 'b', 'c', 'd', 'e'].map((name): Ref => ({ kind: 'ConfigMap', namespace: 'n', name })),
);
const refs = fc.uniqueArray(ref, { selector: refKey });
const revision = fc.constantFrom('r1', 'r2', 'r3');
/** Revisions are digests of what is desired: one revision, one list. */
const change = fc.record({ revision, desired: refs });

interface ModelledSet {
  record: SetRecord | undefined;
  /** What exists in the cluster for the owner. */
  readonly objects: Set<string>;
}

/** Runs a change as the target does, and stops after so many writes. */
function run(world: ModelledSet, desired: readonly Ref[], name: string, writes: number): boolean {
  let left = writes;
  const write = (effect: () => void): void => {
    if (left-- > 0) effect();
  };
  const plan = planSet(world.record, owner, name, desired);
  if (plan.before) write(() => (world.record = plan.before));
  for (const each of desired) if (!world.objects.has(refKey(each))) write(() => world.objects.add(refKey(each)));
  for (const each of plan.leaving) write(() => world.objects.delete(refKey(each)));
  if (plan.after) write(() => (world.record = plan.after === 'none' ? undefined : plan.after));
  return left >= 0;
}

describe('the plan of a set', () => {
  test('G-152: whatever changes are cut at whatever write, the record names every object that exists', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(change, fc.nat(12))), (changes) => {
        const world: ModelledSet = { record: undefined, objects: new Set() };
        for (const [{ revision: name, desired }, writes] of changes) {
          run(world, desired, `${name} ${desired.map(refKey).join()}`, writes);
          const known = new Set((world.record?.resources ?? []).map(refKey));
          expect([...world.objects].filter((key) => !known.has(key))).toEqual([]);
        }
      }),
    );
  });

  test('G-152: after any history a whole run ends in exactly what is wanted, and the next writes nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(change, fc.nat(12))), refs, (changes, desired) => {
        const world: ModelledSet = { record: undefined, objects: new Set() };
        for (const [{ revision: name, desired: other }, writes] of changes) {
          run(world, other, `${name} ${other.map(refKey).join()}`, writes);
        }
        const name = `last ${desired.map(refKey).join()}`;
        run(world, desired, name, Infinity);
        expect([...world.objects].toSorted()).toEqual(desired.map(refKey).toSorted());
        expect(world.record?.resources ?? []).toEqual(desired);
        expect(world.record?.pending).toBeUndefined();
        const again = planSet(world.record, owner, name, desired);
        expect([again.before, again.leaving, again.after]).toEqual([undefined, [], undefined]);
      }),
    );
  });

  test('G-153: removal goes the other way than application', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name): Ref => ({ kind: 'ConfigMap', namespace: 'n', name })) as [
      Ref,
      Ref,
      Ref,
    ];
    const stored: SetRecord = { owner, revision: 'r1', resources: [a, b, c] };
    expect(planSet(stored, owner, 'r2', [b]).leaving.map(({ name }) => name)).toEqual(['c', 'a']);
  });
});
