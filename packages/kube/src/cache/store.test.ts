import { realClock } from '@slipway/apimachinery/clock';
import { keyOfObject } from '@slipway/apimachinery/references';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TickingClock } from '../../test/ticking-clock.ts';
import type { AnyObject, DeepReadonly, Stored } from '../kinds/index.ts';
import { silentLogger } from '../log/index.ts';
import { Slices } from '../watch/index.ts';
import { byNamespace, byOwnerUid } from './built-in-indexes.ts';
import type { IndexFunction } from './content.ts';
import type { CacheEvent } from './event.ts';
import { Store } from './store.ts';

let version = 0;

function thing(name: string, uid = `uid-${name}`, rest: AnyObject['metadata'] = {}): AnyObject {
  return { metadata: { name, namespace: 'a', uid, resourceVersion: String(++version), ...rest } };
}

function newStore(): Store<AnyObject> {
  return new Store<AnyObject>({ prepare: (raw) => raw as Stored<AnyObject>, logger: silentLogger });
}

const slices = (): Slices => new Slices(realClock, 10);

async function replace(store: Store<AnyObject>, objects: readonly AnyObject[], at = slices()): Promise<void> {
  const next = store.beginReplace();
  for (const object of objects) next.set(object);
  await next.commit(String(++version), at);
}

function reported(store: Store<AnyObject>): string[] {
  const events: string[] = [];
  store.subscribe((event) => events.push(inShort(event)), slices());
  return events;
}

function inShort(event: CacheEvent<AnyObject>): string {
  const marks = [event.replay && 'replay', event.type === 'deleted' && event.finalStateUnknown && 'unseen'];
  return [event.type, event.object.metadata.uid, ...marks.filter(Boolean)].join(' ');
}

