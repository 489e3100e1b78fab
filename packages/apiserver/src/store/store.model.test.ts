import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Change, Entry, keyOf, Store } from './index.ts';

type Command =
  | { readonly do: 'put'; readonly key: string; readonly value: number }
  | { readonly do: 'remove'; readonly key: string }
  | { readonly do: 'elsewhere' }
  | { readonly do: 'compact' };

const keys = fc.constantFrom('a/x', 'a/y', 'a-b/x', 'b/x', 'b/z', '/cluster');
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('put' as const), key: keys, value: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), key: keys }) },
  { weight: 1, arbitrary: fc.constant({ do: 'elsewhere' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'compact' as const }) },
);

type State = ReadonlyMap<string, string>;

/** The plainest store: every state that ever was, by revision. */
class Model {
  readonly states: State[] = [new Map()];
  compacted = 0;

  get revision(): number {
    return this.states.length - 1;
  }

  commit(change: (state: Map<string, string>) => void): void {
    const next = new Map(this.states[this.revision]);
    change(next);
    this.states.push(next);
  }
}

const entriesOf = (entries: readonly Entry[]): [string, string][] =>
  entries.map(({ key, object }) => [key, JSON.stringify(object['spec'])]);

const sorted = (state: State, namespace?: string): [string, string][] =>
  [...state]
    .filter(([key]) => namespace === undefined || key.startsWith(`${namespace}/`))
    .sort(([a], [b]) => (a < b ? -1 : 1));

function run(store: Store, model: Model, commands: readonly Command[]): void {
  for (const step of commands) {
    if (step.do === 'compact') {
      store.compact();
      model.compacted = model.revision;
    } else if (step.do === 'elsewhere') {
      store.put('others', '/o', { metadata: {} });
      model.commit(() => {});
    } else if (step.do === 'put') {
      const value = `{"v":${step.value}}`;
      store.put('things', step.key, { metadata: { name: step.key }, spec: JSON.parse(value) as object });
      model.commit((state) => state.set(step.key, value));
    } else if (store.remove('things', step.key)) {
      model.commit((state) => state.delete(step.key));
    }
  }
}

function replay(start: State, changes: readonly Change[]): Map<string, string> {
  const state = new Map(start);
  for (const { key, current } of changes) {
    if (current) state.set(key, JSON.stringify(current.object['spec']));
    else state.delete(key);
  }
  return state;
}

describe('the store against a model of it', () => {
  test('L-3: after any history its list is the model’s, in the order of keys, for all and for each namespace', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
        const store = new Store();
        const model = new Model();
        run(store, model, commands);
        const now = model.states[model.revision] as State;
        expect(store.revision).toBe(model.revision);
        expect(entriesOf(store.list('things'))).toEqual(sorted(now));
        for (const namespace of ['a', 'a-b', 'b', '']) {
          expect(entriesOf(store.list('things', namespace))).toEqual(sorted(now, namespace));
        }
        expect(store.count('things')).toBe(now.size);
      }),
    );
  });

  test('L-5: from every revision that is known, the list of then and the changes since make the list of now', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
        const store = new Store();
        const model = new Model();
        run(store, model, commands);
        const now = model.states[model.revision] as State;
        for (let revision = 0; revision <= model.revision; revision++) {
          const then = store.listAt('things', revision);
          const changes = store.changesSince('things', revision);
          if (revision < model.compacted) {
            expect([then, changes]).toEqual([undefined, undefined]);
            continue;
          }
          expect(entriesOf(then ?? [])).toEqual(sorted(model.states[revision] as State));
          expect(sorted(replay(model.states[revision] as State, changes ?? []))).toEqual(sorted(now));
        }
      }),
    );
  });

  test('L-5: a listener sees every change once, in order of revision, as history tells it', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), fc.nat(59), (commands, joinAt) => {
        const store = new Store();
        const model = new Model();
        run(store, model, commands.slice(0, joinAt));
        const from = store.revision;
        const heard: Change[] = [];
        const stop = store.subscribe('things', (change) => heard.push(change));
        run(
          store,
          model,
          commands.slice(joinAt).filter((step) => step.do !== 'compact'),
        );
        expect(heard).toEqual(store.changesSince('things', from));
        stop();
        store.put('things', 'a/x', { metadata: {} });
        expect(heard.every(({ revision }) => revision < store.revision)).toBe(true);
      }),
    );
  });

  test('L-5: history has a limit, and what lies behind it is unknown rather than wrong', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 80 }), fc.integer({ min: 1, max: 8 }), (commands, limit) => {
        const store = new Store(limit);
        const model = new Model();
        run(store, model, commands);
        for (let revision = 0; revision <= model.revision; revision++) {
          const then = store.listAt('things', revision);
          if (then) expect(entriesOf(then)).toEqual(sorted(model.states[revision] as State));
        }
      }),
    );
  });
});

describe('entries', () => {
  test('L-3: stored objects are frozen all the way down and carry their revision', () => {
    const store = new Store();
    const spec = { deep: [{ value: 1 }] };
    const entry = store.put('things', keyOf('a', 'x'), { metadata: { name: 'x' }, spec });
    expect(entry.object.metadata.resourceVersion).toBe(String(store.revision));
    expect(() => Object.assign(spec.deep[0] as object, { value: 2 })).toThrow(TypeError);
  });

  test('L-3: the bytes of an object are made once', () => {
    const entry = new Entry('/x', { metadata: { name: 'ü' } }, 1);
    expect(entry.tail.toString()).toBe('"metadata":{"name":"ü"}}');
    expect(entry.tail).toBe(entry.tail);
  });

  test('L-5: a deletion shows the last state with a revision of its own', () => {
    const store = new Store();
    store.put('things', '/x', { metadata: { name: 'x' }, spec: 1 });
    const gone = store.remove('things', '/x');
    expect(gone?.object).toEqual({ metadata: { name: 'x', resourceVersion: '2' }, spec: 1 });
    expect(store.remove('things', '/x')).toBeUndefined();
  });
});
