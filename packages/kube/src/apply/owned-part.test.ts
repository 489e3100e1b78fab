import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FieldSet, ownedPart } from './owned-part.ts';

/** The field set that a server keeps for an intent whose object lists are keyed by `name` and others are atomic. */
function fieldsOf(intent: unknown): FieldSet {
  if (Array.isArray(intent)) {
    const isKeyed = intent.length > 0 && intent.every((item) => typeof item === 'object' && item !== null);
    if (!isKeyed) return {};
    const items = intent as { name: string }[];
    return Object.fromEntries(
      items.map((item) => [`k:${JSON.stringify({ name: item.name })}`, { '.': {}, ...fieldsOf(item) }]),
    );
  }
  if (typeof intent !== 'object' || intent === null) return {};
  return Object.fromEntries(Object.entries(intent).map(([name, value]) => [`f:${name}`, fieldsOf(value)]));
}

const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const keyedItem = fc.record({ name: fc.string({ minLength: 1 }), value: scalar });
const { tree } = fc.letrec((tie) => ({
  tree: fc.dictionary(
    fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
    fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar,
      fc.array(scalar),
      fc.uniqueArray(keyedItem, { selector: (item) => item.name, minLength: 1 }),
      tie('tree'),
    ),
    { minKeys: 1, noNullPrototype: true },
  ),
}));

/** The live object: the intent, with things of other owners added at every level. */
function withStrangers(value: unknown): unknown {
  if (Array.isArray(value)) {
    if (!value.some((item) => typeof item === 'object')) return value;
    return [...value.map(withStrangers), { name: 'a stranger that no generated name equals: \u0000', other: 1 }];
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withStrangers(inner)] as const);
  return { ...Object.fromEntries(entries), '\u0000stranger': { of: 'another owner' } };
}

describe('ownedPart', () => {
  it('R-106: the owned part of a live object is the intent, whatever others added to the object', () => {
    fc.assert(
      fc.property(tree, (intent) => {
        expect(ownedPart(withStrangers(intent), fieldsOf(intent))).toEqual(intent);
      }),
    );
  });

  it('R-106: list items are found by their keys, set items by their value, and keep their order', () => {
    const live = {
      ports: [
        { containerPort: 80, protocol: 'TCP', name: 'web' },
        { containerPort: 81, protocol: 'TCP', name: 'other' },
        { containerPort: 80, protocol: 'UDP', name: 'dns' },
      ],
      finalizers: ['b', 'x', 'a'],
    };
    const fields = {
      'f:ports': {
        'k:{"containerPort":80,"protocol":"UDP"}': { '.': {}, 'f:name': {}, 'f:containerPort': {} },
        'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:name': {} },
      },
      'f:finalizers': { 'v:"a"': {}, 'v:"b"': {} },
    };
    expect(ownedPart(live, fields)).toEqual({
      ports: [{ name: 'web' }, { containerPort: 80, name: 'dns' }],
      finalizers: ['b', 'a'],
    });
  });

  it('R-106: owning only that a map exists says nothing of its entries', () => {
    expect(ownedPart({ labels: { theirs: '1' } }, { 'f:labels': { '.': {} } })).toEqual({ labels: {} });
  });

  it('R-106: an owned field that someone removed is missing in the part', () => {
    expect(ownedPart({ data: { a: '1' } }, { 'f:data': { 'f:a': {}, 'f:b': {} } })).toEqual({ data: { a: '1' } });
  });
});
