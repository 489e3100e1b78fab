import { type AnyObject, connect, defineKind } from '@slipway/kube';
import { ConfigMap, Secret } from '@slipway/kube/kinds';
import { installKind } from '@slipway/test/clusters/install-kind';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type Condition, createManager, type Manager } from '../index.ts';
import { generationChanged, type Predicate } from '../predicates/index.ts';

interface WidgetSpec {
  text: string;
}
interface WidgetStatus {
  observedGeneration?: number;
  conditions?: Condition[];
}
const Widget = defineKind<WidgetSpec, WidgetStatus>({
  group: 'runtime.test.slipway.dev',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  scope: 'Namespaced',
});

describeCluster('a manager with one controller', { needs: ['objects', 'apply'] }, (testCluster) => {
  beforeAll(async () => {
    const cluster = await connect({ text: testCluster().kubeconfig });
    await installKind(cluster.client, Widget);
    await cluster.close();
  });

  async function started(when: readonly Predicate[] = []): Promise<{
    manager: Manager;
    namespace: string;
    client: Awaited<ReturnType<typeof connect>>['client'];
  }> {
    const namespace = await freshNamespace(testCluster());
    const cluster = await connect({ text: testCluster().kubeconfig });
    const manager = await createManager({
      cluster,
      metrics: { address: '127.0.0.1:0' },
      health: { address: '127.0.0.1:0' },
    });
    manager
      .controller(Widget)
      .for({ namespaces: [namespace], when })
      .owns(ConfigMap, { namespaces: [namespace] })
      .owns(Secret, { namespaces: [namespace] })
      .finalizer('runtime.test.slipway.dev/widget', () => undefined)
      .reconcile(async ({ object, apply, status }) => {
        if (!object) return;
        const metadata = { namespace, name: object.metadata.name };
        await apply(ConfigMap, { metadata, data: { text: object.spec.text } });
        await apply(Secret, { metadata, stringData: { text: object.spec.text } });
        status.condition({ type: 'Ready', status: 'True', reason: 'Applied', message: '' });
      });
    await manager.start();
    onTestFinished(() => manager.stop());
    return { manager, namespace, client: cluster.client };
  }
  const isReady = (object: AnyObject | undefined): boolean =>
    (object as { status?: WidgetStatus } | undefined)?.status?.conditions?.some(({ status }) => status === 'True') ??
    false;

  it('R-70 R-97 R-117 R-123: an object gets its children, its status and its finalizer in four writes, then none', async () => {
    const { namespace, client } = await started();
    const ref = { namespace, name: 'one' };
    await client.create(Widget, { metadata: ref, spec: { text: 'hello' } });
    await vi.waitFor(async () => expect(isReady(await client.live.get(Widget, ref))).toBe(true));
    expect((await client.live.get(ConfigMap, ref))?.data).toEqual({ text: 'hello' });
    const writes = async () =>
      (await testCluster().requests()).filter(
        ({ method, uri, userAgent }) => method !== 'GET' && uri.includes(namespace) && userAgent.includes('widgets'),
      );
    expect(
      (await writes()).map(({ method, uri }) => [method, uri.split('?')[0]?.split('/').slice(-2).join('/')]),
    ).toEqual([
      ['PATCH', 'widgets/one'],
      ['PATCH', 'configmaps/one'],
      ['PATCH', 'secrets/one'],
      ['PATCH', 'one/status'],
    ]);
    await client.patch(ConfigMap, ref, { merge: { data: { text: 'changed by hand' } } });
    await vi.waitFor(async () => expect((await client.live.get(ConfigMap, ref))?.data).toEqual({ text: 'hello' }));
    await client.delete(Widget, ref);
    await vi.waitFor(async () => expect(await client.live.get(Widget, ref)).toBeUndefined());
  });

  it('R-123: the run after the finalizer comes although a predicate hides the event of its write', async () => {
    const { namespace, client } = await started([generationChanged]);
    const ref = { namespace, name: 'one' };
    await client.create(Widget, { metadata: ref, spec: { text: 'hello' } });
    await vi.waitFor(async () => expect(isReady(await client.live.get(Widget, ref))).toBe(true));
  });

  it('R-47 R-89: a controller looks up by its own index, its own writes included, whatever else holds the kind', async () => {
    const namespace = await freshNamespace(testCluster());
    const cluster = await connect({ text: testCluster().kubeconfig });
    const manager = await createManager({ cluster, metrics: false, health: false, logLevel: 'silent' });
    cluster.cache(ConfigMap, { namespaces: [namespace] });
    const found: unknown[] = [];
    const byColour = ({ data }: { readonly data?: Readonly<Record<string, string>> }) => [data?.['colour'] ?? ''];
    manager
      .controller(Widget)
      .for({ namespaces: [namespace] })
      .owns(ConfigMap, { namespaces: [namespace], indexes: { colour: byColour } })
      .reconcile(async ({ object, apply, cache }) => {
        if (!object || found.length > 0) return;
        const colours = ['red', 'blue'];
        for (const name of colours) await apply(ConfigMap, { metadata: { namespace, name }, data: { colour: name } });
        const lookUps = colours.map((colour) => cache(ConfigMap).byIndex('colour', colour));
        found.push(...lookUps.map((objects) => objects.map(({ metadata }) => metadata.name)));
      });
    await manager.start();
    onTestFinished(() => manager.stop());
    await cluster.client.create(Widget, { metadata: { namespace, name: 'one' }, spec: { text: '' } });
    await vi.waitFor(() => expect(found).toEqual([['red'], ['blue']]));
  });

  it('R-150 R-155: metrics and health are served', async () => {
    const { manager } = await started();
    const get = async (port: number | undefined, path: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    expect(await get(manager.ports.health, '/readyz')).toBe('ok');
    expect(await get(manager.ports.metrics, '/metrics')).toContain(
      'controller_runtime_max_concurrent_reconciles{controller="widgets.runtime.test.slipway.dev"} 1',
    );
  });
});
