import { type Cluster, connect, installDefinition } from '@slipway/kube';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { labelValueOf } from '@slipway/workloads/names';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LABELS } from '../names/index.ts';
import { GatiHandlerKind, type GatiHandlerSpec, GatiVersionKind, gatiHandlers, gatiVersions } from '../types/index.ts';
import { handlersOf, handlersOfGateway, rivalsOf } from './concerned-handlers.ts';

describeCluster('whom a change concerns', { needs: ['objects', 'schema'] }, (testCluster) => {
  let cluster: Cluster;
  let namespace: string;
  let elsewhere: string;

  beforeEach(async () => {
    cluster = await connect({ text: testCluster().kubeconfig });
    await Promise.all([gatiHandlers, gatiVersions].map(({ manifest }) => installDefinition(cluster.client, manifest)));
    [namespace, elsewhere] = [await freshNamespace(testCluster()), await freshNamespace(testCluster())];
    const namespaces = [namespace, elsewhere];
    await cluster.cache(GatiHandlerKind, { namespaces }).waitForSync();
    await cluster.cache(GatiVersionKind, { namespaces }).waitForSync();
  });
  afterEach(() => cluster.close());

  async function handler(name: string, more: Partial<GatiHandlerSpec> = {}, where = namespace): Promise<void> {
    const spec = { handlerPath: '/', version: 'v1', replicas: 1, image: 'a', port: 80, ...more };
    await cluster.client.create(GatiHandlerKind, { metadata: { namespace: where, name }, spec });
  }

  async function version(name: string, owner: string): Promise<void> {
    const spec = {
      versionId: name,
      breaking: false,
      routingWeight: 0,
      handlerRef: { name: owner },
      deploymentName: 'legacy',
      serviceName: 'legacy',
    };
    await cluster.client.create(GatiVersionKind, { metadata: { namespace, name }, spec });
  }

  const named = (name: string, labels: Record<string, string> = {}) => ({ metadata: { namespace, name, labels } });
  const refs = (...names: readonly string[]) => names.map((name) => ({ namespace, name }));

  it('G-150: what two versions refer to concerns the handlers of both, and of one when the other is gone', async () => {
    await version('a', 'users');
    await version('b', 'orders');
    await vi.waitFor(() => expect(handlersOf(named('legacy'), cluster)).toEqual(refs('users', 'orders')));
    expect(handlersOf(named('other'), cluster)).toEqual([]);
    await cluster.client.delete(GatiVersionKind, { namespace, name: 'b' });
    await vi.waitFor(() => expect(handlersOf(named('legacy'), cluster)).toEqual(refs('users')));
  });

  it('G-150: the label of a long name leads to the handler as long as there is one', async () => {
    const name = 'a'.repeat(80);
    const label = labelValueOf(name);
    const pod = named('pod', { [LABELS.handler]: label });
    await handler(name);
    await vi.waitFor(() => expect(handlersOf(pod, cluster)).toEqual(refs(name)));
    await cluster.client.delete(GatiHandlerKind, { namespace, name });
    await vi.waitFor(() => expect(handlersOf(pod, cluster)).toEqual(refs(label)));
  });

  it('G-75 G-150: a Gateway, and a claim on it, concern handlers of all namespaces that are looked at', async () => {
    const routing = { gateway: { name: 'edge', namespace }, hostnames: ['shop.example'] };
    await handler('users', { routing });
    await handler('users', { routing: { ...routing, hostnames: ['a.example', 'shop.example'] } }, elsewhere);
    await handler('orders', { routing, handlerPath: '/orders' });
    await handler('inner');
    const both = [...refs('users'), { namespace: elsewhere, name: 'users' }];
    await vi.waitFor(() =>
      expect(handlersOfGateway(named('edge'), cluster)).toEqual(expect.arrayContaining([...both, ...refs('orders')])),
    );
    const users = await cluster.client.live.get(GatiHandlerKind, { namespace, name: 'users' });
    expect(users && rivalsOf(users, cluster)).toEqual(both);
    expect(handlersOfGateway(named('other'), cluster)).toEqual([]);
  });
});
