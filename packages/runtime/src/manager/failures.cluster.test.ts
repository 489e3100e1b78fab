import {
  type AnyObject,
  type Client,
  connect,
  defineKind,
  installDefinition,
  type Logger,
  silentLogger,
} from '@slipway/kube';
import { ConfigMap, Event } from '@slipway/kube/kinds';
import { installKind } from '@slipway/test/clusters/install-kind';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type Condition, type ControllerBuilder, createManager } from '../index.ts';
import { FaultProxy, openDefinition } from '../testing/index.ts';

const Widget = defineKind<{ text: string }, { conditions?: Condition[] }>({
  group: 'failures.test.slipway.dev',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  scope: 'Namespaced',
});
/** As the conventions have it: entries of the list have owners of their own, and must be whole. */
const KeyedWidget = defineKind<{ text: string }, { phase?: string; conditions?: Condition[] }>({
  ...Widget,
  kind: 'KeyedWidget',
  plural: 'keyedwidgets',
});
const FINALIZER = 'failures.test.slipway.dev/widget';

async function installKeyed(client: Client): Promise<void> {
  const text = { type: 'string' } as const;
  const condition = {
    type: 'object',
    required: ['type', 'status', 'reason', 'message', 'lastTransitionTime'],
    properties: {
      type: text,
      status: text,
      reason: text,
      message: text,
      lastTransitionTime: text,
      observedGeneration: { type: 'integer' },
    },
  } as const;
  const conditions = {
    type: 'array',
    items: condition,
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['type'],
  } as const;
  const status = { type: 'object', properties: { phase: text, observedGeneration: { type: 'integer' }, conditions } };
  const properties = { spec: { type: 'object', properties: { text } }, status };
  const { metadata, spec } = openDefinition(KeyedWidget);
  const schema = { openAPIV3Schema: { type: 'object', properties } };
  const versions = spec.versions.map((version) => ({ ...version, schema }));
  await installDefinition(client, { metadata, spec: { ...spec, versions } });
}

