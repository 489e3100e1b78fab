import type { DeploymentResource, Ref, ResourceSet } from '@gati-framework/contracts/deployment';
import { type Cluster, connect } from '@slipway/kube';
import { ConfigMap, Deployment, PersistentVolumeClaim, Service } from '@slipway/kube/kinds';
import { FaultProxy } from '@slipway/kube/testing';
import { crashAtEveryWrite } from '@slipway/runtime/testing';
import { KubernetesTarget } from '@slipway/targets';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const map = (namespace: string, name: string, n = '1'): DeploymentResource => ({
  kind: 'ConfigMap',
  metadata: { namespace, name },
  spec: {},
  data: { n },
});
const setIn = (namespace: string, ...resources: DeploymentResource[]): ResourceSet => ({
  owner: { apiVersion: 'example.dev/v1', kind: 'Shop', namespace, name: 'shop' },
  resources,
});

describeCluster('the kubernetes target under faults', { needs: ['objects', 'apply', 'schema'] }, (cluster) => {
  let admin: Cluster;
  beforeAll(async () => {
    admin = await connect({ text: cluster().kubeconfig });
  });
  afterAll(() => admin?.close());

  const namesIn = async (namespace: string): Promise<string[]> =>
    (await admin.client.live.listAll(ConfigMap, { namespace }))
      .map(({ metadata }) => metadata.name ?? '')
      .filter((name) => !name.startsWith('slipway-set-') && name !== 'kube-root-ca.crt')
      .toSorted();

  test('G-152, G-171: a set that changes ends the same, whichever of its writes the process dies at', {
    timeout: 300_000,
  }, async () => {
    // What a user wants next stands in a ConfigMap; the operator applies it until nothing is left to do.
    const wish = 'wish';
    const sets = (namespace: string): Record<string, ResourceSet> => ({
      first: setIn(namespace, map(namespace, 'a'), map(namespace, 'b')),
      second: setIn(namespace, map(namespace, 'b', '2'), map(namespace, 'c')),
      none: setIn(namespace),
    });
    const { crashes, missed } = await crashAtEveryWrite({
      kubeconfig: cluster().kubeconfig,
      kinds: [ConfigMap],
      withinMs: 60_000,
      quietMs: 2_000,
      // Names of sets and revisions are digests over the namespace, which is another in each run.
      normalise: (state) =>
        JSON.parse(JSON.stringify(state).replaceAll(/\b(?:[0-9a-f]{16}|crash-[a-z0-9]{5})\b/g, 'own')) as unknown,
      async start({ kubeconfig, namespace, clock }) {
        const over = new AbortController();
        const target = await KubernetesTarget.open({ connect: { text: kubeconfig, clock } });
        const handle = await target.watch('ConfigMap', namespace, async ({ resource }) => {
          const set = resource.metadata.name === wish ? sets(namespace)[resource.data?.['n'] ?? ''] : undefined;
          if (set && !over.signal.aborted) await target.applySet(set);
        });
        return {
          async stop() {
            over.abort();
            await handle.stop();
            await target.close();
          },
        };
      },
      async scenario({ client, namespace, until }) {
        const wishFor = async (n: string, isDone: () => Promise<boolean>): Promise<void> => {
          await client.apply(ConfigMap, { metadata: { namespace, name: wish }, data: { n } } as object, {
            fieldManager: 'user',
          });
          await until(isDone);
        };
        const settled = async (n: string): Promise<boolean> => {
          const record = (await client.live.listAll(ConfigMap, { namespace })).find(({ metadata }) =>
            metadata.name?.startsWith('slipway-set-'),
          );
          const names = (await namesIn(namespace)).filter((name) => name !== wish).join();
          return names === n && record?.data?.['pending'] === undefined && (record !== undefined || n === '');
        };
        await wishFor('first', () => settled('a,b'));
        await wishFor('second', () => settled('b,c'));
      },
    });
    expect(missed).toEqual([]);
    expect(crashes).toBeGreaterThanOrEqual(16);
  });

  test('G-138, G-154: what was cut half-way by a server that went away is finished or taken back later', async () => {
    const namespace = await freshNamespace(cluster());
    const proxy = await FaultProxy.start({ upstream: cluster().kubeconfig });
    const options = { text: proxy.kubeconfig, deadlineMs: 60_000, retry: { maxTries: 1 } };
    const target = await KubernetesTarget.open({ connect: options });
    const heal = proxy.inject({ match: { verb: 'patch', name: 'b' }, fault: 'refuse' });
    await expect(target.applySet(setIn(namespace, map(namespace, 'a'), map(namespace, 'b')))).rejects.toMatchObject({
      code: 'KUBE_UNREACHABLE',
    });
    expect(await namesIn(namespace)).toEqual(['a']);
    const { value } = await target.syncStatus(setIn(namespace).owner);
    expect(value).toMatchObject({ sync: 'Progressing', health: 'Missing' });
    heal();
    // Another process, with another wish: what the first left is not forgotten.
    const next = await KubernetesTarget.open({ connect: options });
    await next.applySet(setIn(namespace, map(namespace, 'c')));
    expect(await namesIn(namespace)).toEqual(['c']);
    await Promise.all([target.close(), next.close()]);
    await proxy.stop();
  });

  test('G-171: a second apply sends no write, and 429 and 500 on the way are waited out', async () => {
    const namespace = await freshNamespace(cluster());
    const proxy = await FaultProxy.start({ upstream: cluster().kubeconfig });
    const target = await KubernetesTarget.open({ connect: { text: proxy.kubeconfig, retry: { baseMs: 1 } } });
    proxy.inject({ match: { verb: 'patch' }, nth: 1, fault: 'answer', args: { status: 429 } });
    proxy.inject({ match: { verb: 'patch' }, nth: 2, fault: 'answer', args: { status: 500 } });
    const deployment: DeploymentResource = {
      kind: 'Deployment',
      metadata: { namespace, name: 'web', labels: { app: 'web' } },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: [{ name: 'web', image: 'web:1', resources: { requests: { cpu: '1000m' } } }] },
        },
      },
    };
    const service: DeploymentResource = {
      kind: 'Service',
      metadata: { namespace, name: 'web' },
      spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
    };
    const set = setIn(namespace, map(namespace, 'a'), deployment, service);
    await target.applySet(set);
    const writes = (): number =>
      proxy.log.entries.filter(({ verb }) => ['patch', 'create', 'update', 'delete'].includes(verb)).length;
    const before = writes();
    const { results } = await target.applySet(set);
    expect(results.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'unchanged']);
    expect(writes()).toBe(before);
    expect(await admin.client.live.get(Deployment, { namespace, name: 'web' })).toBeDefined();
    expect(await admin.client.live.get(Service, { namespace, name: 'web' })).toBeDefined();
    await target.close();
    await proxy.stop();
  });

  test('G-202: a set that is as it should be costs no request where caches hold its kinds', async () => {
    const namespace = await freshNamespace(cluster());
    const proxy = await FaultProxy.start({ upstream: cluster().kubeconfig });
    const handle = await connect({ text: proxy.kubeconfig });
    const cache = handle.cache(ConfigMap, { namespaces: [namespace] });
    await cache.waitForSync();
    const target = await KubernetesTarget.open({ cluster: handle });
    const set = setIn(namespace, map(namespace, 'a'), map(namespace, 'b'));
    const requests = (): number => proxy.log.entries.filter(({ verb }) => verb !== 'watch').length;
    await target.applySet(set);
    await vi.waitFor(() => expect(cache.list().map(({ metadata }) => metadata.name)).toContain('b'));
    const before = requests();
    const { results } = await target.applySet(set);
    expect(results.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
    expect(requests()).toBe(before);
    await cache.release();
    await handle.close();
    await proxy.stop();
  });

  test('G-138, G-202: who remembers a record that another has written or removed reads it again', async () => {
    const namespace = await freshNamespace(cluster());
    const open = (): Promise<KubernetesTarget> =>
      KubernetesTarget.open({ connect: { text: cluster().kubeconfig }, manager: 'one' });
    const [first, second] = [await open(), await open()];
    await first.applySet(setIn(namespace, map(namespace, 'a')));
    await second.applySet(setIn(namespace, map(namespace, 'a'), map(namespace, 'b')));
    // What it never heard of goes too: the record names it.
    await first.applySet(setIn(namespace, map(namespace, 'c')));
    expect(await namesIn(namespace)).toEqual(['c']);
    await second.applySet(setIn(namespace));
    await first.applySet(setIn(namespace, map(namespace, 'd')));
    expect(await namesIn(namespace)).toEqual(['d']);
    await Promise.all([first.close(), second.close()]);
  });

  test('G-22: objects and the record refer to the owner of their namespace', async () => {
    const namespace = await freshNamespace(cluster());
    const target = await KubernetesTarget.open({ connect: { text: cluster().kubeconfig } });
    const made = await admin.client.create(ConfigMap, { metadata: { namespace, name: 'owner' } });
    const uid = made.metadata.uid ?? '';
    const owner: Ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'owner', uid };
    await target.applySet({ owner, resources: [map(namespace, 'a')] });
    const child = await target.get('ConfigMap', namespace, 'a');
    expect(child?.metadata.ownerReferences).toMatchObject([
      { kind: 'ConfigMap', name: 'owner', uid, controller: true },
    ]);
    const records = (await target.list('ConfigMap', namespace)).filter(({ data }) => data?.['resources'] !== undefined);
    expect(records.map(({ metadata }) => metadata.ownerReferences?.[0]?.uid)).toEqual([uid]);
    await target.close();
  });

  test('G-23: an object of another set is not taken from it; alone it keeps its place in the set', async () => {
    const namespace = await freshNamespace(cluster());
    const target = await KubernetesTarget.open({ connect: { text: cluster().kubeconfig } });
    await target.applySet(setIn(namespace, map(namespace, 'a')));
    const rival = { ...setIn(namespace).owner, name: 'rival' };
    const { results } = await target.applySet({ owner: rival, resources: [map(namespace, 'a', '9')] });
    expect(results).toMatchObject([{ outcome: 'failed', error: { code: 'TARGET_CONFLICT' } }]);
    await target.apply(map(namespace, 'a', '2'));
    await target.applySet(setIn(namespace));
    expect(await namesIn(namespace)).toEqual([]);
    await target.close();
  });

  test('G-155: a volume claim that leaves its set stays', async () => {
    const namespace = await freshNamespace(cluster());
    const target = await KubernetesTarget.open({ connect: { text: cluster().kubeconfig } });
    const claim: DeploymentResource = {
      kind: 'PersistentVolumeClaim',
      metadata: { namespace, name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    };
    await target.applySet(setIn(namespace, claim));
    await target.applySet(setIn(namespace));
    expect(await admin.client.live.get(PersistentVolumeClaim, { namespace, name: 'data' })).toBeDefined();
    await target.close();
  });

  test('G-138: a record that cannot be read stops the change instead of letting objects go', async () => {
    const namespace = await freshNamespace(cluster());
    const target = await KubernetesTarget.open({ connect: { text: cluster().kubeconfig } });
    await target.applySet(setIn(namespace, map(namespace, 'a')));
    const record = (await target.list('ConfigMap', namespace)).find(({ data }) => data?.['resources'] !== undefined);
    const ref = { namespace, name: record?.metadata.name ?? '' };
    await admin.client.patch(ConfigMap, ref, { merge: { data: { resources: '[{' } } });
    await expect(target.applySet(setIn(namespace))).rejects.toMatchObject({ code: 'TARGET_RECORD' });
    expect(await namesIn(namespace)).toEqual(['a']);
    await target.close();
  });

  test('G-139: a watch goes on over lost connections, without a gap and without a repeat', {
    timeout: 300_000,
  }, async () => {
    const namespace = await freshNamespace(cluster());
    const proxy = await FaultProxy.start({ upstream: cluster().kubeconfig });
    const target = await KubernetesTarget.open({ connect: { text: proxy.kubeconfig, retry: { baseMs: 1 } } });
    const seen: string[] = [];
    const handle = await target.watch('ConfigMap', namespace, ({ type, resource: { metadata, data } }) => {
      if (metadata.name === 'counter') seen.push(`${type} ${data?.['n']}`);
    });
    await handle.synced;
    for (let n = 1; n <= 3; n++) {
      await admin.client.apply(ConfigMap, { metadata: { namespace, name: 'counter' }, data: { n: `${n}` } } as object, {
        fieldManager: 'user',
      });
      await vi.waitFor(() => expect(seen.at(-1)).toMatch(new RegExp(` ${n}$`)));
      proxy.cutAll();
    }
    expect(seen).toEqual(['ADDED 1', 'MODIFIED 2', 'MODIFIED 3']);
    await handle.stop();
    await target.close();
    await proxy.stop();
  });
});
