import { afterEach, describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest';
import { type ModelObject, ModelServer, Thing } from '../../test/model-server.ts';
import { isKubeError, KubeError } from '../errors.ts';
import type { DeepReadonly, MetadataObject, Stored } from '../kinds/index.ts';
import { silentLogger } from '../log/index.ts';
import { FakeClock } from '../testing/index.ts';
import type { Cache } from './cache.ts';
import { Caches } from './caches.ts';
import { type Inconsistency, reportInconsistency } from './consistency.ts';
import type { CacheEvent } from './event.ts';
import type { CachesOptions } from './options.ts';

function setUp(options: Partial<CachesOptions> = {}) {
  const server = new ModelServer();
  const clock = new FakeClock();
  const caches = new Caches({ transport: server.transport, cluster: 'model', clock, random: () => 0.5, ...options });
  onTestFinished(() => caches.close());
  return { server, clock, caches };
}

function codeOf(run: () => unknown): string {
  try {
    run();
    return 'no error';
  } catch (error) {
    return isKubeError(error) ? error.code : String(error);
  }
}

afterEach(() => vi.unstubAllEnvs());

describe('Caches', () => {
  it('R-20: consumers of one kind and scope share one watch, started by the first and ended by the last', async () => {
    const { server, caches, clock } = setUp();
    server.put('x');
    const consumers = [caches.acquire(Thing), caches.acquire(Thing), caches.acquire(Thing, { indexes: {} })];
    await Promise.all(consumers.map((cache) => cache.waitForSync()));
    expect(server.requests).toHaveLength(1);
    expect(consumers.map((cache) => cache.list().length)).toEqual([1, 1, 1]);
    await consumers[0]?.release();
    await consumers[0]?.release();
    await consumers[1]?.release();
    expect(server.openWatches).toBe(1);
    await consumers[2]?.release();
    expect([server.openWatches, clock.pendingTimers]).toEqual([0, 0]);

    const again = caches.acquire(Thing);
    await again.waitForSync();
    expect(server.requests).toHaveLength(2);
  });

  it('R-20: another scope, projection or transform is another reflector', async () => {
    const { server, caches } = setUp();
    const transform = (thing: { metadata?: object }): typeof thing => thing;
    const scopes = [
      {},
      { namespaces: ['a'] },
      { labelSelector: 'app=web' },
      { fieldSelector: 'metadata.name=x' },
      { keepManagedFields: true },
      { transform },
      { transform },
    ];
    const all = scopes.map((scope) => caches.acquire(Thing, scope));
    await Promise.all([...all, caches.acquire(Thing, { metadataOnly: true })].map((cache) => cache.waitForSync()));
    expect(server.requests).toHaveLength(7);
  });

  it('R-20: after the release a consumer gets nothing, and its reads fail', async () => {
    const { server, caches, clock } = setUp();
    const stays = caches.acquire(Thing);
    const leaves = caches.acquire(Thing);
    const reported: string[] = [];
    leaves.onEvent(({ type }) => reported.push(type));
    await leaves.waitForSync();
    await leaves.release();
    server.put('x');
    await clock.until(() => stays.list().length === 1);
    expect(reported).toEqual([]);
    expect(codeOf(() => leaves.list())).toBe('CACHE_NOT_SYNCED');
  });

  it('R-168: nothing can be started on a closed cluster', async () => {
    const { server, caches } = setUp();
    await caches.acquire(Thing).waitForSync();
    await caches.close();
    expect(codeOf(() => caches.acquire(Thing))).toBe('CACHE_NOT_SYNCED');
    expect(server.openWatches).toBe(0);
  });

  it('R-31: in 11 h a resync tells of every object, and nothing is sent but the ordinary watches', async () => {
    const { server, caches, clock } = setUp();
    server.put('x');
    const cache = caches.acquire(Thing);
    await cache.waitForSync();
    const reported: CacheEvent<unknown>[] = [];
    await cache.onEvent((event) => reported.push(event)).replayed;
    reported.length = 0;
    for (let minute = 0; minute < 660; minute++) {
      server.bookmark();
      await clock.advance(60_000);
    }
    expect(reported.map(({ type, replay }) => `${type} ${replay}`)).toEqual(['updated true']);
    expect(server.requests.filter(({ verb }) => verb === 'list')).toEqual([]);
    expect(server.requests.filter(({ query }) => query['sendInitialEvents'] === true)).toHaveLength(1);
  });

  it('R-42: objects are frozen unless NODE_ENV is production', async () => {
    for (const [environment, expected] of [
      ['test', true],
      ['production', false],
    ] as const) {
      vi.stubEnv('NODE_ENV', environment);
      const { server, caches } = setUp();
      server.put('x', { deep: { list: [{}] } });
      const cache = caches.acquire(Thing);
      await cache.waitForSync();
      const { spec } = cache.get({ namespace: 'a', name: 'x' }) as { spec: { deep: { list: object[] } } };
      expect([Object.isFrozen(spec), Object.isFrozen(spec.deep.list[0])]).toEqual([expected, expected]);
    }
  });

  it('R-43: a read before the first sync is CACHE_NOT_SYNCED, for get, list and index', async () => {
    const { server, caches, clock } = setUp();
    server.intercept = () => {
      throw new KubeError('KUBE_FORBIDDEN', 'things is forbidden', { status: 403 });
    };
    const cache = caches.acquire(Thing);
    await clock.until(() => cache.state.blocker);
    const reads = [
      () => cache.get({ namespace: 'a', name: 'x' }),
      () => cache.list(),
      () => cache.list({ namespace: 'a' }),
      () => cache.byIndex('ownerUid', '1'),
    ];
    expect(reads.map(codeOf)).toEqual(Array(4).fill('CACHE_NOT_SYNCED'));
    expect(() => cache.list()).toThrow(/things\.model\.io in cluster model.*things is forbidden/);
  });

  it('R-43 R-163: a wait for the sync ends with the cache that it waits for', async () => {
    const { server, caches, clock } = setUp();
    server.intercept = () => {
      throw new KubeError('KUBE_FORBIDDEN', 'things is forbidden', { status: 403 });
    };
    const cache = caches.acquire(Thing);
    const wait = expect(cache.waitForSync()).rejects.toMatchObject({
      code: 'CACHE_NOT_SYNCED',
      message: expect.stringContaining('released'),
    });
    await cache.release();
    await wait;
    expect(clock.pendingTimers).toBe(0);
  });

  it('R-43 R-47: a namespace that never syncs is in the way of a look at all of them, and of no other', async () => {
    const { server, caches, clock } = setUp();
    server.put('x', 'red', 'a');
    server.intercept = ({ path }) => {
      if (path.includes('/namespaces/b/')) throw new KubeError('KUBE_FORBIDDEN', 'not in b', { status: 403 });
    };
    const indexes = { colour: ({ spec }: { readonly spec?: unknown }) => [String(spec)] };
    const cache = caches.acquire(Thing, { namespaces: ['a', 'b'], indexes });
    await clock.until(() => cache.stateIn('a').synced && cache.stateIn('b').blocker);
    for (const namespace of [undefined, 'b']) {
      expect(codeOf(() => cache.list({ namespace }))).toBe('CACHE_NOT_SYNCED');
      expect(codeOf(() => cache.byIndex('colour', 'red', { namespace }))).toBe('CACHE_NOT_SYNCED');
    }
    expect(cache.byIndex('colour', 'red', { namespace: 'a' })).toEqual(cache.list({ namespace: 'a' }));
    expect(codeOf(() => cache.byIndex('colour', 'red', { namespace: 'c' }))).toBe('CACHE_OUT_OF_SCOPE');
  });

  it('R-47: an index of all namespaces can be looked up for one', async () => {
    const { server, caches } = setUp();
    server.put('x', 'red', 'a');
    server.put('y', 'red', 'b');
    const cache = caches.acquire(Thing, { indexes: { colour: ({ spec }) => [String(spec)] } });
    await cache.waitForSync();
    expect(cache.byIndex('colour', 'red')).toHaveLength(2);
    expect(cache.byIndex('colour', 'red', { namespace: 'b' }).map(({ metadata }) => metadata.name)).toEqual(['y']);
  });

  it('R-43 R-46: a read outside the scope is CACHE_OUT_OF_SCOPE, one within it may find nothing', async () => {
    const { server, caches } = setUp();
    server.put('x', {}, 'a');
    server.put('y', {}, 'b');
    server.put('z', {}, 'c');
    const cache = caches.acquire(Thing, { namespaces: ['a', 'b', 'empty'] });
    await cache.waitForSync();
    expect(codeOf(() => cache.get({ namespace: 'c', name: 'z' }))).toBe('CACHE_OUT_OF_SCOPE');
    expect(codeOf(() => cache.list({ namespace: 'c' }))).toBe('CACHE_OUT_OF_SCOPE');
    expect(codeOf(() => cache.get({ name: 'z' }))).toBe('CACHE_OUT_OF_SCOPE');
    expect(codeOf(() => cache.byIndex('colour', 'red'))).toBe('CACHE_OUT_OF_SCOPE');
    expect(cache.get({ namespace: 'a', name: 'gone' })).toBeUndefined();
    expect(cache.list({ namespace: 'empty' })).toEqual([]);
    expect(['a', 'b', 'c', undefined].map((namespace) => cache.covers(namespace))).toEqual([true, true, false, false]);
  });

  it('R-46: several namespaces are one view over one reflector each, shared namespace by namespace', async () => {
    const { server, caches, clock } = setUp();
    server.put('x', {}, 'a');
    server.put('y', {}, 'b');
    server.put('z', {}, 'c');
    const first = caches.acquire(Thing, { namespaces: ['a', 'b'] });
    const second = caches.acquire(Thing, { namespaces: ['b', 'c'] });
    const reported: string[] = [];
    first.onEvent(({ type, object }) =>
      reported.push(`${type} ${object.metadata?.namespace}/${object.metadata?.name}`),
    );
    await Promise.all([first.waitForSync(), second.waitForSync()]);
    expect(new Set(server.requests.map(({ path }) => path.split('/').at(-2)))).toEqual(new Set(['a', 'b', 'c']));
    expect(server.requests).toHaveLength(3);
    server.put('w', {}, 'b');
    server.put('v', {}, 'c');
    await clock.until(() => reported.length === 3 && second.list().length === 4);
    const names = (objects: readonly { readonly metadata?: { readonly name?: string } }[]): Set<unknown> =>
      new Set(objects.map(({ metadata }) => metadata?.name));
    expect(names(first.list())).toEqual(new Set(['w', 'x', 'y']));
    expect(names(second.list())).toEqual(new Set(['v', 'w', 'y', 'z']));
    expect(names(first.byIndex('namespace', 'b'))).toEqual(new Set(['w', 'y']));
    expect(reported.toSorted()).toEqual(['added a/x', 'added b/w', 'added b/y']);
    expect(first.state).toMatchObject({ synced: true, lastResourceVersion: undefined });
    expect(first.seenAtLeast('101', 'a')).toBe(true);
  });

  it('R-46: label and field selectors go to the server; a list filters by labels', async () => {
    const { server, caches } = setUp();
    server.putObject({ metadata: { name: 'x', namespace: 'a', uid: '1', labels: { app: 'web' } } });
    server.putObject({ metadata: { name: 'y', namespace: 'b', uid: '2', labels: { app: 'db' } } });
    const scoped = caches.acquire(Thing, { labelSelector: 'team=a', fieldSelector: 'metadata.name!=z' });
    await scoped.waitForSync();
    expect(server.requests[0]?.query).toMatchObject({ labelSelector: 'team=a', fieldSelector: 'metadata.name!=z' });
    expect(scoped.list({ labelSelector: 'app in (web)' }).map(({ metadata }) => metadata.name)).toEqual(['x']);
    expect(scoped.list({ labelSelector: 'app', namespace: 'b' }).map(({ metadata }) => metadata.name)).toEqual(['y']);
  });

  it('R-45: a metadata-only cache asks for PartialObjectMetadata, as a list and as a watch', async () => {
    const { server, caches, clock } = setUp();
    server.watchList = 'refused';
    caches.acquire(Thing, { metadataOnly: true });
    await clock.until(() => server.openWatches === 1);
    expect(server.requests.map(({ accept }) => accept?.split(';')[1])).toEqual([
      'as=PartialObjectMetadata',
      'as=PartialObjectMetadataList',
      'as=PartialObjectMetadata',
    ]);
  });

  it('R-42 R-45: what a cache gives cannot be written to, and has no spec where there is metadata alone', () => {
    const { caches } = setUp();
    const whole = caches.acquire(Thing);
    const metadata = caches.acquire(Thing, { metadataOnly: true });
    expectTypeOf(whole).toEqualTypeOf<Cache<ModelObject>>();
    expectTypeOf(metadata).toEqualTypeOf<Cache<MetadataObject>>();
    expectTypeOf<ReturnType<typeof whole.list>>().toEqualTypeOf<Stored<DeepReadonly<ModelObject>>[]>();
    expectTypeOf<MetadataObject>().not.toHaveProperty('spec');
  });

  it('R-47: an index may be declared at first or added later, under a name of its own for each consumer', async () => {
    const { server, caches, clock } = setUp();
    server.put('x', 'red');
    const first = caches.acquire(Thing, { indexes: { colour: ({ spec }) => [String(spec)] } });
    const second = caches.acquire(Thing);
    await first.waitForSync();
    second.addIndex('colour', ({ spec }) => [`not ${String(spec)}`]);
    server.put('y', 'red');
    await clock.until(() => first.list().length === 2);
    expect(first.byIndex('colour', 'red')).toHaveLength(2);
    expect(second.byIndex('colour', 'red')).toHaveLength(0);
    expect(second.byIndex('colour', 'not red')).toHaveLength(2);
  });

  it('R-44 R-106: owned fields of registered managers are found through the cache', async () => {
    const { server, caches } = setUp();
    caches.registerFieldManager('model.io/me');
    const managedFields = [{ manager: 'model.io/me', operation: 'Apply', fieldsV1: { 'f:spec': {} } }];
    server.putObject({ metadata: { name: 'x', namespace: 'a', uid: '1', managedFields } });
    const cache = caches.acquire(Thing);
    await cache.waitForSync();
    const object = cache.get({ namespace: 'a', name: 'x' });
    expect(object?.metadata?.managedFields).toBeUndefined();
    expect(object && cache.ownedFields(object, 'model.io/me')).toEqual({ 'f:spec': {} });
  });

  it('R-80: a sync that does not come fails with kind, cluster and last error; abort ends the wait at once', async () => {
    const { server, caches, clock } = setUp();
    server.intercept = () => {
      throw new KubeError('KUBE_UNREACHABLE', 'connection refused');
    };
    const cache = caches.acquire(Thing);
    const waiting = cache.waitForSync({ timeoutMs: 5_000 }).catch((error: unknown) => error);
    await clock.advance(5_000);
    const error = await waiting;
    expect(isKubeError(error, 'CACHE_SYNC_TIMEOUT')).toBe(true);
    expect(String(error)).toMatch(/things\.model\.io in cluster model .*5000 ms.*connection refused/);
    const stop = new AbortController();
    const aborted = cache.waitForSync({ signal: stop.signal }).catch((reason: unknown) => reason);
    stop.abort('enough');
    expect(await aborted).toBe('enough');
  });
});

describe('consistency check', () => {
  it('R-34: a lost event is found at the next check, with the object named, and counted', async () => {
    const found: Inconsistency[] = [];
    const { server, caches, clock } = setUp({ checkConsistency: true, onInconsistency: (one) => found.push(one) });
    server.put('x');
    const cache = caches.acquire(Thing);
    await cache.waitForSync();
    await clock.until(() => server.requests.some(({ query }) => query['resourceVersionMatch'] === 'Exact'));
    server.isMute = true;
    server.put('lost');
    server.isMute = false;
    server.put('y');
    await clock.until(() => cache.list().length === 2);
    expect(found).toEqual([]);
    await clock.advanceUntil(() => found.length > 0, { stepMs: 30_000 });
    expect(found[0]).toMatchObject({
      cluster: 'model',
      collection: 'things.model.io',
      missing: ['a/lost'],
      surplus: [],
      different: [],
    });
    expect(cache.counters.inconsistencies).toBe(found.length);
    expect(clock.now()).toBeGreaterThanOrEqual(600_000);
  });

  it('R-34: a cache that equals the server is silent, and SLIPWAY_CONSISTENCY_CHECK=1 turns the check on', async () => {
    vi.stubEnv('SLIPWAY_CONSISTENCY_CHECK', '1');
    const found: Inconsistency[] = [];
    const { server, caches, clock } = setUp({ onInconsistency: (one) => found.push(one) });
    server.put('x');
    const cache = caches.acquire(Thing);
    await cache.waitForSync();
    const checks = (): number =>
      server.requests.filter(({ query }) => query['resourceVersionMatch'] === 'Exact').length;
    for (let n = 0; n < 5; n++) {
      server.put(`n${n}`);
      server.delete('n1');
      await clock.advance(300_000);
    }
    await clock.until(() => checks() >= 3);
    expect(found).toEqual([]);
  });

  it('R-34: where no callback is given, a difference fails tests, and is logged elsewhere', () => {
    const found = { missing: ['a/x'], surplus: [], different: [] };
    const inconsistency: Inconsistency = { cluster: 'c', collection: 'things', resourceVersion: '7', ...found };
    const later: (() => void)[] = [];
    vi.stubGlobal('queueMicrotask', (task: () => void) => later.push(task));
    const logged: string[] = [];
    const logger = { ...silentLogger, error: (_: object, message: string): void => void logged.push(message) };
    reportInconsistency(inconsistency, logger);
    vi.stubEnv('NODE_ENV', 'production');
    reportInconsistency(inconsistency, logger);
    vi.unstubAllGlobals();
    expect(logged).toHaveLength(2);
    expect(logged[0]).toContain('missing [a/x]');
    expect(later).toHaveLength(1);
    expect(later[0]).toThrow('things in cluster c differs from the server at resource version 7');
  });
});
