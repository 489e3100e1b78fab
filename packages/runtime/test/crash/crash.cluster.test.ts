import { connect } from '@slipway/kube';
import { ConfigMap } from '@slipway/kube/kinds';
import { type CrashOptions, crashAtEveryWrite, expectStable, FaultProxy } from '@slipway/runtime/testing';
import { installKind } from '@slipway/test/clusters/install-kind';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { countsFailures, finalizing, looksFirst, neverRests, Outside, trustsItsStatus, Widget } from './operators.ts';

const TIMEOUT_MS = 600_000;

describeCluster('operators that crash', { needs: ['objects', 'apply'] }, (testCluster) => {
  beforeAll(async () => {
    const cluster = await connect({ text: testCluster().kubeconfig });
    await installKind(cluster.client, Widget);
    await cluster.close();
  });

  const crash = (options: Pick<CrashOptions, 'start' | 'scenario'> & Partial<CrashOptions>) =>
    crashAtEveryWrite({
      kubeconfig: testCluster().kubeconfig,
      kinds: [Widget, ConfigMap],
      ...(testCluster().flavour === 'local'
        ? { time: 'fake', withinMs: 60_000 }
        : { withinMs: 60_000, quietMs: 5_000 }),
      ...options,
    });
  const oneChild: CrashOptions['scenario'] = async ({ client, namespace, until }) => {
    const ref = { namespace, name: 'one' };
    await client.create(Widget, { metadata: ref, spec: { text: 'hello' } });
    await until(async () => (await client.live.get(Widget, ref))?.status?.child !== undefined);
  };

  it(
    'R-92 F-1: an operator that crashed after a create with generateName finds its object and creates no second',
    async () => {
      const { writes, crashes } = await crash({ start: looksFirst, scenario: oneChild });
      expect(writes).toEqual(['create configmaps', 'patch widgets.crash.test.slipway.dev/one/status']);
      expect(crashes).toBe(4);
    },
    TIMEOUT_MS,
  );

  it(
    'O-1 O-3 R-182: an operator that trusts its status is found out, with the crash that does it',
    async () => {
      await expect(crash({ start: trustsItsStatus, scenario: oneChild })).rejects.toThrow(
        /^After a crash after write 1 of 2 \(create configmaps\) was carried out, there were 2 of ConfigMap one- of Widget one at a time, not 1\..*"fault":"cutAnswer"/s,
      );
    },
    TIMEOUT_MS,
  );

  it(
    'R-122 O-5 F-1: with a crash at every write, what was done outside is undone before the object is gone',
    async () => {
      const outside = new Outside();
      const { writes, crashes } = await crash({
        start: finalizing(outside),
        scenario: async ({ client, namespace, until }) => {
          const ref = { namespace, name: 'one' };
          await client.create(Widget, { metadata: ref, spec: { text: 'hello' } });
          await until(async () => (await client.live.get(Widget, ref))?.status?.conditions?.[0]?.status === 'True');
          expect(outside.of(namespace)).toEqual(['one']);
          await client.delete(Widget, ref);
          await until(async () => (await client.live.get(Widget, ref)) === undefined);
          expect(outside.of(namespace)).toEqual([]);
        },
        endState: ({ namespace }) => outside.of(namespace),
      });
      expect(writes).toEqual([
        'patch widgets.crash.test.slipway.dev/one',
        'patch configmaps/one',
        'patch widgets.crash.test.slipway.dev/one/status',
        'patch widgets.crash.test.slipway.dev/one',
      ]);
      expect(crashes).toBe(8);
    },
    TIMEOUT_MS,
  );

  it(
    'F-1 R-182: an operator that was killed runs no further code, not even a catch',
    async () => {
      const failures = new Map<string, number>();
      const { crashes } = await crash({
        start: countsFailures(failures),
        scenario: oneChild,
        endState: ({ namespace }) => failures.get(namespace) ?? 0,
      });
      expect(crashes).toBe(4);
    },
    TIMEOUT_MS,
  );

  it('O-2 R-182: an operator that never rests is found out by its first write after the state was reached', async () => {
    const namespace = await freshNamespace(testCluster());
    const proxy = await FaultProxy.start({ upstream: testCluster().kubeconfig });
    const world = await connect({ text: testCluster().kubeconfig });
    const manager = await neverRests({ kubeconfig: proxy.kubeconfig, namespace, clock: world.clock });
    onTestFinished(async () => {
      await manager.stop();
      await proxy.stop();
      await world.close();
    });
    const { client } = world;
    const stable = (part: { proxy?: FaultProxy; desired?: () => Promise<boolean>; withinMs?: number }) =>
      expectStable({ client, kinds: [Widget], namespace, withinMs: 60_000, quietMs: 20_000, ...part });
    await expectStable({ client, kinds: [Widget], namespace, quietMs: 500, proxy });
    const ref = { namespace, name: 'one' };
    await client.create(Widget, { metadata: ref, spec: { text: 'hello' } });
    const desired = async () => (await client.live.get(Widget, ref))?.status?.child !== undefined;
    await expect(stable({ proxy, desired })).rejects.toThrow(
      /did not stay as desired for 20000 ms: the operator sent patch widgets\.crash\.test\.slipway\.dev\/one\/status/,
    );
    await expect(stable({ desired })).rejects.toThrow(
      /widgets\S+ one was written again: status\.child is "number \d+", not/,
    );
    await expect(stable({ desired: async () => false, withinMs: 50 })).rejects.toThrow('was not reached within 50 ms');
  });
});
