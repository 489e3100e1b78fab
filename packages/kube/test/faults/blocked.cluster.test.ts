import { defineKind } from '@slipway/kube';
import { ConfigMap, CustomResourceDefinition, Lease } from '@slipway/kube/kinds';
import { describeCluster } from '@slipway/test/clusters/suite';
import { expect, it } from 'vitest';
import { startMirror } from './mirror.ts';
import { configMap, type Rig, startRig } from './rig.ts';

/** At the cap of the backoff, jitter included. */
const LONGEST_WAIT_MS = 60_000;

describeCluster('collections that the server does not show', {}, (cluster) => {
  /** A kind of its own for each test: CRDs are shared by a cluster. */
  function widgets(rig: Rig) {
    const group = `${rig.namespace}.demo.io`;
    const kind = defineKind<{ size: number }>({
      group,
      version: 'v1',
      kind: 'Widget',
      plural: 'widgets',
      scope: 'Namespaced',
    });
    const name = `widgets.${group}`;
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } as const;
    return {
      kind,
      install: async (): Promise<void> => {
        await rig.world.create(CustomResourceDefinition, {
          metadata: { name },
          spec: {
            group,
            scope: 'Namespaced',
            names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
            versions: [{ name: 'v1', served: true, storage: true, schema }],
          },
        });
        await rig.clock.until(async () => {
          const crd = await rig.world.get(CustomResourceDefinition, { name });
          const established = crd?.status?.conditions?.some(
            ({ type, status }) => type === 'Established' && status === 'True',
          );
          return established && (await isServed(rig, kind));
        });
      },
      remove: async (): Promise<void> => {
        await rig.world.delete(CustomResourceDefinition, { name });
        await rig.clock.until(async () => !(await isServed(rig, kind)));
      },
      create: (widget: string) =>
        rig.world.create(kind, { metadata: { name: widget, namespace: rig.namespace }, spec: { size: 1 } }),
    };
  }

  const isServed = (rig: Rig, kind: ReturnType<typeof widgets>['kind']): Promise<boolean> =>
    rig.world.listAll(kind, { namespace: rig.namespace }).then(
      () => true,
      () => false,
    );

  it('F-4.11, R-32: a CRD is deleted and installed again: stale, blocker named, content kept, back by itself', async () => {
    const rig = await startRig(cluster());
    const widget = widgets(rig);
    await widget.install();
    await widget.create('a');
    const mirror = startMirror(rig, { kind: widget.kind });
    await mirror.converge();
    const before = mirror.versions();
    // Its objects go with the CRD, and the server says so; here that news is lost.
    rig.proxy.freezeWatches({ resource: 'widgets' });
    await widget.remove();
    rig.proxy.cutAll('reset');
    rig.proxy.releaseWatches();
    mirror.requests();
    await rig.passUntil(() => mirror.cache.state.stale);
    expect(mirror.versions()).toEqual(before);
    expect(mirror.cache.state).toMatchObject({ synced: true, blocker: expect.stringContaining('404') as string });
    await rig.pass(120_000);
    // By the ordinary backoff: 0.8 s, 1.6 s, … 30 s, each with up to as much again.
    expect(mirror.requests().length).toBeLessThanOrEqual(10);
    expect(mirror.versions()).toEqual(before);

    await widget.install();
    await widget.create('b');
    await mirror.converge(3 * LONGEST_WAIT_MS);
    expect(Object.keys(mirror.versions())).toEqual(['b']);
    expect(mirror.concluded).toEqual(['a']);
    expect(mirror.cache.state).toMatchObject({ stale: false, blocker: undefined });
  });

  it('F-4.11, R-32: a kind that is not there at the start syncs once it is installed', async () => {
    const rig = await startRig(cluster());
    const widget = widgets(rig);
    const mirror = startMirror(rig, { kind: widget.kind });
    await rig.passUntil(() => mirror.cache.state.blocker);
    await rig.pass(120_000);
    expect(mirror.cache.state).toMatchObject({ synced: false, blocker: expect.stringContaining('404') as string });
    expect(mirror.requests().length).toBeLessThanOrEqual(10);
    await widget.install();
    await widget.create('a');
    await mirror.converge(3 * LONGEST_WAIT_MS);
    expect(Object.keys(mirror.versions())).toEqual(['a']);
  });

  it('F-4.11, F-5.6, R-32: 403 for a while on one resource: it is stale, nothing is deleted, others go on', async () => {
    const rig = await startRig(cluster());
    await rig.world.create(ConfigMap, configMap(rig, 'a'));
    const mirror = startMirror(rig);
    const other = startMirror(rig, { kind: Lease });
    await mirror.converge();
    await other.converge();
    const before = mirror.versions();
    const args = { status: 403 };
    const permit = rig.proxy.inject({
      match: { resource: 'configmaps', verb: ['list', 'watch'] },
      fault: 'answer',
      args,
    });
    rig.proxy.cutAll('reset');
    await rig.world.delete(ConfigMap, { namespace: rig.namespace, name: 'a' });
    await rig.passUntil(() => mirror.cache.state.stale);
    mirror.requests();
    await rig.pass(180_000);
    expect(mirror.requests().length).toBeLessThanOrEqual(10);
    expect(mirror.versions()).toEqual(before);
    expect(mirror.cache.state.blocker).toContain('403');
    await rig.world.create(Lease, { metadata: { name: 'l', namespace: rig.namespace } });
    await other.converge();
    expect(other.cache.state).toMatchObject({ stale: false, blocker: undefined });
    permit();
    await mirror.converge(3 * LONGEST_WAIT_MS);
    expect(mirror.concluded).toEqual(['a']);
    expect(mirror.cache.state).toMatchObject({ stale: false, blocker: undefined });
  });
});
