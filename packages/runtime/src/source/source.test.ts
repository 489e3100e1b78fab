import { type AnyObject, type Cache, type CacheEvent, silentLogger } from '@slipway/kube';
import type { CacheEventHandler } from '@slipway/kube/cache';
import type { Stored } from '@slipway/kube/kinds';
import { ConfigMap, Deployment, Namespace } from '@slipway/kube/kinds';
import { FakeClock } from '@slipway/kube/testing';
import { describe, expect, it } from 'vitest';
import { WorkQueue } from '../queue/index.ts';
import {
  Channel,
  cacheSource,
  controllerOwner,
  type Mapper,
  type ObjectKey,
  objectKey,
  poll,
  type Source,
  startSources,
} from './index.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A cache of which only its events matter. */
function eventCache() {
  const handlers = new Set<CacheEventHandler<AnyObject>>();
  const cache = {
    onEvent(handler: CacheEventHandler<AnyObject>) {
      handlers.add(handler);
      return { replayed: Promise.resolve(), close: () => handlers.delete(handler) };
    },
    waitForSync: () => Promise.resolve(),
  } as unknown as Cache<AnyObject>;
  const tell = (event: CacheEvent<AnyObject>): void => handlers.forEach((handler) => handler(event));
  return { cache, tell, handlers };
}

const child = (owner: string | undefined, name = 'child'): Stored<AnyObject> => ({
  metadata: {
    namespace: 'n',
    name,
    uid: name,
    resourceVersion: '1',
    ...(owner && {
      ownerReferences: [{ apiVersion: 'apps/v2beta1', kind: 'Deployment', name: owner, uid: owner, controller: true }],
    }),
  },
});
const added = (object: Stored<AnyObject>, replay = false): CacheEvent<AnyObject> => ({
  type: 'added',
  old: undefined,
  object,
  replay,
});
const updated = (old: Stored<AnyObject>, object: Stored<AnyObject>): CacheEvent<AnyObject> => ({
  type: 'updated',
  old,
  object,
  replay: false,
});
const deleted = (object: Stored<AnyObject>): CacheEvent<AnyObject> => ({
  type: 'deleted',
  old: object,
  object,
  finalStateUnknown: false,
  replay: false,
});

function watching(
  map: Mapper<AnyObject, ObjectKey>,
  when?: Parameters<typeof cacheSource<AnyObject, ObjectKey>>[0]['when'],
) {
  const clock = new FakeClock();
  const stop = new AbortController();
  const queue = new WorkQueue<ObjectKey>({ clock });
  const { cache, tell, handlers } = eventCache();
  const source = cacheSource({
    cache,
    map,
    resource: 'configmaps',
    clock,
    logger: silentLogger,
    syncTimeoutMs: 1000,
    ...(when && { when }),
  });
  source.start(queue, stop.signal);
  const take = async (): Promise<string[]> => {
    const names: string[] = [];
    while (queue.size > 0) {
      const taken = await queue.get();
      if (!taken) break;
      names.push(taken.key.name);
      queue.done(taken.key);
    }
    return names;
  };
  return { clock, queue, tell, take, stop, handlers };
}

describe('a source of a kind that may be absent', () => {
  it('R-80: is ready when the server has answered whether it is there, or has not for too long', async () => {
    const answers = { synced: { synced: true }, absent: { absent: true, blocker: 'not found' }, none: undefined };
    for (const [answer, change] of Object.entries(answers)) {
      const clock = new FakeClock();
      const state = { synced: false, blocker: undefined };
      const listeners = new Set<() => void>();
      const { cache } = eventCache();
      const optional = Object.assign(cache, {
        state,
        onStateChange: (listener: () => void) => listeners.add(listener) && (() => listeners.delete(listener)),
      });
      const source = cacheSource({
        cache: optional,
        map: (object) => [objectKey('c', object)],
        resource: 'widgets',
        clock,
        logger: silentLogger,
        syncTimeoutMs: 1000,
        optional: true,
      });
      source.start(new WorkQueue<ObjectKey>({ clock }), new AbortController().signal);
      let isReady = false;
      void source.synced.then(() => (isReady = true));
      await settle();
      expect(isReady, answer).toBe(false);
      if (change) Object.assign(state, change);
      for (const listener of listeners) listener();
      if (!change) await clock.advance(1000);
      await settle();
      expect(isReady, answer).toBe(true);
      expect(listeners.size, answer).toBe(0);
    }
  });
});

