import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject } from '../objects/index.ts';
import { customType } from '../schemas/index.ts';
import { difference, type Fields, intersection, isEmpty, LEAF, pathsOf, union } from './fields.ts';
import { type Applied, apply, type ManagedEntry, update } from './index.ts';
import { fieldsOf } from './owned-fields.ts';
import { withoutServerFields } from './ownership.ts';

const type = customType({
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer' },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        args: { type: 'array', items: { type: 'string' } },
        whole: { type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: { type: 'string' } },
        parts: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name', 'port'],
          items: {
            type: 'object',
            properties: { name: { type: 'string' }, port: { type: 'integer', default: 80 }, image: { type: 'string' } },
          },
        },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
  },
});
const kind = {
  typeIn: () => type,
  convert: (object: JsonObject) => object,
  reset: LEAF,
};
const VERSION = 'demo.io/v1';

const word = fc.constantFrom('a', 'b', 'c');
// Empty containers are left to the comparison with a real server: what is empty belongs to nobody.
const words = fc.dictionary(word, word, { minKeys: 1, maxKeys: 3 });
const part = fc.record({ name: word, port: fc.constantFrom(80, 81), image: word }, { requiredKeys: ['name'] });
const spec = fc.record(
  {
    size: fc.constantFrom(1, 2),
    labels: words,
    tags: fc.uniqueArray(word, { minLength: 1 }),
    args: fc.array(word, { minLength: 1, maxLength: 3 }),
    whole: words,
    parts: fc.uniqueArray(part, { minLength: 1, selector: ({ name, port = 80 }) => `${name} ${port}` }),
    free: fc.dictionary(word, fc.oneof(word, words, fc.array(word, { minLength: 1, maxLength: 2 })), {
      minKeys: 1,
      maxKeys: 3,
    }),
  },
  { requiredKeys: [] },
);
const intents = spec.map((value) => (Object.keys(value).length > 0 ? { spec: value } : {}) as unknown as JsonObject);
const managers = fc.constantFrom('one', 'two', 'three');

interface State {
  readonly object: JsonObject;
  readonly entries: readonly ManagedEntry[];
}
const NOTHING: State = { object: {}, entries: [] };

function applyTo(state: State, manager: string, intent: JsonObject, force = true): Applied {
  const writer = { manager, apiVersion: VERSION };
  return apply({ kind, live: state.object, intent, entries: state.entries, writer, force, now: 'now' });
}

function forced(state: State, manager: string, intent: JsonObject): State {
  const result = applyTo(state, manager, intent);
  if ('conflicts' in result) throw new Error('a forced apply has no conflicts');
  return result;
}

function updated(state: State, manager: string, after: JsonObject): State {
  const writer = { manager, apiVersion: VERSION };
  const entries = update({ kind, before: state.object, after, entries: state.entries, writer, now: 'now' });
  return { object: after, entries };
}

const step = fc.oneof(
  fc.record({ how: fc.constant('apply' as const), manager: managers, intent: intents }),
  fc.record({ how: fc.constant('update' as const), manager: managers, intent: intents }),
);
const histories = fc
  .array(step, { maxLength: 6 })
  .map((steps) =>
    steps.reduce<State>(
      (state, { how, manager, intent }) =>
        how === 'apply' ? forced(state, manager, intent) : updated(state, manager, intent),
      NOTHING,
    ),
  );

const ownedBy = (state: State, manager: string, operation = 'Apply'): Fields =>
  state.entries.find((entry) => entry.manager === manager && entry.operation === operation)?.fieldsV1 ?? LEAF;
const ownersOf = (state: State): unknown =>
  Object.fromEntries(state.entries.map((entry) => [`${entry.manager} ${entry.operation}`, entry.fieldsV1]));

/** Without the nulls and empty maps that stay where everything in a container was removed. */
function withoutHusks(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const left = Object.entries(value)
    .map(([key, one]) => [key, withoutHusks(one)] as const)
    .filter(([, one]) => one !== null && one !== undefined);
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}
const pathsIn = (fields: Fields): Set<string> => new Set([...pathsOf(fields)].map((path) => path.join(' ')));