describe('Store', () => {
  it('R-40: handlers are called after the change, in order, with the old and the new object', () => {
    const store = newStore();
    const seen: unknown[] = [];
    store.subscribe((event) => {
      seen.push([event.type, event.old, event.object, store.objects.get('a/x'), store.resourceVersion]);
    }, slices());
    const first = thing('x');
    const second = thing('x');
    const last = thing('x');
    store.apply('ADDED', first);
    store.apply('MODIFIED', second);
    store.apply('DELETED', last);
    expect(seen).toEqual([
      ['added', undefined, first, first, first.metadata?.resourceVersion],
      ['updated', first, second, second, second.metadata?.resourceVersion],
      ['deleted', second, last, undefined, last.metadata?.resourceVersion],
    ]);
  });

  it('R-40 R-48: after any history, with handlers and indexes that throw, it holds what the server holds', async () => {
    const change = fc.record({
      name: fc.constantFrom('p', 'q', 'r'),
      uid: fc.constantFrom('1', '2'),
      how: fc.constantFrom('put', 'delete', 'relist'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 40 }), async (changes) => {
        const store = newStore();
        store.addIndex(() => {
          throw new Error('no index');
        });
        store.subscribe(() => {
          throw new Error('no handler');
        }, slices());
        store.onProgress(() => {
          throw new Error('no listener');
        });
        const server = new Map<string, AnyObject>();
        for (const { name, uid, how } of changes) {
          const object = thing(name, `${name}${uid}`);
          if (how === 'put') {
            store.apply(server.has(name) ? 'MODIFIED' : 'ADDED', object);
            server.set(name, object);
          } else if (how === 'delete') {
            if (server.has(name)) store.apply('DELETED', object);
            server.delete(name);
          } else {
            if (uid === '1') server.set(name, object);
            else server.delete(name);
            await replace(store, [...server.values()]);
          }
          expect([...store.objects.values()].toSorted(byName)).toEqual([...server.values()].toSorted(byName));
        }
      }),
    );
  });

  it('R-48: the same name with another UID is a delete and an add, from an event and from a relist', async () => {
    const store = newStore();
    const events = reported(store);
    store.apply('ADDED', thing('x', '1'));
    store.apply('MODIFIED', thing('x', '2'));
    await replace(store, [thing('x', '3')]);
    expect(events).toEqual(['added 1', 'deleted 1 unseen', 'added 2', 'deleted 2 unseen', 'added 3']);
  });

  it('R-48: what is missing after a relist is deleted unseen, with its last known state', async () => {
    const store = newStore();
    const gone = thing('x');
    await replace(store, [gone, thing('y')]);
    const events: CacheEvent<AnyObject>[] = [];
    const subscription = store.subscribe((event) => events.push(event), slices());
    await subscription.replayed;
    events.length = 0;
    await replace(store, [thing('y')]);
    expect(events[0]).toEqual({ type: 'deleted', old: gone, object: gone, finalStateUnknown: true, replay: false });
    expect(events.map(({ type }) => type)).toEqual(['deleted', 'updated']);
  });

  it('R-48: an object that a relist or an event brings unchanged is no event', async () => {
    const store = newStore();
    const same = thing('x');
    await replace(store, [same]);
    const kept = store.objects.get('a/x');
    const events = reported(store);
    await replace(store, [structuredClone(same)]);
    store.apply('ADDED', structuredClone(same));
    expect(events).toEqual(['added uid-x replay']);
    expect(kept).toBe(same);
  });

  it('R-58: events of the first sync are marked as replayed, those of a relist are not', async () => {
    const store = newStore();
    const events = reported(store);
    await replace(store, [thing('x')]);
    await replace(store, [thing('x'), thing('y')]);
    expect(events).toEqual(['added uid-x replay', 'updated uid-x', 'added uid-y']);
  });

  it('R-21 R-25: a sync is compared and handed out in slices; readers see the old content, then the new', async () => {
    const store = newStore();
    const names = Array.from({ length: 40 }, (_, n) => `n${n}`);
    await replace(
      store,
      names.map((name) => thing(name, `old-${name}`)),
    );
    const sizes = new Set<string>();
    let turns = 0;
    let isDone = false;
    const look = (): void => {
      turns++;
      sizes.add([...store.objects.values()].map(({ metadata }) => metadata.uid?.slice(0, 3)).join());
      if (!isDone) setImmediate(look);
    };
    setImmediate(look);
    // Each look at the clock takes 1 ms: a slice is at most ten units of work.
    await replace(
      store,
      names.map((name) => thing(name, `new-${name}`)),
      new Slices(new TickingClock(1), 10),
    );
    isDone = true;
    expect(sizes).toEqual(new Set([names.map(() => 'old').join(), names.map(() => 'new').join()]));
    expect(turns).toBeGreaterThanOrEqual(12);
  });

  it('R-47: every lookup equals a linear scan, for indexes declared before and added later', async () => {
    const byColour: IndexFunction<AnyObject> = ({ metadata }) => Object.values(metadata?.labels ?? {});
    const owners = fc.uniqueArray(fc.constantFrom('o1', 'o2', 'o3'));
    const colours = fc.dictionary(fc.constantFrom('k', 'l'), fc.constantFrom('red', 'blue', 'red'));
    const put = fc.record({
      name: fc.constantFrom('p', 'q', 'r', 's'),
      namespace: fc.constantFrom('a', 'b'),
      owners,
      labels: colours,
      how: fc.constantFrom('put', 'put', 'delete', 'relist', 'index'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(put, { maxLength: 40 }), async (steps) => {
        const store = newStore();
        let hasColours = false;
        for (const { name, namespace, owners, labels, how } of steps) {
          const ownerReferences = owners.map((uid) => ({ apiVersion: 'v1', kind: 'Owner', name: uid, uid }));
          const object = thing(name, undefined, { namespace, labels, ownerReferences });
          if (how === 'index') {
            const next = store.beginReplace();
            for (const present of store.objects.values()) next.set(present as AnyObject);
            store.addIndex(byColour);
            await next.commit(String(++version), slices());
            hasColours = true;
          } else if (how === 'relist') {
            await replace(store, [...([...store.objects.values()].slice(1) as AnyObject[]), object]);
          } else {
            store.apply(how === 'put' ? 'MODIFIED' : 'DELETED', object);
          }
          const checked: [IndexFunction<AnyObject>, string[]][] = [
            [byNamespace, ['a', 'b']],
            [byOwnerUid, ['o1', 'o2', 'o3']],
            ...(hasColours ? ([[byColour, ['red', 'blue']]] as [IndexFunction<AnyObject>, string[]][]) : []),
          ];
          for (const [index, values] of checked) {
            for (const value of values) {
              const scan = [...store.objects.values()].filter((present) => index(present).includes(value));
              expect([...store.byIndex(index, value)].toSorted(byName)).toEqual(scan.toSorted(byName));
            }
          }
        }
      }),
    );
  });

  it('R-47: an index that nobody uses any more is computed no more', () => {
    const store = newStore();
    let computed = 0;
    const index: IndexFunction<AnyObject> = () => [String(++computed)];
    const ends = [store.addIndex(index), store.addIndex(index)];
    store.apply('ADDED', thing('x'));
    ends[0]?.();
    store.apply('ADDED', thing('y'));
    expect(computed).toBe(2);
    ends[1]?.();
    store.apply('ADDED', thing('z'));
    expect(computed).toBe(2);
    expect([...store.byIndex(index, '1')]).toEqual([]);
  });

  it('R-20: one who subscribes late ends with the right view, whatever changes during its replay', async () => {
    const step = fc.record({
      name: fc.constantFrom('p', 'q', 'r', 's', 't'),
      uid: fc.constantFrom('1', '2'),
      how: fc.constantFrom('put', 'delete', 'relist', 'turn'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), fc.array(step, { maxLength: 25 }), async (before, during) => {
        const store = newStore();
        const run = async ({ name, uid, how }: (typeof before)[number]): Promise<void> => {
          const object = thing(name, `${name}${uid}`);
          if (how === 'turn') await new Promise<void>((resolve) => setImmediate(resolve));
          else if (how === 'relist') {
            const rest = [...store.objects.values()].filter(({ metadata }) => metadata.name !== name) as AnyObject[];
            await replace(store, uid === '1' ? [...rest.slice(1), object] : rest, new Slices(new TickingClock(6), 10));
          } else store.apply(how === 'put' ? 'MODIFIED' : 'DELETED', object);
        };
        for (const one of before) await run(one);
        const view = new Map<string, DeepReadonly<AnyObject>>();
        const { replayed } = store.subscribe(
          ({ type, old, object }) => {
            const key = keyOfObject(object);
            // An add of what is known, or a change of what is not, would be a lie.
            expect(view.get(key)?.metadata?.uid).toBe(old?.metadata?.uid);
            if (type === 'deleted') view.delete(key);
            else view.set(key, object);
          },
          new Slices(new TickingClock(6), 10),
        );
        for (const one of during) await run(one);
        await replayed;
        const inOrder = (objects: Iterable<DeepReadonly<AnyObject>>): unknown[] => [...objects].toSorted(byName);
        expect(inOrder(view.values())).toEqual(inOrder(store.objects.values()));
      }),
      { numRuns: 300 },
    );
  });

  it('R-31: a resync tells of everything as updates, marked as replayed', async () => {
    const store = newStore();
    await replace(store, [thing('x'), thing('y')]);
    const events = reported(store);
    await store.resync(slices());
    expect(events.slice(2)).toEqual(['updated uid-x replay', 'updated uid-y replay']);
  });

  it('R-87: what was seen is known and announced for events, bookmarks and syncs', async () => {
    const store = newStore();
    const seen: string[] = [];
    const end = store.onProgress(() => seen.push(store.resourceVersion));
    await replace(store, []);
    const synced = store.resourceVersion;
    const event = thing('x');
    store.apply('ADDED', event);
    store.bookmark('999999');
    end();
    store.bookmark('1000000');
    expect(seen).toEqual([synced, event.metadata?.resourceVersion, '999999']);
    expect([store.seenAtLeast('1000000'), store.seenAtLeast('1000001'), store.seenAtLeast('abc')]).toEqual([
      true,
      false,
      undefined,
    ]);
  });
});

function byName(a: DeepReadonly<AnyObject>, b: DeepReadonly<AnyObject>): number {
  return keyOfObject(a) < keyOfObject(b) ? -1 : 1;
}
