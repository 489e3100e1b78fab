import { channel } from 'node:diagnostics_channel';
import { type Cluster, connect, isKubeError } from '@slipway/kube';
import { ConfigMap, Namespace, Node } from '@slipway/kube/kinds';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type LocalCluster, startLocalCluster } from '../../src/index.ts';

let cluster: LocalCluster;
let sockets = 0;
const countSocket = (): void => void sockets++;

beforeAll(async () => {
  channel('net.client.socket').subscribe(countSocket);
  cluster = await startLocalCluster({ nodes: 2 });
  channel('net.client.socket').unsubscribe(countSocket);
});
afterAll(() => cluster.stop());

async function client(options: { readonly text?: string } = {}): Promise<Cluster> {
  const handle = await connect({ text: cluster.kubeconfig, fetch: cluster.fetch, ...options });
  onTestFinished(() => handle.close());
  return handle;
}

test('a cluster with nodes opens no connection to itself, and watches each collection once', () => {
  expect(sockets).toBe(0);
  const watched = cluster
    .requests()
    .filter(({ uri }) => uri.includes('watch=true'))
    .map(({ uri }) => uri.split('?')[0]);
  expect(watched).toContain('/api/v1/pods');
  expect(watched).toHaveLength(new Set(watched).size);
});

test('parts that share a handle write under names of their own', async () => {
  const { client: reader } = await client();
  const [node] = await reader.live.listAll(Node);
  expect(node?.metadata.managedFields?.map(({ manager }) => manager)).toContain('kubelet');
});

test('a request from the same process is authenticated and authorized', async () => {
  const nobody = await client({ text: cluster.kubeconfigFor('nobody') });
  await expect(nobody.client.live.listAll(Node)).rejects.toSatisfy((error) => isKubeError(error, 'KUBE_FORBIDDEN'));
  const stranger = await client({ text: cluster.kubeconfig.replace(/token: .*/, 'token: wrong') });
  await expect(stranger.client.live.listAll(Node)).rejects.toSatisfy((error) =>
    isKubeError(error, 'KUBE_UNAUTHORIZED'),
  );
});

test('a request from the same process is struck by faults', async () => {
  const { client: writer } = await client();
  const fault = cluster.faults.add({
    resource: 'configmaps',
    verb: 'create',
    fault: { type: 'reset', when: 'after-commit' },
  });
  const created = writer.create(ConfigMap, { metadata: { name: 'struck', namespace: 'default' }, data: {} });
  await expect(created).rejects.toSatisfy((error) => isKubeError(error, 'KUBE_UNREACHABLE') && !error.neverSent);
  fault.remove();
  expect(await writer.live.get(ConfigMap, { namespace: 'default', name: 'struck' })).toBeDefined();
});

test('a restart cuts watches from the same process, which go on where they were', async () => {
  const watching = await client();
  const cache = watching.cache(Namespace);
  await cache.waitForSync();
  await cluster.restart();
  await watching.client.create(Namespace, { metadata: { name: 'after-restart' } });
  await vi.waitFor(() => expect(cache.get({ name: 'after-restart' })).toBeDefined());
});

test('a list that is larger than a reader’s buffer arrives whole', async () => {
  const { client: writer } = await client();
  const data = { text: 'x'.repeat(100_000) };
  for (let index = 0; index < 5; index++) {
    await writer.create(ConfigMap, { metadata: { name: `large-${index}`, namespace: 'kube-public' }, data });
  }
  const cache = (await client()).cache(ConfigMap, { namespaces: ['kube-public'] });
  await cache.waitForSync();
  expect(cache.list().filter((object) => object.data?.['text'] === data.text)).toHaveLength(5);
});

test('nodes come without controllers where that is asked for', async () => {
  const bare = await startLocalCluster({ nodes: 1, controllers: false });
  onTestFinished(() => bare.stop());
  expect(bare.controllers).toBeUndefined();
  expect(bare.nodes?.names).toHaveLength(1);
});
