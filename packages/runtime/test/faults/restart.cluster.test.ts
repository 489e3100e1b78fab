import { connect } from '@slipway/kube';
import { ConfigMap } from '@slipway/kube/kinds';
import { createManager } from '@slipway/runtime';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { expect, it, onTestFinished, vi } from 'vitest';

const WATCHES = 50;

describeCluster('an API server that restarts', { needs: ['objects'] }, (testCluster) => {
  it('F-4.8: with 50 watches open, all resume, no change is missed, and no list is asked for more than twice each', async () => {
    const namespace = await freshNamespace(testCluster());
    const cluster = await connect({ text: testCluster().kubeconfig });
    onTestFinished(() => cluster.close());
    const manager = await createManager({ cluster, metrics: false, health: false, logLevel: 'silent' });
    const seen = new Set<string>();
    // One watch per namespace; a namespace that does not exist can be watched all the same.
    const namespaces = [namespace, ...Array.from({ length: WATCHES - 1 }, (_, i) => `${namespace}-${i}`)];
    manager
      .controller(ConfigMap)
      .for({ namespaces })
      .settings({ reportFailures: false })
      .reconcile(({ object, key }) => {
        if (object) seen.add(key.name);
        else seen.delete(key.name);
      });
    await manager.start();
    onTestFinished(() => manager.stop());
    const other = await connect({ text: testCluster().kubeconfig });
    onTestFinished(() => other.close());
    await other.client.create(ConfigMap, { metadata: { namespace, name: 'goes' } });
    await vi.waitFor(() => expect(seen).toContain('goes'));
    const before = cluster.cacheStats()[0]?.counters;

    await testCluster().restart();
    await other.client.create(ConfigMap, { metadata: { namespace, name: 'comes' } });
    await other.client.delete(ConfigMap, { namespace, name: 'goes' });
    await vi.waitFor(() => expect([seen.has('comes'), seen.has('goes')]).toEqual([true, false]));
    await vi.waitFor(() => expect(cluster.cacheStats()[0]?.state.blocker).toBeUndefined());

    const after = cluster.cacheStats()[0]?.counters;
    expect((after?.lists ?? 0) - (before?.lists ?? 0)).toBeLessThanOrEqual(2 * WATCHES);
    expect((after?.watches ?? 0) - (before?.watches ?? 0)).toBeLessThanOrEqual(10 * WATCHES);
  });
});
