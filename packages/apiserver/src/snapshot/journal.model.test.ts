import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '@slipway/kube/testing';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Store, type StoreState } from '../store/index.ts';
import { Journal } from './journal.ts';

type Command =
  | { readonly put: string; readonly key: string; readonly value: string }
  | { readonly remove: string; readonly key: string };

const collections = fc.constantFrom('configmaps', 'things.demo.io');
const keys = fc.constantFrom('a/x', 'a/y', '/z');
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ put: collections, key: keys, value: fc.string({ unit: 'grapheme' }) }) },
  { weight: 1, arbitrary: fc.record({ remove: collections, key: keys }) },
);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Everything in a store, in a form that can be compared. */
function shown({ revision, objects }: StoreState): object {
  const lines = objects.map(({ collection, key, object, storedAs }) =>
    JSON.stringify([collection, key, object, storedAs]),
  );
  return { revision, objects: lines.sort() };
}

const stateOf = (store: Store): object => shown({ revision: store.revision, objects: [...store.all()] });

function run(store: Store, step: Command): void {
  if ('remove' in step) store.remove(step.remove, step.key);
  else
    store.put(
      step.put,
      step.key,
      { metadata: { name: step.key }, value: step.value },
      step.put === 'configmaps' ? undefined : 'v1',
    );
}

/** A log of these commands, and every state that the store was in. */
function written(path: string, before: readonly Command[], after: readonly Command[]): object[] {
  const store = new Store();
  for (const step of before) run(store, step);
  const journal = new Journal(path, new FakeClock());
  journal.begin(store);
  const states = [stateOf(store)];
  for (const step of after) {
    run(store, step);
    states.push(stateOf(store));
  }
  journal.close();
  return states;
}

const commands = fc.array(command, { maxLength: 12 });

describe('the log of a store', () => {
  test('L-26: whatever byte a crash cuts it at, what is read back is a state that the store was in, and no older than need be', () => {
    const path = join(folder, 'cut');
    fc.assert(
      fc.property(commands, commands, fc.double({ min: 0, max: 1, noNaN: true }), (before, after, where) => {
        const states = written(path, before, after);
        const bytes = readFileSync(path);
        // The beginning is written aside and moved in place: no crash cuts it.
        const start = bytes.indexOf('\n') + 1;
        const head = before.length === 0 ? start : headBytes(bytes, states[0] as { objects: unknown[] });
        const cut = Math.floor(head + where * (bytes.length - head));
        writeFileSync(path, bytes.subarray(0, cut));
        const read = new Journal(path, new FakeClock()).read();
        const whole = bytes.subarray(0, cut).lastIndexOf('\n') + 1;
        expect(read?.lostBytes).toBe(cut - whole);
        const changes = bytes.subarray(head, whole).toString('utf8').split('\n').length - 1;
        // A step that changed nothing left no line: the states before and after it are the same.
        const distinct = states.filter(
          (state, at) => at === 0 || JSON.stringify(state) !== JSON.stringify(states[at - 1]),
        );
        expect(read && shown(read.state)).toEqual(distinct[changes]);
      }),
      { numRuns: 200 },
    );
  });

  test('L-26: wherever a bit has turned, what is read back is a state that the store was in', () => {
    const path = join(folder, 'bit');
    fc.assert(
      fc.property(commands, fc.nat(), fc.nat(7), (after, at, bit) => {
        const states = written(path, [], after);
        const bytes = readFileSync(path);
        const start = bytes.indexOf('\n') + 1;
        if (bytes.length === start) return;
        const place = start + (at % (bytes.length - start));
        bytes.writeUInt8(bytes.readUInt8(place) ^ (1 << bit), place);
        writeFileSync(path, bytes);
        const read = new Journal(path, new FakeClock()).read();
        expect(states.map((state) => JSON.stringify(state))).toContain(JSON.stringify(read && shown(read.state)));
        expect(read?.lostBytes).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });

  test('L-26: a store that is restored goes on where the other stopped', () => {
    const path = join(folder, 'on');
    fc.assert(
      fc.property(commands, commands, (first, second) => {
        written(path, [], first);
        const restored = new Store();
        const { state } = new Journal(path, new FakeClock()).read() ?? { state: { revision: 0, objects: [] } };
        restored.restore(state);
        const one = new Store();
        for (const step of first) run(one, step);
        expect(stateOf(restored)).toEqual(stateOf(one));
        for (const step of second) {
          run(restored, step);
          run(one, step);
        }
        expect(stateOf(restored)).toEqual(stateOf(one));
      }),
      { numRuns: 100 },
    );
  });

  test('L-26: a log that has grown is written anew, and says the same', async () => {
    const path = join(folder, 'grown');
    const store = new Store();
    const journal = new Journal(path, new FakeClock());
    journal.begin(store);
    const value = 'x'.repeat(100_000);
    for (let at = 0; at < 100; at++) {
      store.put('configmaps', 'a/x', { metadata: { name: 'x' }, value, at });
      await Promise.resolve();
    }
    journal.close();
    expect(readFileSync(path).length).toBeLessThan(5_000_000);
    expect(shown(new Journal(path, new FakeClock()).read()?.state as StoreState)).toEqual(stateOf(store));
  });

  test('L-26: what cannot be written does not happen', () => {
    const store = new Store();
    store.keepIn(() => {
      throw new Error('the disk is full');
    });
    expect(() => store.put('configmaps', 'a/x', { metadata: {} })).toThrow('the disk is full');
    expect([store.revision, store.get('configmaps', 'a/x')]).toEqual([0, undefined]);
  });
});

/** The bytes of what was there when the log began: a line of its own and one per object. */
function headBytes(bytes: Buffer, { objects }: { objects: unknown[] }): number {
  let at = 0;
  for (let line = 0; line <= objects.length; line++) at = bytes.indexOf('\n', at) + 1;
  return at;
}
