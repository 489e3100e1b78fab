import { ConfigMap, connect, Deployment, Service } from '@slipway/kube';
import { createManager } from '@slipway/runtime';
import { crashAtEveryWrite, installDefinition, type StartOperator } from '@slipway/runtime/testing';
import { describeCluster } from '@slipway/test/clusters/suite';
import { expect, it } from 'vitest';
import { serveWebsites, Website, websiteDefinition } from './website.ts';

const start: StartOperator = async ({ kubeconfig, namespace, clock }) => {
  const cluster = await connect({ text: kubeconfig, clock });
  const manager = await createManager({ cluster, metrics: false, health: false });
  serveWebsites(manager, { namespaces: [namespace] });
  await manager.start();
  return manager;
};

describeCluster('example 02 under crashes', { needs: ['objects', 'apply'] }, (testCluster) => {
  it('F-1 O-1 O-2 O-3: a crash before and after every write ends in the same state, without duplicates, then without a write', async () => {
    const { kubeconfig, flavour } = testCluster();
    const admin = await connect({ text: kubeconfig });
    await installDefinition(admin.client, websiteDefinition);
    await admin.close();
    const report = await crashAtEveryWrite({
      kubeconfig,
      kinds: [Website, ConfigMap, Deployment, Service],
      start,
      scenario: async ({ client, namespace, until }) => {
        const ref = { namespace, name: 'web' };
        const seen = (generation: number) => async () =>
          (await client.live.get(Website, ref))?.status?.observedGeneration === generation;
        await client.create(Website, { metadata: ref, spec: { html: 'one' } });
        await until(seen(1));
        await client.patch(Website, ref, { merge: { spec: { html: 'two', replicas: 2 } } });
        await until(seen(2));
      },
      ...(flavour === 'local' ? { time: 'fake', withinMs: 60_000 } : { quietMs: 5_000 }),
    });
    expect(report.missed).toEqual([]);
    expect(report.crashes).toBe(2 * report.writes.length);
  }, 120_000);
});
