import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEqual, type Json, type JsonObject } from '../json/index.ts';
import { applyJsonPatch, MalformedPatch, PatchFailure, patched } from './index.ts';

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

const escaped = (token: string): string => token.replace(/~/g, '~0').replace(/\//g, '~1');

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(freeze);
  return Object.freeze(value);
}

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

  test('K-94: what cannot be carried out fails as a whole; what is no patch is distinguished', () => {
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

describe('a patch of an object', () => {
  test('G-157: of operations all are done or none', () => {
    const value = freeze({ a: [1, 2], b: { c: 1 } });
    expect(patched(value, [{ op: 'add', path: '/a/-', value: 3 }])).toEqual({ a: [1, 2, 3], b: { c: 1 } });
    expect(patched(value, [{ op: 'remove', path: '/a/0' }])).toEqual({ a: [2], b: { c: 1 } });
    const failing = [
      { op: 'remove' as const, path: '/b' },
      { op: 'test' as const, path: '/a/0', value: 9 },
    ];
    expect(() => patched(value, failing)).toThrow('/a/0');
  });

  test('G-157: what is added to a list is put in its place, and nothing is removed that is not there', () => {
    expect(patched({ a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }])).toEqual({ a: [1, 2, 3] });
    expect(() => patched({}, [{ op: 'remove', path: '/a' }])).toThrow('/a');
  });
});
