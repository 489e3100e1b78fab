import { FakeClock } from '@slipway/kube/testing';
import { describe, expect, test } from 'vitest';
import { type ApiServer, startApiServer } from '../src/index.ts';
import { type OpenStream, TestClient } from './support/client.ts';
import { CONFIG_MAPS, configMap, useCluster } from './support/fixture.ts';

const clock = new FakeClock();
const fixture = useCluster(() => ({ clock }));

const WATCH_LIST = 'watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';

/** `[type, name]` of the next events. */
async function take(watch: OpenStream, count: number): Promise<[string, string | undefined][]> {
  const seen: [string, string | undefined][] = [];
  for (let left = count; left > 0; left--) {
    const event = await watch.next();
    seen.push([event.type, event.object.metadata.name]);
  }
  return seen;
}

async function withCluster(run: (cluster: ApiServer, client: TestClient) => Promise<void>): Promise<void> {
  const cluster = await startApiServer();
  const client = new TestClient(cluster);
  try {
    await run(cluster, client);
  } finally {
    client.close();
    await cluster.stop();
  }
}

describe('watch', () => {
  test('K-52: every change arrives as one line; a deletion carries the last state with its own revision', async () => {
    const { client, cluster } = fixture;
    const watch = await client.watch(`${CONFIG_MAPS}?watch=true&resourceVersion=${cluster.resourceVersion}`);
    expect(watch.headers['content-type']).toBe('application/json');
    await client.post(CONFIG_MAPS, configMap('w1'));
    await client.merge(`${CONFIG_MAPS}/w1`, { data: { a: '1' } });
    await client.delete(`${CONFIG_MAPS}/w1`);
    expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { kind: 'ConfigMap', apiVersion: 'v1' } });
    const modified = await watch.next();
    const deleted = await watch.next();
    expect(deleted).toMatchObject({ type: 'DELETED', object: { data: { a: '1' } } });
    expect(deleted.object.metadata.resourceVersion).toBe(cluster.resourceVersion);
    expect(Number(deleted.object.metadata.resourceVersion)).toBe(Number(modified.object.metadata.resourceVersion) + 1);
    watch.close();
  });

  test('L-5: a watch resumes after any revision that is still known', async () => {
    const { client, cluster } = fixture;
    const from = cluster.resourceVersion;
    await client.post(CONFIG_MAPS, configMap('r1'));
    await client.post(CONFIG_MAPS, configMap('r2'));
    await client.delete(`${CONFIG_MAPS}/r1`);
    const watch = await client.watch(`${CONFIG_MAPS}?watch=true&resourceVersion=${from}`);
    expect(await take(watch, 3)).toEqual([
      ['ADDED', 'r1'],
      ['ADDED', 'r2'],
      ['DELETED', 'r1'],
    ]);
    await client.delete(`${CONFIG_MAPS}/r2`);
    expect(await take(watch, 1)).toEqual([['DELETED', 'r2']]);
    watch.close();
  });

  test('L-5: an object that begins to match is ADDED, one that ceases to is DELETED as it last was', async () => {
    const { client, cluster } = fixture;
    await client.post(CONFIG_MAPS, { metadata: { name: 's1', labels: { on: 'no' } } });
    const from = cluster.resourceVersion;
    const path = `${CONFIG_MAPS}?watch=true&labelSelector=on%3Dyes&resourceVersion=${from}`;
    const live = await client.watch(path);
    await client.merge(`${CONFIG_MAPS}/s1`, { metadata: { labels: { on: 'yes' } } });
    await client.merge(`${CONFIG_MAPS}/s1`, { data: { a: '1' } });
    await client.merge(`${CONFIG_MAPS}/s1`, { metadata: { labels: { on: 'no' } } });
    const left = cluster.resourceVersion;
    await client.delete(`${CONFIG_MAPS}/s1`);
    const replayed = await client.watch(path);
    for (const watch of [live, replayed]) {
      expect(await take(watch, 2)).toEqual([
        ['ADDED', 's1'],
        ['MODIFIED', 's1'],
      ]);
      const gone = await watch.next();
      expect(gone).toMatchObject({
        type: 'DELETED',
        object: { metadata: { labels: { on: 'yes' }, resourceVersion: left } },
      });
      watch.close();
    }
  });

  test('K-48: WatchList sends every object, the annotated bookmark, then what happens', async () => {
    const { client, cluster } = fixture;
    await client.post(CONFIG_MAPS, configMap('wl1'));
    await client.post(CONFIG_MAPS, configMap('wl2'));
    const watch = await client.watch(`${CONFIG_MAPS}?${WATCH_LIST}`);
    expect(await take(watch, 2)).toEqual([
      ['ADDED', 'wl1'],
      ['ADDED', 'wl2'],
    ]);
    expect(await watch.next()).toEqual({
      type: 'BOOKMARK',
      object: {
        kind: 'ConfigMap',
        apiVersion: 'v1',
        metadata: {
          resourceVersion: cluster.resourceVersion,
          annotations: { 'k8s.io/initial-events-end': 'true' },
        },
      },
    });
    await client.delete(`${CONFIG_MAPS}/wl1`);
    expect(await take(watch, 1)).toEqual([['DELETED', 'wl1']]);
    await client.delete(`${CONFIG_MAPS}/wl2`);
    watch.close();
  });

  test('K-47: WatchList for one object asks by its name', async () => {
    const { client } = fixture;
    await client.post(CONFIG_MAPS, configMap('only'));
    await client.post(CONFIG_MAPS, configMap('other'));
    const watch = await client.watch(`${CONFIG_MAPS}?${WATCH_LIST}&fieldSelector=metadata.name%3Donly`);
    expect(await take(watch, 1)).toEqual([['ADDED', 'only']]);
    expect((await watch.next()).type).toBe('BOOKMARK');
    await client.delete(`${CONFIG_MAPS}/other`);
    await client.delete(`${CONFIG_MAPS}/only`);
    expect(await take(watch, 1)).toEqual([['DELETED', 'only']]);
    watch.close();
  });

  test('K-50: without a revision, or from 0, a watch starts with what is there', async () => {
    const { client } = fixture;
    await client.post(CONFIG_MAPS, configMap('there'));
    for (const query of ['watch=true', 'watch=1&resourceVersion=0']) {
      const watch = await client.watch(`${CONFIG_MAPS}?${query}`);
      expect(await take(watch, 1)).toEqual([['ADDED', 'there']]);
      watch.close();
    }
    const bookmarked = await client.watch(`${CONFIG_MAPS}?watch=true&allowWatchBookmarks=true`);
    await take(bookmarked, 1);
    expect((await bookmarked.next()).object.metadata.annotations).toEqual({ 'k8s.io/initial-events-end': 'true' });
    bookmarked.close();
    await client.delete(`${CONFIG_MAPS}/there`);
  });

  test('K-49, K-50: sendInitialEvents without NotOlderThan is 422', async () => {
    const { client } = fixture;
    const answer = await client.get(`${CONFIG_MAPS}?watch=true&sendInitialEvents=true`);
    expect(answer.status).toBe(422);
    expect(answer.body.message).toContain('sendInitialEvents requires setting resourceVersionMatch to NotOlderThan');
    const alone = await client.get(`${CONFIG_MAPS}?watch=true&resourceVersionMatch=NotOlderThan`);
    expect(alone.body.message).toContain(
      'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
    );
  });

  test('K-51: bookmarks come once a minute and hold nothing but the newest revision', async () => {
    const { client, cluster } = fixture;
    const watch = await client.watch(
      `${CONFIG_MAPS}?watch=true&allowWatchBookmarks=true&timeoutSeconds=300&resourceVersion=${cluster.resourceVersion}`,
    );
    await clock.advance(59_000);
    await client.post('/api/v1/namespaces/default/secrets', { metadata: { name: 'elsewhere' } });
    await clock.advance(1_000);
    const object = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { resourceVersion: cluster.resourceVersion } };
    expect(await watch.next()).toEqual({ type: 'BOOKMARK', object });
    await clock.advance(60_000);
    expect(await watch.next()).toEqual({ type: 'BOOKMARK', object });
    watch.close();
  });

  test('K-52: a stream ends cleanly after timeoutSeconds, with a last bookmark shortly before', async () => {
    const { client, cluster } = fixture;
    const query = `watch=true&allowWatchBookmarks=true&timeoutSeconds=10&resourceVersion=${cluster.resourceVersion}`;
    const watch = await client.watch(`${CONFIG_MAPS}?${query}`);
    await clock.advance(10_000);
    expect((await watch.next()).type).toBe('BOOKMARK');
    expect(await watch.next()).toBeUndefined();
  });

  test('K-52: a revision of the future is met with silence until it has passed', async () => {
    const { client, cluster } = fixture;
    const future = Number(cluster.resourceVersion) + 2;
    const watch = await client.watch(`${CONFIG_MAPS}?watch=true&resourceVersion=${future}`);
    for (const name of ['f1', 'f2', 'f3']) await client.post(CONFIG_MAPS, configMap(name));
    expect(await take(watch, 1)).toEqual([['ADDED', 'f3']]);
    watch.close();
    for (const name of ['f1', 'f2', 'f3']) await client.delete(`${CONFIG_MAPS}/${name}`);
  });

  test('K-53: WatchList from the future is reported inside the stream', async () => {
    const watch = await fixture.client.watch(`${CONFIG_MAPS}?${WATCH_LIST}&resourceVersion=99999999`);
    expect(watch.status).toBe(200);
    const event = await watch.next();
    expect(event.type).toBe('ERROR');
    expect(event.object).toMatchObject({ code: 504, details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } });
    expect(await watch.next()).toBeUndefined();
  });

  test('K-53: a revision that is too old is an ERROR event in a stream of status 200', async () => {
    const { client, cluster } = fixture;
    const old = cluster.resourceVersion;
    await client.post(CONFIG_MAPS, configMap('new'));
    cluster.compact();
    const watch = await client.watch(`${CONFIG_MAPS}?watch=true&resourceVersion=${old}`);
    expect(watch.status).toBe(200);
    expect(await watch.next()).toMatchObject({
      type: 'ERROR',
      object: {
        kind: 'Status',
        reason: 'Expired',
        code: 410,
        message: 'The resourceVersion for the provided watch is too old.',
      },
    });
    expect(await watch.next()).toBeUndefined();
    const fresh = await client.watch(`${CONFIG_MAPS}?watch=true&resourceVersion=${cluster.resourceVersion}`);
    await client.delete(`${CONFIG_MAPS}/new`);
    expect(await take(fresh, 1)).toEqual([['DELETED', 'new']]);
    fresh.close();
  });

  test('K-46: a Table watch names its columns in the first event only', async () => {
    const { client } = fixture;
    await client.post(CONFIG_MAPS, configMap('t1'));
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const watch = await client.watch(`${CONFIG_MAPS}?watch=true`, { headers: { accept } });
    const first = await watch.next();
    expect(first.object.kind).toBe('Table');
    expect(first.object.columnDefinitions).toHaveLength(3);
    await client.delete(`${CONFIG_MAPS}/t1`);
    const second = await watch.next();
    expect(second).toMatchObject({ type: 'DELETED', object: { columnDefinitions: null } });
    expect(second.object.rows[0].cells[0]).toBe('t1');
    watch.close();
  });

  test('K-54: a watch of metadata shows nothing else, bookmarks included', async () => {
    const { client } = fixture;
    await client.post(CONFIG_MAPS, configMap('m1', { data: { a: '1' } }));
    const accept =
      'application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
    const watch = await client.watch(`${CONFIG_MAPS}?${WATCH_LIST}`, { headers: { accept } });
    const { object } = await watch.next();
    expect(Object.keys(object)).toEqual(['kind', 'apiVersion', 'metadata']);
    expect(object.kind).toBe('PartialObjectMetadata');
    expect((await watch.next()).object.kind).toBe('PartialObjectMetadata');
    watch.close();
    await client.delete(`${CONFIG_MAPS}/m1`);
  });

  test('L-5: a reader that stops reading is cut; others miss nothing', async () => {
    const small = await startApiServer({ watchBufferBytes: 64 * 1024 });
    const client = new TestClient(small);
    try {
      const slow = await client.watchPaused(`${CONFIG_MAPS}?watch=true&resourceVersion=${small.resourceVersion}`);
      const good = await client.watch(`${CONFIG_MAPS}?watch=true&resourceVersion=${small.resourceVersion}`);
      const data = { big: 'x'.repeat(512 * 1024) };
      // The sockets' own buffers take some megabytes before the server notices.
      for (let index = 0; small.openWatches === 2 && index < 200; index++) {
        await client.post(CONFIG_MAPS, configMap(`big-${index}`, { data }));
        expect((await good.next()).object.metadata.name).toBe(`big-${index}`);
      }
      expect(small.openWatches).toBe(1);
      good.close();
      slow.close();
    } finally {
      client.close();
      await small.stop();
    }
  });

  test('L-5: closed watches leave nothing behind', async () => {
    await withCluster(async (cluster, client) => {
      for (let round = 0; round < 20; round++) {
        const watches = await Promise.all(Array.from({ length: 25 }, () => client.watch(`${CONFIG_MAPS}?watch=true`)));
        expect(cluster.openWatches).toBe(25);
        for (const watch of watches) watch.close();
        while (cluster.openWatches > 0) await new Promise(setImmediate);
      }
    });
  });
});
