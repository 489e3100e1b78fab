import type { TestCluster } from '@slipway/test/clusters/cluster';
import { installKind } from '@slipway/test/clusters/install-kind';
import { describeCluster } from '@slipway/test/clusters/suite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Cluster, connect } from '../cluster/index.ts';
import {
  type AnyKind,
  type AnyObject,
  ConfigMap,
  type DeepReadonly,
  Deployment,
  defineKind,
  HorizontalPodAutoscaler,
  Namespace,
  Secret,
  Service,
} from '../kinds/index.ts';
import { createOnce, type Intent, migrateManager } from './index.ts';

const MANAGER = 'apply.test.slipway.dev/widget';
const namespace = 'apply-test';
const meta = (name: string) => ({ namespace, name });
const Widget = defineKind<{ size: number; tags: string[] }>({
  group: 'apply.test.slipway.dev',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  scope: 'Namespaced',
});
const podTemplate = (cpu: string) => ({
  metadata: { labels: { app: 'web' } },
  spec: {
    containers: [
      { name: 'web', image: 'web:1', ports: [{ containerPort: 80 }], resources: { requests: { cpu } }, env: [] },
    ],
  },
});
const deployment = (name: string): Intent<typeof Deployment> => ({
  metadata: { ...meta(name), labels: { app: 'web' } },
  spec: { selector: { matchLabels: { app: 'web' } }, template: podTemplate('1000m') },
});

/** A connected client in a namespace of the test, and what a controller that applies has. */
function useAppliers(testCluster: () => TestCluster) {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await connect({ text: testCluster().kubeconfig });
    await createOnce({ live: cluster.client.live, writer: cluster.client }, Namespace, {
      metadata: { name: namespace },
    });
  });
  afterAll(() => cluster.close());
  return {
    get cluster() {
      return cluster;
    },
    /** An applier and caches over the kinds, as a controller has them. */
    prepare: async (manager: string, ...kinds: AnyKind[]) => {
      const applier = cluster.applier(manager);
      const caches = kinds.map((kind) => cluster.cache(kind, { namespaces: [namespace] }));
      await Promise.all(caches.map((cache) => cache.waitForSync()));
      return {
        applier,
        /** Waits until the caches have seen what the server has. */
        caughtUp: async ({ object }: { object: DeepReadonly<AnyObject> }) => {
          const version = object.metadata?.resourceVersion ?? '';
          for (const cache of caches) {
            await vi.waitFor(() => expect(cache.seenAtLeast(version, namespace)).toBe(true), { timeout: 10_000 });
          }
        },
        release: () => Promise.all(caches.map((cache) => cache.release())),
      };
    },
  };
}