describe('mapping', () => {
  it('R-97: a child maps to its controller owner, by group and kind, whatever the version', () => {
    expect([...controllerOwner(Deployment, 'c')(child('web'))]).toEqual([
      { cluster: 'c', namespace: 'n', name: 'web' },
    ]);
    expect([...controllerOwner(ConfigMap, 'c')(child('web'))]).toEqual([]);
    expect([...controllerOwner(Deployment, 'c')(child(undefined))]).toEqual([]);
    const ofNamespace = { apiVersion: 'v1', kind: 'Namespace', name: 'x', uid: 'x', controller: true };
    const owned = {
      metadata: { namespace: 'n', name: 'a', uid: 'a', resourceVersion: '1', ownerReferences: [ofNamespace] },
    };
    expect([...controllerOwner(Namespace, 'c')(owned)]).toEqual([{ cluster: 'c', namespace: '', name: 'x' }]);
  });

  it('R-97: a child that moves from one owner to another concerns both', async () => {
    const { tell, take } = watching(controllerOwner(Deployment, 'c'));
    tell(updated(child('a'), child('b')));
    expect(await take()).toEqual(['a', 'b']);
  });

  it('R-58: what was there before is taken after what happens now', async () => {
    const { tell, take } = watching((object) => [objectKey('c', object)]);
    tell(added(child(undefined, 'old'), true));
    tell(added(child(undefined, 'new')));
    expect(await take()).toEqual(['new', 'old']);
  });

  it('R-95 R-99: a predicate filters triggers, and one that throws lets them pass', async () => {
    const { tell, take } = watching(
      (object) => [objectKey('c', object)],
      [
        (_old, object) => {
          if (object?.metadata?.name === 'broken') throw new Error('x');
          return object?.metadata?.name !== 'ignored';
        },
      ],
    );
    for (const name of ['ignored', 'broken', 'counts']) tell(added(child(undefined, name)));
    expect(await take()).toEqual(['broken', 'counts']);
  });

  it('R-99: a mapper that throws is called again until it works, for deletes too', async () => {
    let failures = 3;
    const { clock, tell, take } = watching((object) => {
      if (failures-- > 0) throw new Error('not yet');
      return [objectKey('c', object)];
    });
    tell(deleted(child(undefined, 'gone')));
    await clock.advance(5);
    await clock.advance(10);
    expect(await take()).toEqual([]);
    await clock.advance(20);
    expect(await take()).toEqual(['gone']);
  });

  it('R-99: a newer event of the object takes the place of one whose mapping failed', async () => {
    const { clock, tell, take } = watching((object) => {
      if (object.metadata?.labels?.['bad']) throw new Error('bad');
      return [objectKey('c', object)];
    });
    tell(added({ metadata: { namespace: 'n', uid: 'a', resourceVersion: '1', name: 'a', labels: { bad: 'yes' } } }));
    tell(added({ metadata: { namespace: 'n', uid: 'a', resourceVersion: '1', name: 'a' } }));
    expect(await take()).toEqual(['a']);
    await clock.advance(1_000_000);
    expect(clock.pendingTimers).toBe(0);
    expect(await take()).toEqual([]);
  });

  it('R-98: a stopped source adds nothing more and leaves no handler', () => {
    const { queue, tell, stop, handlers } = watching((object) => [objectKey('c', object)]);
    stop.abort();
    tell(added(child('web')));
    expect([queue.size, handlers.size]).toEqual([0, 0]);
  });
});

describe('sources', () => {
  it('R-98: many of one controller are no leak', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    const stop = new AbortController();
    const listens: Source<ObjectKey> = {
      start: (_sink, signal) => signal.addEventListener('abort', () => undefined),
      synced: Promise.resolve(),
    };
    startSources(
      Array.from({ length: 20 }, () => listens),
      new WorkQueue<ObjectKey>({ clock: new FakeClock() }),
      stop.signal,
    );
    await new Promise((resolve) => {
      process.nextTick(resolve);
    });
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('R-98: one queue is fed by a cache, a channel, a poll of rows and a timer', async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const queue = new WorkQueue<ObjectKey>({ clock });
    const { cache, tell } = eventCache();
    const channel = new Channel<ObjectKey>();
    const key = (name: string): ObjectKey => ({ cluster: 'c', namespace: '', name });
    channel.add(key('before the start'));
    const rows = ['row-1'];
    const sources = [
      cacheSource<AnyObject, ObjectKey>({
        cache,
        map: (object) => [objectKey('c', object)],
        resource: 'configmaps',
        clock,
        logger: silentLogger,
        syncTimeoutMs: 1000,
      }),
      channel,
      poll<ObjectKey>({ keys: () => rows.splice(0).map(key), everyMs: 100, clock, onError: () => {} }),
    ];
    startSources(sources, queue, stop.signal);
    await Promise.all(sources.map((source) => source.synced));
    tell(added(child(undefined, 'object')));
    channel.add(key('pushed'), { afterMs: 50 });
    rows.push('row-2');
    await clock.advance(100);
    const names: string[] = [];
    while (queue.size > 0) names.push((await queue.get())?.key.name ?? '');
    expect(names.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'before the start',
      'object',
      'pushed',
      'row-1',
      'row-2',
    ]);
    stop.abort();
    await settle();
    expect(clock.pendingTimers).toBe(0);
  });

  it('R-98: a poll that fails is reported and goes on', async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const queue = new WorkQueue<string>({ clock });
    const errors: unknown[] = [];
    let calls = 0;
    const source = poll<string>({
      keys: () => {
        if (calls++ === 0) throw new Error('the table is away');
        return ['row'];
      },
      everyMs: 100,
      clock,
      onError: (error) => errors.push(error),
    });
    source.start(queue, stop.signal);
    await settle();
    expect([errors.length, queue.size]).toEqual([1, 0]);
    await clock.advance(100);
    await source.synced;
    expect(queue.size).toBe(1);
    stop.abort();
  });
});
