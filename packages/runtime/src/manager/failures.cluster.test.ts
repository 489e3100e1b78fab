import { ConfigMap, connect, defineKind } from '@slipway/kube';
import { installKind } from '@slipway/test/clusters/install-kind';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type Condition, type ControllerBuilder, createManager } from '../index.ts';

const Widget = defineKind<{ text: string }, { conditions?: Condition[] }>({
  group: 'failures.test.slipway.dev',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  scope: 'Namespaced',
});
const FINALIZER = 'failures.test.slipway.dev/widget';

describeCluster('what a manager tells of failures', { needs: ['objects', 'apply'] }, (testCluster) => {
  beforeAll(async () => {
    const cluster = await connect({ text: testCluster().kubeconfig });
    await installKind(cluster.client, Widget);
    await cluster.close();
  });

  /** A namespace and a manager of the widgets in it, which ends with the test. */
  async function started(declare: (builder: ControllerBuilder<typeof Widget>) => void) {
    const namespace = await freshNamespace(testCluster());
    const cluster = await connect({ text: testCluster().kubeconfig });
    const manager = await createManager({ cluster, metrics: false, health: false });
    declare(manager.controller(Widget).watching({ namespaces: [namespace] }));
    await manager.start();
    onTestFinished(() => manager.stop());
    const { client } = cluster;
    const ref = { namespace, name: 'one' };
    const conditions = async () => (await client.live.get(Widget, ref))?.status?.conditions;
    await client.create(Widget, { metadata: ref, spec: { text: '' } });
    return { client, ref, conditions };
  }
  const statusWrites = async (namespace: string): Promise<number> =>
    (await testCluster().requests()).filter(({ uri }) => uri.includes(namespace) && uri.includes('/status')).length;

  it('R-120: ten equal failures are one status write with the error code, and a success ends them', async () => {
    let failures = 0;
    let isWell = false;
    const { client, ref, conditions } = await started((builder) =>
      builder.reconcile(({ object, status }) => {
        if (!object) return;
        if (isWell) return status.condition({ type: 'Ready', status: 'True', reason: 'Fine', message: '' });
        failures++;
        throw Object.assign(new Error('the disk is full'), { code: 'DISK_FULL' });
      }),
    );
    await vi.waitFor(() => expect(failures).toBeGreaterThanOrEqual(10));
    const told = { type: 'Ready', status: 'False', reason: 'DISK_FULL', message: 'the disk is full' };
    expect(await conditions()).toMatchObject([told]);
    expect(await statusWrites(ref.namespace)).toBe(1);
    isWell = true;
    await client.patch(Widget, ref, { merge: { spec: { text: 'again' } } });
    await vi.waitFor(async () => expect(await conditions()).toMatchObject([{ status: 'True' }]));
  });

  it('R-120: a conflict says nothing about the object', async () => {
    let failures = 0;
    const { ref } = await started((builder) =>
      builder.reconcile(async ({ key: { namespace }, object, client }) => {
        if (!object) return;
        failures++;
        await client.create(ConfigMap, { metadata: { namespace, name: 'there' } });
        await client.create(ConfigMap, { metadata: { namespace, name: 'there' } });
      }),
    );
    await vi.waitFor(() => expect(failures).toBeGreaterThanOrEqual(3));
    expect(await statusWrites(ref.namespace)).toBe(0);
  });

  it('R-126: a cleanup that fails keeps the object and names the blocker; it runs for what never came to an end too', async () => {
    let mayGo = false;
    const cleaned: string[] = [];
    const { client, ref, conditions } = await started((builder) =>
      builder
        .finalizer(FINALIZER, ({ key }) => {
          if (!mayGo) throw new Error('the bucket is not empty');
          cleaned.push(key.name);
        })
        .reconcile(() => {
          throw new Error('never gets anywhere');
        }),
    );
    const finalizers = async () => (await client.live.get(Widget, ref))?.metadata.finalizers;
    await vi.waitFor(async () => expect(await finalizers()).toEqual([FINALIZER]));
    await client.delete(Widget, ref);
    const blocked = { type: 'Deleting', status: 'False', message: 'the bucket is not empty' };
    await vi.waitFor(async () => expect(await conditions()).toContainEqual(expect.objectContaining(blocked)));
    mayGo = true;
    await vi.waitFor(async () => expect(await client.live.get(Widget, ref)).toBeUndefined());
    expect(cleaned).toEqual(['one']);
  });
});