describeCluster('server-side apply', { needs: ['objects', 'apply'] }, (testCluster) => {
  const appliers = useAppliers(testCluster);
  const { prepare } = appliers;
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = appliers.cluster;
    await installKind(cluster.client, Widget);
  });

  const writes = async () => {
    const requests = await testCluster().requests();
    return requests.filter(({ method, uri }) => method !== 'GET' && uri.includes(namespace)).length;
  };

  it('R-106: the second apply of what the server has sends nothing, for six kinds of object', async () => {
    const intents: [AnyKind, Intent<AnyKind>][] = [
      [ConfigMap, { metadata: meta('noop'), data: { a: '1' } }],
      [Secret, { metadata: meta('noop'), stringData: { password: 'p' }, type: 'Opaque' }],
      [Service, { metadata: meta('noop'), spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } }],
      [Widget, { metadata: meta('noop'), spec: { size: 1, tags: ['a'] } }],
      [Deployment, deployment('noop')],
      [
        HorizontalPodAutoscaler,
        {
          metadata: meta('noop'),
          spec: {
            maxReplicas: 3,
            scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'noop' },
            metrics: [
              { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
            ],
          },
        },
      ],
    ];
    for (const [kind, intent] of intents) {
      const { applier, caughtUp, release } = await prepare(MANAGER, kind);
      const first = await applier.apply(kind, intent);
      expect([kind.kind, first.written]).toEqual([kind.kind, true]);
      await caughtUp(first);
      const before = await writes();
      const second = await applier.apply(kind, intent);
      expect([kind.kind, second.written, (await writes()) - before]).toEqual([kind.kind, false, 0]);
      await release();
    }
  });

  it('R-106: a new process needs at most one apply for what the server rewrites, and none for what it does not', async () => {
    const plain: Intent<typeof ConfigMap> = { metadata: meta('restart'), data: { a: '1' } };
    const first = await prepare(MANAGER, ConfigMap, Deployment);
    await first.applier.apply(ConfigMap, plain);
    await first.applier.apply(Deployment, deployment('restart'));
    await first.release();

    const second = await prepare(MANAGER, ConfigMap, Deployment);
    expect((await second.applier.apply(ConfigMap, plain)).written).toBe(false);
    const before = await writes();
    await second.applier.apply(Deployment, deployment('restart'));
    await second.applier.apply(Deployment, deployment('restart'));
    expect((await writes()) - before).toBe(1);
    await second.release();
  });

  it('R-104 R-105: a field left out is released and goes; fields of others stay', async () => {
    const { applier, caughtUp, release } = await prepare(MANAGER, ConfigMap);
    const { client } = cluster;
    await caughtUp(await applier.apply(ConfigMap, { metadata: meta('release'), data: { ours: '1', dropped: '1' } }));
    await client.patch(ConfigMap, meta('release'), { merge: { data: { theirs: '1' } } });
    const second = await applier.apply(ConfigMap, { metadata: meta('release'), data: { ours: '2' } });
    expect(second.object.data).toEqual({ ours: '2', theirs: '1' });
    await caughtUp(second);
    await client.patch(ConfigMap, meta('release'), { merge: { data: { ours: 'stolen' } } });
    await vi.waitFor(() => expect(client.get(ConfigMap, meta('release'))?.data?.['ours']).toBe('stolen'));
    const third = await applier.apply(ConfigMap, { metadata: meta('release'), data: { ours: '2' } });
    expect(third.object.data).toEqual({ ours: '2', theirs: '1' });
    await release();
  });

  it('R-108: an object that exists and is not ours is unchanged, with and without a selector, unless adopted', async () => {
    const { client } = cluster;
    const foreign = await client.create(ConfigMap, { metadata: meta('foreign'), data: { a: 'theirs' } });
    const intent: Intent<typeof ConfigMap> = { metadata: meta('foreign'), data: { a: 'ours' } };
    const whole = await prepare(MANAGER, ConfigMap);
    await expect(whole.applier.apply(ConfigMap, intent)).rejects.toMatchObject({
      code: 'APPLY_CONFLICT',
      message: expect.stringMatching(/configmaps "foreign".*managers: \S+/),
    });
    await whole.release();

    const applier = cluster.applier(MANAGER);
    const selective = cluster.cache(ConfigMap, { namespaces: [namespace], labelSelector: 'ours=yes' });
    await selective.waitForSync();
    await expect(applier.apply(ConfigMap, intent)).rejects.toMatchObject({ code: 'APPLY_CONFLICT' });
    expect((await client.live.get(ConfigMap, meta('foreign')))?.metadata.resourceVersion).toBe(
      foreign.metadata.resourceVersion,
    );

    await expect(applier.apply(ConfigMap, intent, { adopt: true })).rejects.toMatchObject({ code: 'APPLY_CONFLICT' });
    const beside: Intent<typeof ConfigMap> = { metadata: meta('foreign'), data: { b: 'ours' } };
    const adopted = await applier.apply(ConfigMap, beside, { adopt: true });
    expect(adopted.object.data).toEqual({ a: 'theirs', b: 'ours' });
    await selective.release();
  });

  it('R-108 R-109: with an owner only its own children are ours, and its reference is in the intent', async () => {
    const { client } = cluster;
    const owner = await client.create(ConfigMap, { metadata: meta('owner') });
    const other = await client.create(ConfigMap, { metadata: meta('other-owner') });
    const { applier, caughtUp, release } = await prepare(MANAGER, ConfigMap);
    const intent: Intent<typeof ConfigMap> = { metadata: meta('child'), data: { a: '1' } };
    const first = await applier.apply(ConfigMap, intent, { owner: { kind: ConfigMap, object: owner } });
    expect(first.object.metadata.ownerReferences).toMatchObject([{ uid: owner.metadata.uid, controller: true }]);
    await caughtUp(first);
    await expect(applier.apply(ConfigMap, intent, { owner: { kind: ConfigMap, object: other } })).rejects.toMatchObject(
      { code: 'APPLY_CONFLICT' },
    );
    await release();
  });

  it('R-107: a field that is rewritten each time is written over three times, then left alone for a minute', async () => {
    const { client } = cluster;
    const { applier, release } = await prepare(MANAGER, ConfigMap);
    const intent: Intent<typeof ConfigMap> = { metadata: meta('loop'), data: { a: 'ours' } };
    const outcomes: unknown[] = [];
    for (let round = 0; round < 5; round++) {
      const outcome = await applier.apply(ConfigMap, intent).then(
        ({ written }) => written,
        (error: unknown) => error,
      );
      outcomes.push(outcome);
      await client.patch(ConfigMap, meta('loop'), { merge: { data: { a: `rewritten ${round}` } } });
      await vi.waitFor(() => expect(client.get(ConfigMap, meta('loop'))?.data?.['a']).toBe(`rewritten ${round}`));
    }
    const loop = expect.objectContaining({ code: 'APPLY_LOOP', retryAfterMs: expect.any(Number) as number });
    expect(outcomes).toEqual([true, true, true, loop, loop]);
    // What is gone is nobody's to rewrite: it comes back at once, although its applies pause.
    await client.delete(ConfigMap, meta('loop'));
    await vi.waitFor(() => expect(client.get(ConfigMap, meta('loop'))).toBeUndefined());
    expect((await applier.apply(ConfigMap, intent)).written).toBe(true);
    await release();
  });

  it('R-107: what is deleted again and again is restored each time at once', async () => {
    const { client } = cluster;
    const { applier, release } = await prepare(MANAGER, ConfigMap);
    const intent: Intent<typeof ConfigMap> = { metadata: meta('deleted'), data: { a: 'ours' } };
    for (let round = 0; round < 6; round++) {
      expect((await applier.apply(ConfigMap, intent)).written).toBe(true);
      await client.delete(ConfigMap, meta('deleted'));
      await vi.waitFor(() => expect(client.get(ConfigMap, meta('deleted'))).toBeUndefined());
    }
    await release();
  });

  it('R-8 R-11: what the schema of a kind does not have is refused after one request', async () => {
    const tries: unknown[] = [];
    const strict = await connect({ text: testCluster().kubeconfig, onRetry: (notice) => void tries.push(notice) });
    const applier = strict.applier(MANAGER);
    const container = { name: 'web', image: 'web:1', env: [{ name: 'A' }, { name: 'A' }] };
    const doubled = { metadata: { labels: { app: 'web' } }, spec: { containers: [container] } };
    const { spec } = deployment('refused');
    await expect(
      applier.apply(Deployment, { ...deployment('refused'), spec: { ...spec, selector: {}, template: doubled } }),
    ).rejects.toMatchObject({ code: 'KUBE_INVALID', message: expect.stringContaining('same key') });
    const unknown = { metadata: meta('refused'), data: {}, foo: 1 };
    await expect(applier.apply(ConfigMap, unknown)).rejects.toMatchObject({ code: 'KUBE_INVALID' });
    expect(tries).toEqual([]);
    await strict.close();
  });

  it('R-103 R-106: two appliers of one name are one manager, and status is owned apart', async () => {
    const { applier, release } = await prepare(MANAGER, Deployment);
    const again = cluster.applier(MANAGER);
    await applier.apply(Deployment, deployment('managers'));
    await again.apply(Deployment, { ...deployment('managers'), metadata: { ...meta('managers') } });
    const status = { conditions: [{ type: 'SlipwayTest', status: 'True' }] };
    expect((await applier.applyStatus(Deployment, { metadata: meta('managers'), status })).written).toBe(true);
    const live = await cluster.client.live.get(Deployment, meta('managers'));
    const own = live?.metadata.managedFields?.filter(({ manager }) => manager?.startsWith(MANAGER));
    expect(own?.map(({ manager, operation, subresource }) => [manager, operation, subresource])).toEqual([
      [MANAGER, 'Apply', undefined],
      [`${MANAGER}-status`, 'Apply', 'status'],
    ]);
    await release();
  });

  it('R-110: a generated value is made once, also when the process ended between making and writing it', async () => {
    const access = { live: cluster.client.live, writer: cluster.client };
    const make = (value: string) =>
      createOnce(access, Secret, { metadata: meta('generated'), stringData: { password: value } });
    const first = await make('one');
    expect((await make('two')).data).toEqual(first.data);
  });

  it('R-111: after a rename the new manager can drop what the old one applied', async () => {
    const old = cluster.applier('apply.test.slipway.dev/old');
    await old.apply(ConfigMap, { metadata: meta('renamed'), data: { kept: '1', dropped: '1' } });
    const access = { live: cluster.client.live, writer: cluster.client };
    await migrateManager(access, ConfigMap, meta('renamed'), { from: old.manager, to: MANAGER });
    const { object } = await cluster
      .applier(MANAGER)
      .apply(ConfigMap, { metadata: meta('renamed'), data: { kept: '1' } });
    expect(object.data).toEqual({ kept: '1' });
    const live = await cluster.client.live.get(ConfigMap, meta('renamed'));
    expect(live?.metadata.managedFields?.map(({ manager }) => manager)).toEqual([MANAGER]);
  });
});

describeCluster(
  'server-side apply beside the scale subresource',
  { needs: ['objects', 'apply', 'schema'] },
  (testCluster) => {
    const appliers = useAppliers(testCluster);
    const { prepare } = appliers;

    it('R-105: replicas that another owns by design survive a hundred applies without them', async () => {
      const { applier, caughtUp, release } = await prepare(MANAGER, Deployment);
      await caughtUp(await applier.apply(Deployment, deployment('scaled')));
      await appliers.cluster.client
        .subresource(Deployment, meta('scaled'), 'scale')
        .patch({ merge: { spec: { replicas: 7 } } });
      for (let i = 0; i < 100; i++) await applier.apply(Deployment, deployment('scaled'));
      expect((await appliers.cluster.client.live.get(Deployment, meta('scaled')))?.spec?.replicas).toBe(7);
      await release();
    });
  },
);
