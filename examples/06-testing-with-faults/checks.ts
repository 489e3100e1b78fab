import assert from 'node:assert/strict';
import { serveWebsites, Website } from '@slipway/example-children/website';
import { type Clock, connect } from '@slipway/kube';
import { ConfigMap, Deployment, Namespace, Service } from '@slipway/kube/kinds';
import { createManager, type Manager } from '@slipway/runtime';
import {
  ConsistencyDetector,
  type CrashOptions,
  crashAtEveryWrite,
  expectStable,
  FaultProxy,
  ModelQueue,
} from '@slipway/runtime/testing';
import { renewals } from './renewals.ts';

/** The operator under test: that of example 02, with what a test decides about its surroundings. */
async function startOperator(options: {
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly clock?: Clock;
  readonly detector?: ConsistencyDetector;
}): Promise<Manager> {
  const { kubeconfig, namespace, clock, detector } = options;
  const cluster = await connect({ text: kubeconfig, ...(clock && { clock }), ...detector?.options });
  const manager = await createManager({ cluster, metrics: false, health: false, logLevel: 'silent' });
  serveWebsites(manager, { namespaces: [namespace] });
  await manager.start();
  return manager;
}

/** Killed before and after each of its writes, it always ends in the same state, and then writes nothing. */
export async function survivesCrashes(kubeconfig: string, pace: Partial<CrashOptions> = {}): Promise<string> {
  const { writes, crashes } = await crashAtEveryWrite({
    kubeconfig,
    kinds: [Website, ConfigMap, Deployment, Service],
    start: startOperator,
    // What a user does, and what they then see.
    scenario: async ({ client, namespace, until }) => {
      const web = { namespace, name: 'web' };
      const isSeen = async (generation: number) =>
        (await client.live.get(Website, web))?.status?.observedGeneration === generation;
      await client.create(Website, { metadata: web, spec: { html: 'one' } });
      await until(() => isSeen(1));
      await client.patch(Website, web, { merge: { spec: { html: 'two', replicas: 2 } } });
      await until(() => isSeen(2));
    },
    ...pace,
  });
  return `${crashes} crashes around ${writes.length} writes: the same end each time, then no write`;
}

/** While its connection is cut again and again it reaches what is declared; then it is quiet, and its caches are right. */
export async function staysStable(kubeconfig: string): Promise<string> {
  const world = await connect({ text: kubeconfig });
  const { client } = world;
  const created = await client.create(Namespace, { metadata: { generateName: 'faults-' } });
  const namespace = created.metadata.name ?? '';
  const web = { namespace, name: 'web' };
  const proxy = await FaultProxy.start({ upstream: kubeconfig });
  const detector = new ConsistencyDetector();
  const cluster = await connect({ text: proxy.kubeconfig, ...detector.options });
  const manager = await createManager({ cluster, metrics: false, health: false, logLevel: 'silent' });
  try {
    serveWebsites(manager, { namespaces: [namespace] });
    await manager.start();
    // Two writes are carried out and their answers lost; then every connection goes.
    for (const nth of [1, 3]) proxy.inject({ match: { verb: 'patch' }, nth, fault: 'cutAnswer' });
    await client.create(Website, { metadata: web, spec: { html: 'one', replicas: 3 } });
    proxy.cutAll();
    await expectStable({
      client,
      kinds: [Website, ConfigMap, Service],
      namespace,
      proxy,
      quietMs: 1_000,
      desired: async () => {
        const website = await client.live.get(Website, web);
        assert.equal(website?.status?.conditions?.[0]?.status, 'True');
        assert.equal((await client.live.get(Deployment, web))?.spec?.replicas, 3);
      },
    });
    await detector.expectConsistent({ cluster, kinds: [Website, ConfigMap, Service], namespace });
    return 'answers lost and connections cut: stable, with caches that equal the server';
  } finally {
    await manager.stop();
    await proxy.stop();
    await world.close();
  }
}

/** A source of one's own, asked which key comes when: no timer, no manager, no cluster. */
export async function keepsItsOrder(): Promise<string> {
  const queue = new ModelQueue();
  const day = 86_400_000;
  const certificates = [
    { name: 'in-two-days', renewAt: 2 * day },
    { name: 'overdue', renewAt: -day },
    { name: 'tomorrow', renewAt: day },
  ];
  renewals(certificates, 0).start(queue, new AbortController().signal);
  const order: (string | undefined)[] = [];
  for (let passed = 0; passed <= 2; passed++) {
    order.push(queue.get());
    queue.advance(day);
  }
  assert.deepEqual(order, ['overdue', 'tomorrow', 'in-two-days']);
  return `renewals in their order: ${order.join(', ')}`;
}
