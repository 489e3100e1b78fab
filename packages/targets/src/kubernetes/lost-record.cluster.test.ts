import type { ApplyReport, DeploymentResource, ResourceSet } from '@gati-framework/contracts/deployment';
import { type Cluster, connect, defineKind } from '@slipway/kube';
import { ConfigMap, NetworkPolicy, Service } from '@slipway/kube/kinds';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeOver } from '../handover/index.ts';
import { marked } from '../marks/index.ts';
import { configMap, ownerIn, setOf } from '../testing/world.ts';
import { KubernetesTarget } from './index.ts';

const service = (namespace: string, name: string): DeploymentResource => ({
  kind: 'Service',
  metadata: { name, namespace },
  spec: { ports: [{ port: 80 }] },
});

describeCluster('a set whose record was deleted', { needs: ['objects', 'apply', 'schema'] }, (testCluster) => {
  let cluster: Cluster;
  let namespace: string;
  beforeEach(async () => {
    cluster = await connect({ text: testCluster().kubeconfig });
    namespace = await freshNamespace(testCluster());
  });
  afterEach(() => cluster.close());

  const names = async (): Promise<string[]> => {
    const [maps, services] = await Promise.all([
      cluster.client.live.listAll(ConfigMap, { namespace }),
      cluster.client.live.listAll(Service, { namespace }),
    ]);
    return [...maps, ...services].map(({ metadata }) => metadata.name).toSorted();
  };
  const isRecord = (name: string): boolean => name.startsWith('slipway-set-');
  const members = async (): Promise<string[]> =>
    (await names()).filter((name) => !isRecord(name) && name !== 'kube-root-ca.crt');

  /** Applies all, deletes the record, and applies less by `next`. */
  async function lose(next: (first: KubernetesTarget) => Promise<KubernetesTarget>): Promise<void> {
    const first = await KubernetesTarget.open({ cluster });
    const [kept, gone] = [configMap(namespace, 'kept', { a: '1' }), configMap(namespace, 'gone', { a: '1' })];
    await first.applySet(setOf(namespace, kept, gone, service(namespace, 'gone-too')));
    expect(await members()).toEqual(['gone', 'gone-too', 'kept']);
    const record = (await names()).find(isRecord) ?? '';
    await cluster.client.delete(ConfigMap, { namespace, name: record });
    // As controllers do that copy the labels of what they work for.
    const { labels = {} } = (await cluster.client.live.get(ConfigMap, { namespace, name: 'gone' }))?.metadata ?? {};
    await cluster.client.create(ConfigMap, { metadata: { namespace, name: 'made-by-others', labels } });
    await (await next(first)).applySet(setOf(namespace, kept));
    expect(await members()).toEqual(['kept', 'made-by-others']);
    expect((await names()).filter(isRecord)).toEqual([record]);
  }

  it('G-153: what left it is removed by who remembers the record', () => lose(async (first) => first));

  it('G-153: what left it is found by its mark in what the next process watches', () =>
    lose(async () => {
      await Promise.all([cluster.cache(ConfigMap).waitForSync(), cluster.cache(Service).waitForSync()]);
      return KubernetesTarget.open({ cluster });
    }));

  it('G-153: what is of a kind that nothing watches is listed by its mark, once others of the set were seen', async () => {
    const policy: DeploymentResource = {
      kind: 'NetworkPolicy',
      metadata: { name: 'closed', namespace },
      spec: { podSelector: {} },
    };
    await (await KubernetesTarget.open({ cluster })).applySet(
      setOf(namespace, configMap(namespace, 'kept', { a: '1' }), policy),
    );
    await cluster.client.delete(ConfigMap, { namespace, name: (await names()).find(isRecord) ?? '' });
    await cluster.cache(ConfigMap).waitForSync();
    const next = await KubernetesTarget.open({ cluster, unwatched: [NetworkPolicy] });
    const asked = async (set: ReturnType<typeof setOf>): Promise<number> => {
      const before = (await testCluster().requests()).length;
      await next.applySet(set);
      const lists = (await testCluster().requests()).slice(before);
      return lists.filter(({ method, uri }) => method === 'GET' && uri.includes('/networkpolicies?')).length;
    };
    // A new owner has no record either, and is asked nothing.
    const owner = ownerIn(namespace, 'other');
    expect(await asked({ owner, resources: [configMap(namespace, 'new', { a: '1' })] })).toBe(0);
    expect(await asked(setOf(namespace, configMap(namespace, 'kept', { a: '1' })))).toBe(1);
    expect(await cluster.client.live.listAll(NetworkPolicy, { namespace })).toEqual([]);
  });

  it('G-153 G-178: a hand-over leaves none of its fields and references, though the record is lost', async () => {
    const [kept, gone] = [configMap(namespace, 'kept', { a: '1' }), configMap(namespace, 'gone', { a: '1' })];
    await (await KubernetesTarget.open({ cluster })).applySet(setOf(namespace, kept, gone));
    await cluster.client.delete(ConfigMap, { namespace, name: (await names()).find(isRecord) ?? '' });
    await cluster.cache(ConfigMap).waitForSync();
    const next = await KubernetesTarget.open({ cluster, manager: 'next', foreignObjects: 'adopt' });
    // As one that keeps no record of this kind.
    const target = {
      async applySet(set: ResourceSet): Promise<ApplyReport> {
        for (const resource of marked(set)) await next.apply(resource);
        return { revision: 'next', results: [] };
      },
    };
    const { results } = await takeOver({ target, cluster, manager: 'slipway' }, 'kubernetes', setOf(namespace, kept));
    expect(results).toEqual([]);
    expect(await members()).toEqual(['kept']);
    const { metadata } = (await cluster.client.live.get(ConfigMap, { namespace, name: 'kept' })) ?? {};
    expect(metadata?.managedFields?.map(({ manager }) => manager)).toEqual(['next']);
  });

  it('G-153: what a record names of a kind that is not served any more is gone, also where that kind is watched', async () => {
    const at = { group: 'gone.example.dev', version: 'v1', kind: 'Widget', plural: 'widgets' } as const;
    const Widget = defineKind<object>({ ...at, scope: 'Namespaced' });
    const kept = configMap(namespace, 'kept', { a: '1' });
    await (await KubernetesTarget.open({ cluster })).applySet(setOf(namespace, kept));
    const ref = { namespace, name: (await names()).find(isRecord) ?? '' };
    const { data } = (await cluster.client.live.get(ConfigMap, ref)) ?? {};
    const gone = { apiVersion: 'gone.example.dev/v1', kind: 'Widget', namespace, name: 'w' };
    const resources = JSON.stringify([...(JSON.parse(data?.['resources'] ?? '[]') as object[]), gone]);
    await cluster.client.patch(ConfigMap, ref, { merge: { data: { resources } } });
    const target = await KubernetesTarget.open({ cluster, watched: [Widget] });
    const { results } = await target.applySet(setOf(namespace, kept));
    expect(results.map(({ outcome }) => outcome)).toEqual(['unchanged', 'deleted']);
  });

  it('G-153: a set that ends is found too', async () => {
    await lose(async (first) => first);
    const record = (await names()).find(isRecord) ?? '';
    await cluster.client.delete(ConfigMap, { namespace, name: record });
    await cluster.cache(ConfigMap).waitForSync();
    const next = await KubernetesTarget.open({ cluster });
    const before = (await testCluster().requests()).length;
    await next.applySet(setOf(namespace));
    // In a namespace that ends nothing could be made.
    const writes = (await testCluster().requests()).slice(before).filter(({ method }) => /POST|PUT/.test(method));
    expect(writes.filter(({ uri }) => uri.includes(`/${namespace}/`))).toEqual([]);
    expect([await members(), (await names()).filter(isRecord)]).toEqual([['made-by-others'], []]);
  });
});