describeCluster('what a manager tells of failures', { needs: ['objects', 'apply'] }, (testCluster) => {
  beforeAll(async () => {
    const cluster = await connect({ text: testCluster().kubeconfig });
    await installKind(cluster.client, Widget);
    await installKeyed(cluster.client);
    await cluster.close();
  });

  /** A namespace and a manager of the widgets in it, which ends with the test. */
  async function started(
    declare: (builder: ControllerBuilder<typeof Widget>) => void,
    kind = Widget,
    logger = silentLogger,
    kubeconfig = testCluster().kubeconfig,
  ) {
    const namespace = await freshNamespace(testCluster());
    const cluster = await connect({ text: kubeconfig });
    const manager = await createManager({ cluster, metrics: false, health: false, logger });
    declare(manager.controller(kind).for({ namespaces: [namespace] }));
    await manager.start();
    onTestFinished(() => manager.stop());
    const { client } = cluster;
    const ref = { namespace, name: 'one' };
    const conditions = async () => (await client.live.get(kind, ref))?.status?.conditions;
    await client.create(kind, { metadata: ref, spec: { text: '' } });
    return { client, ref, conditions };
  }
  const statusWrites = async (namespace: string): Promise<number> =>
    (await testCluster().requests()).filter(({ uri }) => uri.includes(namespace) && uri.includes('/status')).length;

  it('R-120: a reconcile that throws is logged once with its stack and recorded as one Warning Event', async () => {
    const lines: { message: string; fields: Readonly<Record<string, unknown>> }[] = [];
    const error: Logger['error'] = (fields, message) => void lines.push({ fields, message });
    let runs = 0;
    const { client, ref } = await started(
      (builder) =>
        builder.reconcile(() => {
          runs++;
          throw Object.assign(new Error('the paint is dry'), { code: 'NoPaint' });
        }),
      Widget,
      { ...silentLogger, error },
    );
    await vi.waitFor(() => expect(runs).toBeGreaterThan(5));
    const failed = lines.filter(({ message }) => message === 'The reconcile failed and will be tried again.');
    expect(failed).toHaveLength(1);
    expect(failed[0]?.fields).toMatchObject({
      controller: 'widgets.failures.test.slipway.dev',
      key: ref,
      error: { message: 'the paint is dry', stack: expect.stringContaining('failures.cluster.test.ts') as string },
    });
    const events = async () =>
      (await client.live.listAll(Event, { namespace: ref.namespace })).filter(({ reason }) => reason === 'NoPaint');
    await vi.waitFor(async () => expect(await events()).toHaveLength(1));
    expect((await events())[0]).toMatchObject({ type: 'Warning', note: 'the paint is dry', regarding: ref });
  });

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
    const reported = { type: 'Ready', status: 'False', reason: 'DISK_FULL', message: 'the disk is full' };
    expect(await conditions()).toMatchObject([reported]);
    expect(await statusWrites(ref.namespace)).toBe(1);
    isWell = true;
    await client.patch(Widget, ref, { merge: { spec: { text: 'again' } } });
    await vi.waitFor(async () => expect(await conditions()).toMatchObject([{ status: 'True' }]));
  });

  it('R-120 R-60: reports that are forbidden are not tried at each failure', async () => {
    const proxy = await FaultProxy.start({ upstream: testCluster().kubeconfig });
    onTestFinished(() => proxy.stop());
    proxy.inject({ match: { verb: ['patch'], subresource: 'status' }, fault: 'answer', args: { status: 403 } });
    let failures = 0;
    const { ref } = await started(
      (builder) =>
        builder.reconcile(({ object }) => {
          if (!object) return;
          failures++;
          throw new Error(`failure ${'x'.repeat(failures)}`);
        }),
      Widget,
      silentLogger,
      proxy.kubeconfig,
    );
    await vi.waitFor(() => expect(failures).toBeGreaterThanOrEqual(8));
    const refused = proxy.log.entries.filter(({ path }) => path.includes(ref.namespace) && path.includes('/status'));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(failures / 2);
  });

  for (const kind of [Widget, KeyedWidget]) {
    it(`R-120: a failure is taken back by a success that says nothing, or something else (${kind.kind})`, async () => {
      const other = { type: 'Fed', status: 'True', reason: 'Eaten', message: '' } as const;
      const ready = { type: 'Ready', status: 'True', reason: 'Fine', message: '' } as const;
      const stated: Record<string, (typeof other | typeof ready)[]> = {
        both: [other, ready],
        other: [other],
        none: [],
      };
      const { client, ref, conditions } = await started((builder) => {
        builder.reconcile(({ object, status }) => {
          if (!object) return;
          const own = stated[object.spec.text];
          if (!own) throw Object.assign(new Error('the disk is full'), { code: 'DISK_FULL' });
          for (const condition of own) status.condition(condition);
        });
      }, kind);
      const becomes = async (text: string, expected: readonly object[]): Promise<void> => {
        await client.patch(kind, ref, { merge: { spec: { text } } });
        await vi.waitFor(async () => expect((await conditions()) ?? []).toMatchObject(expected));
        expect((await conditions()) ?? []).toHaveLength(expected.length);
      };
      const failed = { type: 'Ready', status: 'False', reason: 'DISK_FULL' };
      await becomes('fails', [failed]);
      await becomes('none', []);
      await becomes('fails', [failed]);
      await becomes('both', [other, ready]);
      await becomes('fails', [other, failed]);
      await becomes('other', [other]);
      await becomes('both', [other, ready]);
      await becomes('fails', [other, failed]);
      await becomes('none', [other]);
      const managers = ((await client.live.get(kind, ref))?.metadata.managedFields ?? []).map(({ manager }) => manager);
      if (kind === KeyedWidget) expect(managers.filter((manager) => manager?.endsWith('-report'))).toEqual([]);
    });
  }

  it('R-120: the report owns its condition and nothing else, beside the writers of the rest of the status', async () => {
    let failures = 0;
    const apply = (text: string) => ({ fieldManager: 'another', force: true, subresource: 'status', text });
    const { client, ref, conditions } = await started(
      (builder) =>
        builder.reconcile(async ({ object, client: own }) => {
          if (!object) return;
          const { text, ...options } = apply(object.spec.text);
          const { name, namespace = '' } = object.metadata;
          const written = { type: 'Written', status: 'True', reason: 'Other', message: text };
          const entry = { ...written, lastTransitionTime: '2026-01-01T00:00:00Z' };
          const status = { phase: text, conditions: [entry] };
          await own.apply(KeyedWidget, { metadata: { name, namespace }, status } as AnyObject, options);
          failures++;
          throw new Error('the disk is full');
        }),
      KeyedWidget,
    );
    await vi.waitFor(async () => expect(await conditions()).toMatchObject([{ type: 'Written' }, { type: 'Ready' }]));
    const before = failures;
    await client.patch(KeyedWidget, ref, { merge: { spec: { text: 'two' } } });
    await vi.waitFor(async () => {
      expect(failures).toBeGreaterThan(before);
      expect(await client.live.get(KeyedWidget, ref)).toMatchObject({
        status: {
          phase: 'two',
          conditions: [
            { type: 'Written', message: 'two' },
            { type: 'Ready', status: 'False' },
          ],
        },
      });
    });
    const { managedFields = [] } = (await client.live.get(KeyedWidget, ref))?.metadata ?? {};
    const report = managedFields.find(({ manager }) => manager?.endsWith('-report'));
    expect(report?.fieldsV1).toEqual({
      'f:status': { 'f:conditions': { 'k:{"type":"Ready"}': expect.objectContaining({ 'f:status': {} }) } },
    });
  });

  it('R-120: a controller says in its own words that it failed, as the one owner of its status', async () => {
    const { client, ref, conditions } = await started(
      (builder) =>
        builder
          .failed((context, error) => {
            const entry = { type: 'Synced', status: 'False', reason: 'Failed', message: (error as Error).message };
            const conditions = [{ ...entry, lastTransitionTime: '2026-01-01T00:00:00Z' }];
            const { object } = context;
            return object ? context.statusOf(KeyedWidget, object).apply({ conditions }) : Promise.resolve();
          })
          .settings({ fieldManager: 'own-name' })
          .reconcile(({ object }) => {
            if (object) throw new Error('the disk is full');
          }),
      KeyedWidget,
    );
    await vi.waitFor(async () => expect(await conditions()).toMatchObject([{ type: 'Synced', status: 'False' }]));
    const managers = ((await client.live.get(KeyedWidget, ref))?.metadata.managedFields ?? []).map(
      ({ manager, subresource }) => subresource === 'status' && manager,
    );
    expect(managers.filter(Boolean)).toEqual(['own-name-status']);
  });

  it('R-117: a status that is put in the place of the one that was read loses against a newer write', async () => {
    const outcomes: unknown[] = [];
    const { ref } = await started((builder) =>
      builder.reconcile(async ({ object, statusOf }) => {
        if (!object || outcomes.length > 0) return;
        const handle = statusOf(Widget, object);
        outcomes.push(await handle.replace({ conditions: [] }));
        outcomes.push(await handle.replace({}).catch((error: unknown) => (error as { code: string }).code));
      }),
    );
    await vi.waitFor(() => expect(outcomes).toEqual([true, 'KUBE_CONFLICT']));
    expect(ref.name).toBe('one');
  });

  it('R-120: an object that goes while its reconcile fails does not silence the failures of others', async () => {
    let remove = async (_name: string): Promise<void> => {};
    const { client, ref, conditions } = await started((builder) =>
      builder.reconcile(async ({ object }) => {
        if (object?.metadata.name === 'going') await remove('going');
        if (object) throw new Error('the disk is full');
      }),
    );
    // Not by the reconcile's own client, which would know of it.
    remove = async (name) => void (await client.delete(Widget, { ...ref, name }));
    await client.create(Widget, { metadata: { ...ref, name: 'going' }, spec: { text: '' } });
    await vi.waitFor(async () => expect(await client.live.get(Widget, { ...ref, name: 'going' })).toBeUndefined());
    await client.delete(Widget, ref);
    await client.create(Widget, { metadata: ref, spec: { text: '' } });
    await vi.waitFor(async () => expect(await conditions()).toMatchObject([{ type: 'Ready', status: 'False' }]));
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
