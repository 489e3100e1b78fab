import { ConfigMap, connect } from '@slipway/kube';
import { startLocalCluster } from '@slipway/localcluster';
import { createManager } from '@slipway/runtime';
import { describe, expect, it, vi } from 'vitest';

const CLUSTERS = 20;

describe('many clusters in one process', () => {
  it('R-167 R-171: twenty clusters share nothing: each is worked on, and one that goes away harms no other', async () => {
    const locals = await Promise.all(Array.from({ length: CLUSTERS }, () => startLocalCluster()));
    const clusters = await Promise.all(
      locals.map(({ kubeconfig }, i) => connect({ text: kubeconfig, name: `cluster-${i}` })),
    );
    const [cluster, ...others] = clusters;
    if (!cluster) throw new Error('there are twenty');
    const manager = await createManager({ cluster, clusters: others, metrics: false, health: false });
    const worked = new Set<string>();
    manager
      .controller(ConfigMap)
      .watching({ namespaces: ['default'] })
      .settings({ maxConcurrent: 8, reportFailures: false })
      .reconcile(async ({ object, client, key }) => {
        if (!object?.data || object.data['seen']) return;
        const ref = { namespace: key.namespace, name: key.name };
        await client.patch(ConfigMap, ref, { merge: { data: { seen: key.cluster } } });
        worked.add(`${key.cluster} ${key.name}`);
      });
    await manager.start();
    const create = (name: string, among = clusters) =>
      Promise.all(
        among.map(({ client }) =>
          client.create(ConfigMap, { metadata: { namespace: 'default', name }, data: { a: '' } }),
        ),
      );
    await create('one');
    await vi.waitFor(() => expect(worked.size).toBe(CLUSTERS), { timeout: 20_000 });

    await locals.at(-1)?.stop();
    await create('two', clusters.slice(0, -1));
    await vi.waitFor(() => expect(worked.size).toBe(2 * CLUSTERS - 1), { timeout: 20_000 });
    // Each object was marked by its own cluster's run, not by that of another.
    for (const { client, name } of clusters.slice(0, -1)) {
      const objects = await client.live.listAll(ConfigMap, {
        namespace: 'default',
        fieldSelector: 'metadata.name=two',
      });
      expect(objects.map(({ data }) => data?.['seen'])).toEqual([name]);
    }
    await manager.stop();
    await Promise.all(locals.map((local) => local.stop()));
  });
});
