import { afterEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ApiServer, type ApiServerOptions, startApiServer } from '../src/index.ts';
import { TestClient } from './support/client.ts';
import { CONFIG_MAPS, configMap } from './support/fixture.ts';

const started: (() => Promise<void>)[] = [];

async function start(options: ApiServerOptions = {}): Promise<{ cluster: ApiServer; client: TestClient }> {
  const cluster = await startApiServer(options);
  const client = new TestClient(cluster);
  started.push(async () => {
    client.close();
    await cluster.stop();
  });
  return { cluster, client };
}

afterEach(async () => {
  for (const stop of started.splice(0)) await stop();
});

describe('a cluster', () => {
  test('L-1: its kubeconfig has its address, its authority and a token that works', async () => {
    const { cluster, client } = await start();
    const config = parse(cluster.kubeconfig) as {
      clusters: { cluster: Record<string, string> }[];
      users: { user: { token: string } }[];
    };
    const [entry] = config.clusters;
    expect(entry?.cluster['server']).toBe(cluster.url);
    expect(Buffer.from(entry?.cluster['certificate-authority-data'] ?? '', 'base64').toString()).toBe(cluster.caPem);
    expect((await client.get('/api', { token: config.users[0]?.user.token ?? '' })).status).toBe(200);
    const other = parse(cluster.kubeconfigFor('alice', ['dev'])) as typeof config;
    expect((await client.get('/api', { token: other.users[0]?.user.token ?? '' })).status).toBe(200);
  });

  test('L-11: credentials of one cluster mean nothing to another', async () => {
    const one = await start();
    const two = await start();
    const token = one.cluster.issueToken('alice', ['system:masters']);
    expect((await two.client.get('/api', { token })).status).toBe(401);
    const cert = one.cluster.authority.issueClient({ user: 'alice' });
    expect((await two.client.get('/api', { token: null, cert })).status).toBe(401);
  });

  test('L-3: a restart cuts every connection and keeps address, state and history', async () => {
    const { cluster, client } = await start();
    await client.post(CONFIG_MAPS, configMap('kept'));
    const { url, resourceVersion } = cluster;
    const watch = await client.watch(`${CONFIG_MAPS}?watch=true&resourceVersion=${resourceVersion}`);
    await cluster.restart();
    await expect(watch.next()).rejects.toThrow();
    expect(cluster.url).toBe(url);
    expect(cluster.openWatches).toBe(0);
    const after = new TestClient(cluster);
    expect((await after.get(`${CONFIG_MAPS}/kept`)).status).toBe(200);
    await after.delete(`${CONFIG_MAPS}/kept`);
    const resumed = await after.watch(`${CONFIG_MAPS}?watch=true&resourceVersion=${resourceVersion}`);
    expect((await resumed.next()).type).toBe('DELETED');
    resumed.close();
    after.close();
  });

  test('L-5: history that grows past its limit is forgotten, oldest first', async () => {
    const { cluster, client } = await start({ historyLimit: 5 });
    const first = cluster.resourceVersion;
    for (let index = 0; index < 20; index++) await client.post(CONFIG_MAPS, configMap(`h-${index}`));
    const old = await client.watch(`${CONFIG_MAPS}?watch=true&resourceVersion=${first}`);
    expect((await old.next()).object.code).toBe(410);
    const recent = await client.watch(
      `${CONFIG_MAPS}?watch=true&resourceVersion=${Number(cluster.resourceVersion) - 5}`,
    );
    expect((await recent.next()).object.metadata.name).toBe('h-15');
    recent.close();
  });

  test('L-24: requests are remembered in order of arrival, up to a limit', async () => {
    const { cluster, client } = await start({ requestLogLimit: 3 });
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await client.get(`${CONFIG_MAPS}/${name}?x=1`);
    expect(cluster.requests()).toEqual(
      ['f', 'g', 'h'].map((name) => ({
        method: 'GET',
        uri: `${CONFIG_MAPS}/${name}?x=1`,
        userAgent: 'test-client/1',
        status: 404,
      })),
    );
  });

  test('L-1: a taken port is an error with a code', async () => {
    const { cluster } = await start();
    const port = Number(new URL(cluster.url).port);
    await expect(startApiServer({ port })).rejects.toMatchObject({ code: 'APISERVER_START' });
  });

  test('L-1: after stop nothing listens, and a restart is refused', async () => {
    const { cluster, client } = await start();
    await cluster.stop();
    await cluster.stop();
    await expect(client.get('/version')).rejects.toThrow();
    await expect(cluster.restart()).rejects.toMatchObject({ code: 'APISERVER_STOPPED' });
  });
});
