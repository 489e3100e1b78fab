import { connect } from '@slipway/kube';
import { ConfigMap } from '@slipway/kube/kinds';
import { FaultProxy } from '@slipway/kube/testing';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { expect, it, onTestFinished } from 'vitest';
import { ConsistencyDetector } from './consistency-detector.ts';

describeCluster('the consistency detector', {}, (testCluster) => {
  async function watching() {
    const namespace = await freshNamespace(testCluster());
    const proxy = await FaultProxy.start({ upstream: testCluster().kubeconfig });
    const detector = new ConsistencyDetector();
    const cluster = await connect({ text: proxy.kubeconfig, ...detector.options });
    const cache = cluster.cache(ConfigMap, { namespaces: [namespace] });
    await cache.waitForSync();
    onTestFinished(async () => {
      await cluster.close();
      await proxy.stop();
    });
    const create = (name: string) => cluster.client.create(ConfigMap, { metadata: { namespace, name } });
    const expectConsistent = (withinMs?: number) =>
      detector.expectConsistent({
        cluster,
        kinds: [ConfigMap],
        namespace,
        ...(withinMs !== undefined && { withinMs }),
      });
    return { proxy, cluster, cache, namespace, detector, create, expectConsistent };
  }

  it('R-34 R-182: waits for a cache that lags, and is content when it has caught up', async () => {
    const { proxy, create, expectConsistent } = await watching();
    proxy.freezeWatches();
    await create('late');
    const consistent = expectConsistent();
    await expect(expectConsistent(0)).rejects.toThrow(/differs from the server after 0 ms: missing \[[\w-]+\/late\]/);
    proxy.releaseWatches();
    await consistent;
  });

  it('R-34 O-6 R-182: finds an event that was dropped on its way', async () => {
    const { proxy, cache, namespace, create, expectConsistent } = await watching();
    proxy.inject({
      match: { verb: 'watch', resource: 'configmaps', namespace },
      fault: 'dropEvents',
      args: { types: ['ADDED'], count: 1 },
    });
    proxy.cutAll();
    await expect.poll(() => proxy.log.entries.some(({ faults }) => faults.length > 0)).toBe(true);
    await create('lost');
    await create('seen');
    await expect.poll(() => cache.get({ namespace, name: 'seen' })).toBeDefined();
    await expect(expectConsistent(100)).rejects.toThrow(/missing \[[\w-]+\/lost\], surplus \[\], different \[\]/);
  });

  it('R-34 R-182: fails on what was found meanwhile', async () => {
    const { detector, expectConsistent } = await watching();
    await expectConsistent();
    const found = {
      cluster: 'a',
      collection: 'configmaps',
      resourceVersion: '1',
      missing: ['x/y'],
      surplus: [],
      different: [],
    };
    detector.options.onInconsistency?.(found);
    await expect(expectConsistent()).rejects.toThrow('The cache of configmaps differed: missing [x/y]');
  });
});
