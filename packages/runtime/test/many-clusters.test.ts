import { connect } from '@slipway/kube';
import { ConfigMap } from '@slipway/kube/kinds';
import { FaultProxy } from '@slipway/kube/testing';
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
    const manager = await createManager({
      cluster,
      clusters: others,
      metrics: false,
      health: false,
      logLevel: 'silent',
    });
    const worked = new Set<string>();
    manager
      .controller(ConfigMap)
      .for({ namespaces: ['default'] })
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
    await vi.waitFor(() => expect(worked.size).toBe(CLUSTERS));

    await locals.at(-1)?.stop();
    await create('two', clusters.slice(0, -1));
    await vi.waitFor(() => expect(worked.size).toBe(2 * CLUSTERS - 1));
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

  it('R-156 R-170: a cluster that is away at the start, for longer than a sync may take, joins when it comes', async () => {
    const [near, far] = [await startLocalCluster(), await startLocalCluster()];
    const proxy = await FaultProxy.start({ upstream: far.kubeconfig });
    await proxy.down();
    const cluster = await connect({ text: near.kubeconfig, name: 'near' });
    const away = await connect({ text: proxy.kubeconfig, name: 'far' });
    const manager = await createManager({
      cluster,
      clusters: [away],
      metrics: false,
      health: false,
      logLevel: 'silent',
      syncTimeoutMs: 500,
    });
    const worked: string[] = [];
    manager
      .controller(ConfigMap)
      .for({ namespaces: ['default'] })
      .reconcile(({ key }) => void worked.push(`${key.cluster} ${key.name}`));
    await manager.start();
    await cluster.client.create(ConfigMap, { metadata: { namespace: 'default', name: 'a' } });
    await vi.waitFor(() => expect(worked).toEqual(['near a']));
    // The second try comes 800 ms after the first at the earliest: the limit has passed by then.
    await vi.waitFor(() => expect(away.cacheStats()[0]?.counters.watches).toBeGreaterThan(1));
    await proxy.up();
    await away.client.create(ConfigMap, { metadata: { namespace: 'default', name: 'b' } });
    await vi.waitFor(() => expect(worked).toContain('far b'));
    await manager.stop();
    await proxy.stop();
    await Promise.all([near.stop(), far.stop()]);
  });
});
