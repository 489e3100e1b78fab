import { keyOfObject } from '@slipway/apimachinery/references';
import type { TestCluster } from '@slipway/test/clusters/cluster';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import * as fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { hurriedClock } from '../../test/hurried-clock.ts';
import { type Cluster, connect } from '../cluster/index.ts';
import { type AnyObject, ConfigMap, type DeepReadonly } from '../kinds/index.ts';
import type { Cache } from './cache.ts';
import { Caches } from './caches.ts';
import type { Inconsistency } from './consistency.ts';
import type { CacheEvent } from './event.ts';
import type { CachesOptions } from './options.ts';

// Real time: what is waited for here are a server's answers.
const WITHIN = { timeout: 60_000, interval: 20 };

async function setUp(cluster: TestCluster, options: Partial<CachesOptions> = {}) {
  const handle = await connect({ text: cluster.kubeconfig });
  const caches = new Caches({ transport: handle.transport, cluster: 'test', ...options });
  onTestFinished(async () => {
    await caches.close();
    await handle.close();
  });
  return { caches, handle, namespace: await freshNamespace(cluster) };
}

type Versions = Record<string, string>;

function versions(objects: readonly DeepReadonly<AnyObject>[]): Versions {
  const entries = objects.map(
    ({ metadata }) => [metadata?.name ?? '', `${metadata?.uid} ${metadata?.resourceVersion}`] as const,
  );
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function untilEqual(cache: Cache<AnyObject>, { client }: Cluster, namespace: string): Promise<void> {
  const expected = versions(await client.live.listAll(ConfigMap, { namespace }));
  await vi.waitFor(() => expect(versions(cache.list())).toEqual(expected), WITHIN);
}

describeCluster('caches', {}, (cluster) => {
  it('R-20: three consumers of one kind are one watch on the server', async () => {
    const { caches, namespace } = await setUp(cluster());
    const consumers = Array.from({ length: 3 }, () => caches.acquire(ConfigMap, { namespaces: [namespace] }));
    await Promise.all(consumers.map((cache) => cache.waitForSync()));
    await Promise.all(consumers.map((cache) => cache.release()));
    const path = `/api/v1/namespaces/${namespace}/configmaps?`;
    const watches = async (): Promise<unknown[]> =>
      (await cluster().requests()).filter(
        ({ uri, status }) => uri.startsWith(path) && uri.includes('watch=true') && status === 200,
      );
    await vi.waitFor(async () => expect(await watches()).toHaveLength(1), WITHIN);
  });

  it('R-21 R-22 R-45: WatchList and list, whole and as metadata, bring the same objects', async () => {
    const { caches, handle, namespace } = await setUp(cluster());
    const lists = new Caches({ transport: withoutWatchList(handle.transport), cluster: 'lists' });
    onTestFinished(() => lists.close());
    for (const name of ['a', 'b', 'c']) {
      await handle.client.create(ConfigMap, { metadata: { name, namespace, labels: { n: name } }, data: { name } });
    }
    const scope = { namespaces: [namespace] };
    const caching = [caches, lists].flatMap((one) => [
      one.acquire(ConfigMap, scope),
      one.acquire(ConfigMap, { ...scope, metadataOnly: true }),
    ]);
    await Promise.all(caching.map((cache) => cache.waitForSync()));
    const [whole, metadata, wholeByList, metadataByList] = caching.map((cache) => cache.list({ labelSelector: 'n' }));
    expect(whole).toHaveLength(3);
    expect(wholeByList).toEqual(whole);
    expect(metadataByList).toEqual(metadata);
    expect(whole?.map(({ apiVersion, kind, metadata }) => ({ apiVersion, kind, metadata }))).toEqual(metadata);
    expect(lists.acquire(ConfigMap, scope).counters.lists).toBe(1);
  });

  it('R-46: an object that leaves the selector appears as a delete, one that enters it as an add', async () => {
    const { caches, handle, namespace } = await setUp(cluster());
    const cache = caches.acquire(ConfigMap, { namespaces: [namespace], labelSelector: 'team=a' });
    const reported: string[] = [];
    cache.onEvent(({ type, object }) => reported.push(`${type} ${object.metadata?.name}`));
    await cache.waitForSync();
    const ref = { name: 'x', namespace };
    await handle.client.create(ConfigMap, { metadata: { ...ref, labels: { team: 'b' } } });
    for (const team of ['a', 'b']) {
      await handle.client.patch(ConfigMap, ref, { merge: { metadata: { labels: { team } } } });
    }
    await vi.waitFor(() => expect(reported).toEqual(['added x', 'deleted x']), WITHIN);
    expect(cache.get(ref)).toBeUndefined();
  });

  it('R-87: the version of a write is reached by the event that brings it', async () => {
    const { caches, handle, namespace } = await setUp(cluster());
    const cache = caches.acquire(ConfigMap, { namespaces: [namespace] });
    await cache.waitForSync();
    const written = await handle.client.create(ConfigMap, { metadata: { name: 'x', namespace } });
    const version = written.metadata?.resourceVersion;
    await new Promise<void>((resolve) => {
      const check = (): void => void (cache.seenAtLeast(version, namespace) && resolve());
      cache.onProgress(check);
      check();
    });
    expect(cache.get({ namespace, name: 'x' })?.metadata?.resourceVersion).toBe(version);
  });

  it('R-27 R-34 R-48: after any history of changes, compactions and restarts the cache equals the server', async () => {
    const found: Inconsistency[] = [];
    const { caches, handle, namespace } = await setUp(cluster(), {
      checkConsistency: true,
      onInconsistency: (one) => found.push(one),
      // Backoffs of a second at most, and watches that end by themselves in every history.
      clock: hurriedClock(50),
      timing: { shortestWatchMs: 2_000, longestWatchMs: 3_000 },
    });
    const cache = caches.acquire(ConfigMap, { namespaces: [namespace] });
    const view = new Map<string, DeepReadonly<AnyObject>>();
    const lies: CacheEvent<AnyObject>[] = [];
    cache.onEvent((event) => {
      const key = keyOfObject(event.object);
      if (view.get(key) !== event.old) lies.push(event);
      if (event.type === 'deleted') view.delete(key);
      else view.set(key, event.object);
    });
    await cache.waitForSync();
    let changes = 0;
    const step = fc.record({
      name: fc.constantFrom('p', 'q', 'r', 's'),
      how: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom('put' as const, 'delete' as const, 'recreate' as const) },
        { weight: 1, arbitrary: fc.constantFrom('compact' as const, 'restart' as const) },
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }), async (steps) => {
        for (const { name, how } of steps) {
          const ref = { name, namespace };
          if (how === 'compact') await cluster().compact();
          else if (how === 'restart') await cluster().restart();
          else {
            const isThere = (await handle.client.live.get(ConfigMap, ref)) !== undefined;
            if (how !== 'put' && isThere) await handle.client.delete(ConfigMap, ref);
            if (how === 'put' && isThere) {
              await handle.client.patch(ConfigMap, ref, { merge: { data: { changed: String(++changes) } } });
            } else if (how !== 'delete') await handle.client.create(ConfigMap, { metadata: ref });
          }
        }
        await untilEqual(cache, handle, namespace);
        expect(versions([...view.values()])).toEqual(versions(cache.list()));
      }),
      { numRuns: cluster().flavour === 'local' ? 5 : 2, endOnFailure: true },
    );
    expect(lies).toEqual([]);
    expect(found).toEqual([]);
  });
});

/** The same server, as one that refuses WatchList: without a match the parameter is answered with 422. */
function withoutWatchList(transport: Cluster['transport']): Cluster['transport'] {
  return {
    url: transport.url,
    stats: () => transport.stats(),
    json: (request) => transport.json(request),
    text: (request) => transport.text(request),
    close: () => transport.close(),
    stream: ({ query, ...request }) => {
      const isWatchList = query?.['sendInitialEvents'] === true;
      return transport.stream({
        ...request,
        query: { ...query, ...(isWatchList && { resourceVersionMatch: undefined }) },
      });
    },
  };
}
