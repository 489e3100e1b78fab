import { connect, installDefinition } from '@slipway/kube';
import { ConfigMap, Deployment, Service } from '@slipway/kube/kinds';
import { createManager } from '@slipway/runtime';
import { expectStable, FaultProxy } from '@slipway/runtime/testing';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { expect, it, onTestFinished } from 'vitest';
import { serveWebsites, Website, websiteDefinition } from './website.ts';

describeCluster('example 02: children', { needs: ['objects', 'apply'] }, (testCluster) => {
  it('R-97 F-9: a Website has its children, keeps them, and then nothing is written', async () => {
    const namespace = await freshNamespace(testCluster());
    const proxy = await FaultProxy.start({ upstream: testCluster().kubeconfig });
    const cluster = await connect({ text: proxy.kubeconfig });
    const { client } = cluster;
    await installDefinition(client, websiteDefinition);
    const manager = await createManager({ cluster, metrics: false, health: false, logLevel: 'silent' });
    serveWebsites(manager, { namespaces: [namespace] });
    await manager.start();
    onTestFinished(async () => {
      await manager.stop();
      await proxy.stop();
    });

    const ref = { namespace, name: 'web' };
    // Without the Deployment: where its controller runs, that goes on writing its status.
    const stable = (desired: () => Promise<void>) =>
      expectStable({
        client,
        kinds: [Website, ConfigMap, Service],
        namespace,
        proxy,
        desired,
        withinMs: 60_000,
        quietMs: 1_000,
      });

    await client.create(Website, { metadata: ref, spec: { html: 'one' } });
    await stable(async () => {
      expect((await client.live.get(Website, ref))?.status?.conditions?.[0]).toMatchObject({
        type: 'Ready',
        status: 'True',
      });
      expect((await client.live.get(ConfigMap, ref))?.data).toEqual({ 'index.html': 'one' });
      expect((await client.live.get(Service, ref))?.spec?.selector).toEqual({ app: 'web' });
      expect((await client.live.get(Deployment, ref))?.spec?.replicas).toBe(1);
    });

    await client.patch(Website, ref, { merge: { spec: { html: 'two', replicas: 3 } } });
    await client.delete(Service, ref);
    await stable(async () => {
      expect((await client.live.get(Website, ref))?.status?.observedGeneration).toBe(2);
      expect((await client.live.get(ConfigMap, ref))?.data).toEqual({ 'index.html': 'two' });
      expect((await client.live.get(Service, ref))?.metadata.ownerReferences).toHaveLength(1);
      expect((await client.live.get(Deployment, ref))?.spec?.replicas).toBe(3);
    });
  });
});
