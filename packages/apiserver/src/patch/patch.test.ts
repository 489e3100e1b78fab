import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freeze, isEqual, type Json, type JsonObject } from '../objects/index.ts';
import { applyJsonPatch, applyMergePatch, MalformedPatch, PatchFailure } from './index.ts';

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

const escaped = (token: string): string => token.replace(/~/g, '~0').replace(/\//g, '~1');

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

describe('JSON patch', () => {
  test('L-6: adding a key and removing it again changes nothing, and a frozen target is never written to', () => {
    fc.assert(
      fc.property(json.object, key, json.value, (target, name, value) => {
        fc.pre(!Object.hasOwn(target, name));
        const path = `/${escaped(name)}`;
        const added = applyJsonPatch(freeze(target), [{ op: 'add', path, value }]) as JsonObject;
        expect(Object.hasOwn(added, name)).toBe(true);
        expect(isEqual(added[name], value)).toBe(true);
        expect(isEqual(applyJsonPatch(added, [{ op: 'remove', path }]), target)).toBe(true);
      }),
    );
  });

  test('L-6: items are inserted and removed by index, - is the end', () => {
    fc.assert(
      fc.property(fc.array(json.value, { maxLength: 5 }), fc.nat(5), json.value, (items, at, value) => {
        fc.pre(at <= items.length);
        const inserted = applyJsonPatch({ items }, [{ op: 'add', path: `/items/${at}`, value }]) as { items: Json[] };
        expect(isEqual(inserted.items, items.toSpliced(at, 0, value))).toBe(true);
        expect(isEqual(applyJsonPatch(inserted, [{ op: 'remove', path: `/items/${at}` }]), { items })).toBe(true);
        const appended = applyJsonPatch({ items }, [{ op: 'add', path: '/items/-', value }]) as { items: Json[] };
        expect(isEqual(appended.items, [...items, value])).toBe(true);
      }),
    );
  });

  test('L-6: move and copy take a value along', () => {
    const target = { a: { b: 1 }, c: [1, 2] };
    expect(applyJsonPatch(target, [{ op: 'move', from: '/a/b', path: '/d' }])).toEqual({ a: {}, c: [1, 2], d: 1 });
    expect(applyJsonPatch(target, [{ op: 'copy', from: '/c/1', path: '/c/0' }])).toEqual({ a: { b: 1 }, c: [2, 1, 2] });
  });

  test('L-6: test compares by value, and a missing field equals null', () => {
    const target = { a: { x: 1, y: [2] } };
    expect(applyJsonPatch(target, [{ op: 'test', path: '/a', value: { y: [2], x: 1 } }])).toBe(target);
    expect(applyJsonPatch(target, [{ op: 'test', path: '/none', value: null }])).toBe(target);
    expect(() => applyJsonPatch(target, [{ op: 'test', path: '/a/x', value: '1' }])).toThrow(PatchFailure);
  });

  test('L-6: replace adds a field that is not there, but no item of a list', () => {
    expect(applyJsonPatch({ a: {} }, [{ op: 'replace', path: '/a/b', value: 1 }])).toEqual({ a: { b: 1 } });
    expect(() => applyJsonPatch({ a: [] }, [{ op: 'replace', path: '/a/0', value: 1 }])).toThrow(PatchFailure);
  });

  test('L-6: a value or a source that is not given is null, in an object that is there', () => {
    expect(applyJsonPatch({ a: {} }, [{ op: 'add', path: '/a/b' }])).toEqual({ a: { b: null } });
    expect(applyJsonPatch({ a: {} }, [{ op: 'copy', path: '/c', from: '/a/b' }])).toEqual({ a: {}, c: null });
    expect(applyJsonPatch({ a: {} }, [{ op: 'test', path: '/a/b' }])).toEqual({ a: {} });
    expect(() => applyJsonPatch({ a: {} }, [{ op: 'test', path: '/b/c' }])).toThrow(PatchFailure);
    expect(() => applyJsonPatch({ a: {} }, [{ op: 1, path: '/b/c' }])).toThrow(MalformedPatch);
  });

  test('L-6: what cannot be carried out is reported in the words of the library that API servers use', () => {
    const target = { a: [1], b: 'text', c: {} };
    const failure = (operation: Json): string => {
      try {
        return JSON.stringify(applyJsonPatch(target, [operation]));
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(failure({ op: 'what', path: '/b' })).toBe('Unexpected kind: what');
    expect(failure({ op: 'add', path: '/none/x', value: 1 })).toBe(
      'add operation does not apply: doc is missing path: "/none/x": missing value',
    );
    expect(failure({ op: 'add', path: '/a/5', value: 1 })).toBe(
      "error in add for path: '/a/5': Unable to access invalid index: 5: invalid index referenced",
    );
    expect(failure({ op: 'remove', path: '/c/x' })).toBe(
      "error in remove for path: '/c/x': Unable to remove nonexistent key: x: missing value",
    );
    expect(failure({ op: 'move', from: '/c/x', path: '/d' })).toBe(
      "error in move for path: 'x': Unable to remove nonexistent key: x: missing value",
    );
    expect(failure({ op: 'copy', path: '/d' })).toBe(
      'copy operation failed to decode from: operation, missing from field: missing value',
    );
    expect(failure({ op: 'test', path: '/none/x', value: 1 })).toBe(
      'test operation does not apply: is missing path: /none/x: missing value',
    );
    // Paths are read as that library reads them, and lists also from their end.
    expect(failure({ op: 'add', path: 'c/x', value: 1 })).toBe('{"a":[1],"b":"text","c":{},"x":1}');
    expect(failure({ op: 'replace', path: '/a/-1', value: 2 })).toBe('{"a":[2],"b":"text","c":{}}');
    expect(failure({ op: 'replace', path: '', value: { d: 1 } })).toBe('{"d":1}');
  });

  test('L-6: a null that is tested for equals nothing where the caller says so', () => {
    const patch = [{ op: 'test', path: '/none', value: null }];
    expect(() => applyJsonPatch({ a: 1 }, patch, { isNullUnequal: true })).toThrow(PatchFailure);
    expect(applyJsonPatch({ a: 1 }, [{ op: 'test', path: '/none' }], { isNullUnequal: true })).toEqual({ a: 1 });
  });

  test('K-94: what cannot be carried out fails as a whole; what is no patch is told apart', () => {
    const target = freeze({ a: [1], b: 'text' });
    for (const operation of [
      { op: 'remove', path: '/none' },
      { op: 'add', path: '/none/x', value: 1 },
      { op: 'add', path: '/a/5', value: 1 },
      { op: 'add', path: '/a/x', value: 1 },
      { op: 'add', path: '/b/x', value: 1 },
      { op: 'add', path: '', value: {} },
      { op: 'add', path: 'x', value: 1 },
      { op: 'nix', path: '/x' },
    ]) {
      expect(() => applyJsonPatch(target, [operation as Json])).toThrow(PatchFailure);
    }
    expect(() => applyJsonPatch(target, { op: 'add' })).toThrow(MalformedPatch);
  });
});
