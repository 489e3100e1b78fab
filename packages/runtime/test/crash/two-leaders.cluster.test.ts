import { type AnyObject, connect } from '@slipway/kube';
import { ConfigMap } from '@slipway/kube/kinds';
import { createManager, type Manager } from '@slipway/runtime';
import { expectStable, FaultProxy, normaliseState } from '@slipway/runtime/testing';
import { installKind } from '@slipway/test/clusters/install-kind';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { expect, it, onTestFinished } from 'vitest';
import { RolePeaks } from '../../src/testing/role-peaks.ts';
import { declareFinalizing, Outside, Widget } from './operators.ts';

const kinds = [Widget, ConfigMap];
const COUNT = 20;

describeCluster('two leaders at once', { needs: ['objects', 'apply'] }, (testCluster) => {
  it('R-139 F-6 O-3: leave the same state as one, without a duplicate, and then write nothing', async () => {
    const world = await connect({ text: testCluster().kubeconfig });
    onTestFinished(() => world.close());
    await installKind(world.client, Widget);

    /** Works on many Widgets, with so many leaders, and returns what is left. */
    async function endWith(leaders: number): Promise<{ state: unknown; roles: RolePeaks }> {
      const namespace = await freshNamespace(testCluster());
      const proxy = await FaultProxy.start({ upstream: testCluster().kubeconfig });
      const roles = new RolePeaks();
      await roles.watch(world, kinds, namespace);
      const managers = await Promise.all(Array.from({ length: leaders }, () => leader(proxy.kubeconfig, namespace)));
      expect(managers.every((manager) => manager.isLeader)).toBe(true);

      const names = Array.from({ length: COUNT }, (_, index) => `widget-${index}`);
      const { client } = world;
      await Promise.all(
        names.map((name) => client.create(Widget, { metadata: { namespace, name }, spec: { text: 'a' } })),
      );
      await Promise.all(
        names.map((name, index) =>
          index % 4 === 0
            ? client.delete(Widget, { namespace, name })
            : client.patch(Widget, { namespace, name }, { merge: { spec: { text: 'b' } } }),
        ),
      );
      const left = names.filter((_, index) => index % 4 !== 0);
      await expectStable({
        client,
        kinds: [Widget],
        namespace,
        proxy,
        quietMs: 2_000,
        withinMs: 100_000,
        desired: async () => {
          const widgets = await client.live.listAll(Widget, { namespace });
          expect(new Set(widgets.map(({ metadata }) => metadata.name))).toEqual(new Set(left));
          // Of the newest generation: a status of the one before is about to be written anew.
          expect(widgets.every(({ status, metadata }) => status?.observedGeneration === metadata.generation)).toBe(
            true,
          );
          expect(widgets.every(({ status }) => status?.conditions?.[0]?.status === 'True')).toBe(true);
          const children = await Promise.all(left.map((name) => client.live.get(ConfigMap, { namespace, name })));
          expect(children.every((child) => child?.data?.['text'] === 'b')).toBe(true);
        },
      });
      const objects = await Promise.all(kinds.map((kind) => client.live.listAll(kind, { namespace })));
      const state = normaliseState(
        (objects.flat() as AnyObject[]).filter((object) => left.includes(object.metadata?.name ?? '')),
      );
      await Promise.all(managers.map((manager) => manager.stop()));
      await roles.stop();
      await proxy.stop();
      return { state, roles };
    }

    const one = await endWith(1);
    const two = await endWith(2);
    expect(two.state).toEqual(one.state);
    two.roles.expectAtMost(one.roles);
  });
});

/** Sure to lead, since its lease is its own. */
async function leader(kubeconfig: string, namespace: string): Promise<Manager> {
  const cluster = await connect({ text: kubeconfig });
  const name = `lease-${Math.random().toString(36).slice(2)}`;
  const manager = await createManager({
    cluster,
    leaderElection: { name, namespace },
    metrics: false,
    health: false,
    logLevel: 'silent',
  });
  declareFinalizing(new Outside())(manager, [namespace]);
  await manager.start();
  await expect.poll(() => manager.isLeader).toBe(true);
  return manager;
}