describe('server-side apply', () => {
  test('L-6: an applier owns exactly what it applied', () => {
    fc.assert(
      fc.property(histories, intents, (state, intent) => {
        const set = withoutServerFields(fieldsOf(intent, type));
        expect(pathsIn(ownedBy(forced(state, 'one', intent), 'one'))).toEqual(pathsIn(set));
      }),
    );
  });

  test('K-69: to apply twice is to apply once', () => {
    fc.assert(
      fc.property(histories, managers, intents, (state, manager, intent) => {
        const once = forced(state, manager, intent);
        const twice = forced(once, manager, intent);
        expect(withoutHusks(twice.object)).toEqual(withoutHusks(once.object));
        expect(ownersOf(twice)).toEqual(ownersOf(once));
      }),
    );
  });

  test('L-6: after an apply the object has everything that was applied', () => {
    fc.assert(
      fc.property(histories, managers, intents, (state, manager, intent) => {
        const { object } = forced(state, manager, intent);
        const set = pathsIn(fieldsOf(intent, type));
        const there = pathsIn(fieldsOf(object, type));
        for (const path of set) if (!there.has(path)) expect(path).toMatch(/^f:spec f:\w+$|^f:spec$/);
      }),
    );
  });

  test('L-6: what an applier leaves out goes, unless another manager owns it', () => {
    fc.assert(
      fc.property(histories, intents, intents, (state, first, second) => {
        const before = forced(state, 'one', first);
        const after = forced(before, 'one', second);
        const released = difference(ownedBy(before, 'one'), ownedBy(after, 'one'));
        const others = after.entries.map(({ fieldsV1 }) => fieldsV1).reduce(union, LEAF);
        const gone = difference(released, others);
        const there = fieldsOf(after.object, type);
        // A container stays as long as it holds something of another manager.
        const left = [...pathsOf(intersection(gone, there))].filter((path) => path.at(-1)?.startsWith('v:'));
        expect(left).toEqual([]);
      }),
    );
  });

  test('L-6: intents without common fields come out the same in either order', () => {
    const mine = fc.record({ size: fc.constantFrom(1, 2), labels: fc.dictionary(fc.constantFrom('a', 'b'), word) });
    const theirs = fc.record({ args: fc.array(word), labels: fc.dictionary(fc.constantFrom('c', 'd'), word) });
    fc.assert(
      fc.property(mine, theirs, (one, two) => {
        const intent = (value: object) => ({ spec: value }) as unknown as JsonObject;
        const results = [
          applyTo(forced(NOTHING, 'one', intent(one)), 'two', intent(two), false),
          applyTo(forced(NOTHING, 'two', intent(two)), 'one', intent(one), false),
        ] as { object: JsonObject; entries: ManagedEntry[] }[];
        expect(results[0]?.object).toEqual(results[1]?.object);
        expect(ownersOf(results[0] as State)).toEqual(ownersOf(results[1] as State));
      }),
    );
  });

  test('K-87: without force nothing of another manager changes', () => {
    fc.assert(
      fc.property(histories, intents, (state, intent) => {
        const result = applyTo(state, 'four', intent, false);
        if ('conflicts' in result) return;
        for (const manager of ['one', 'two', 'three']) {
          const before = ownedBy(state, manager);
          expect(pathsIn(difference(before, ownedBy({ ...result }, manager)))).toEqual(new Set());
        }
      }),
    );
  });

  test('K-69: a write that changes nothing leaves all owners as they are', () => {
    fc.assert(
      fc.property(histories, managers, (state, manager) => {
        expect(updated(state, manager, state.object).entries).toEqual(state.entries);
      }),
    );
  });

  test('L-6: no entry is empty, and nobody owns what is not there', () => {
    fc.assert(
      fc.property(histories, (state) => {
        const there = pathsIn(fieldsOf(state.object, type));
        for (const { fieldsV1, operation } of state.entries) {
          expect(isEmpty(fieldsV1)).toBe(false);
          if (operation !== 'Apply') continue;
          for (const path of pathsOf(fieldsV1)) {
            if (/^[kv]:/.test(path.at(-1) ?? '')) expect(there).toContain(path.join(' '));
          }
        }
      }),
    );
  });
});
