import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freeze, isEqual, type Json, type JsonObject } from '../objects/index.ts';
import { applyMergePatch } from './index.ts';

const key = fc.constantFrom('a', 'b', 'c/d', '~e', '__proto__', 'constructor', '');
const json = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  object: fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs)),
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, 0, 1, 'x', ''),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
}));

/** The merge patch that turns one object into another; possible unless the target holds a null. */
function difference(from: JsonObject, to: JsonObject): JsonObject {
  const pairs: [string, Json][] = Object.keys(from)
    .filter((name) => !Object.hasOwn(to, name))
    .map((name) => [name, null]);
  for (const [name, value] of Object.entries(to)) {
    if (!Object.hasOwn(from, name) || !isEqual(from[name], value)) pairs.push([name, value]);
  }
  return Object.fromEntries(pairs);
}

describe('merge patch', () => {
  test('L-6: a patch of null removes, of an object merges, of anything else replaces', () => {
    expect(applyMergePatch({ a: 1, b: { c: 1, d: 2 } }, { a: null, b: { c: 3 }, e: [1] })).toEqual({
      b: { c: 3, d: 2 },
      e: [1],
    });
    expect(applyMergePatch({ a: [1, 2] }, { a: [3] })).toEqual({ a: [3] });
    expect(applyMergePatch({ a: 1 }, { a: { b: null, c: 1 } })).toEqual({ a: { c: 1 } });
  });

  test('L-6: null takes a key away in the objects of lists too, not where a list takes the place of an object', () => {
    const patch = { a: [{ b: null, c: [null, { d: null }] }] };
    const kept = { a: [{ c: [null, {}] }] };
    for (const target of [{}, { a: null }, { a: 1 }, { a: [{ b: 1 }] }]) {
      expect(applyMergePatch(target, patch)).toEqual(kept);
    }
    expect(applyMergePatch({ a: { b: 1 } }, patch)).toEqual(patch);
  });

  test('L-6: applied again it does what it did over the same types, and the empty patch nothing', () => {
    fc.assert(
      fc.property(json.object, json.object, (target, patch) => {
        // Lists that took the place of objects have lost their nulls after the second time.
        const once = applyMergePatch(applyMergePatch(freeze(target), freeze(patch)), patch);
        expect(isEqual(applyMergePatch(once, patch), once)).toBe(true);
        expect(isEqual(applyMergePatch(target, {}), target)).toBe(true);
      }),
    );
  });

  test('L-6: removals and new values take any object to any other that holds no objects or nulls', () => {
    const flat = json.object.map((object) =>
      Object.fromEntries(Object.entries(object).filter(([, value]) => typeof value !== 'object')),
    );
    fc.assert(
      fc.property(flat, flat, (from, to) => {
        expect(isEqual(applyMergePatch(from, difference(from, to)), to)).toBe(true);
      }),
    );
  });

  test('L-6: no patch changes a prototype', () => {
    fc.assert(
      fc.property(json.object, json.object, (target, patch) => {
        const result = applyMergePatch(target, patch) as object;
        expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
      }),
    );
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });
});
