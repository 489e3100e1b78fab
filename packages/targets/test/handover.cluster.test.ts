import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeploymentResource, ResourceSet } from '@gati-framework/contracts/deployment';
import { type Cluster, connect } from '@slipway/kube';
import { ConfigMap, Secret } from '@slipway/kube/kinds';
import { HelmTarget, KubernetesTarget, takeOver } from '@slipway/targets';
import { HelmClient } from '@slipway/targets/helm';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { ensureTool } from '@slipway/tools/binaries/index';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { helms } from './helms.ts';
import { startSecureProxy } from './secure-proxy.ts';

const TIMEOUT = { timeout: 300_000 };

const map = (namespace: string, name: string, n = '1'): DeploymentResource => ({
  kind: 'ConfigMap',
  metadata: { namespace, name, labels: { part: 'shop' } },
  spec: {},
  data: { n },
});
const setIn = (namespace: string, ...resources: DeploymentResource[]): ResourceSet => ({
  owner: { apiVersion: 'example.dev/v1', kind: 'Shop', namespace, name: 'shop' },
  resources,
});

describeCluster('objects that change their target', { needs: ['objects', 'apply', 'schema'] }, (cluster) => {
  describe.each(helms)('with %s', (name) => {
    let helm: HelmClient;
    let admin: Cluster;
    let kubernetes: KubernetesTarget;
    const opened: { close(): Promise<void> }[] = [];
    let charts = '';
    beforeAll(async () => {
      charts = await mkdtemp(join(tmpdir(), 'charts-'));
      helm = await HelmClient.open({ binary: (await ensureTool(name)).path });
      admin = await connect({ text: cluster().kubeconfig });
      kubernetes = await KubernetesTarget.open({ cluster: admin });
    });
    afterEach(async () => {
      for (const each of opened.splice(0)) await each.close();
    });
    afterAll(async () => {
      await kubernetes?.close();
      await rm(charts, { recursive: true, force: true });
      await helm?.close();
      await admin?.close();
    });

    const openHelm = async (mode: 'install' | 'write' = 'install'): Promise<HelmTarget> => {
      const target = await HelmTarget.open({ kubeconfig: cluster().kubeconfig, helm, mode, chartFolder: charts });
      opened.push(target);
      return target;
    };
    const uidsIn = async (namespace: string): Promise<Record<string, string>> =>
      Object.fromEntries(
        (await admin.client.live.listAll(ConfigMap, { namespace, labelSelector: 'part=shop' })).map(({ metadata }) => [
          metadata.name,
          metadata.uid,
        ]),
      );
    const recordsIn = async (namespace: string): Promise<string[]> => [
      ...(await admin.client.live.listAll(ConfigMap, { namespace, labelSelector: '!part' }))
        .map(({ metadata }) => metadata.name ?? '')
        .filter((record) => record.startsWith('slipway-set-')),
      ...(await admin.client.live.listAll(Secret, { namespace })).map(({ metadata }) => metadata.name ?? ''),
    ];

    test('G-178: what stays in the set keeps its identity, what leaves it at the same time goes', TIMEOUT, async () => {
      const namespace = await freshNamespace(cluster());
      await kubernetes.applySet(setIn(namespace, map(namespace, 'a'), map(namespace, 'b')));
      const first = await uidsIn(namespace);
      const release = await openHelm();
      const next = setIn(namespace, map(namespace, 'b', '2'), map(namespace, 'c'));
      const { results } = await takeOver({ target: release, cluster: admin }, 'kubernetes', next);
      expect(results.map(({ outcome }) => outcome)).toEqual(['updated', 'created']);
      const second = await uidsIn(namespace);
      expect(second).toEqual({ b: first['b'], c: expect.any(String) });
      expect(await recordsIn(namespace)).toEqual([expect.stringMatching(/^sh\.helm\.release\.v1\.shop-shop\./)]);

      const last = setIn(namespace, map(namespace, 'c', '3'));
      await takeOver({ target: kubernetes, cluster: admin }, 'helm', last);
      expect(await uidsIn(namespace)).toEqual({ c: second['c'] });
      expect(await recordsIn(namespace)).toEqual([expect.stringMatching(/^slipway-set-/)]);
      const object = await admin.client.live.get(ConfigMap, { namespace, name: 'c' });
      expect(object?.metadata.annotations ?? {}).not.toHaveProperty('meta.helm.sh/release-name');
      expect(Object.keys(object?.metadata.labels ?? {}).toSorted()).toEqual(['part', 'slipway.dev/set']);
      expect(object?.metadata.managedFields?.map(({ manager }) => manager)).toEqual(['slipway']);
      expect(object?.data).toEqual({ n: '3' });
    });

    test(
      'G-23 G-178: what is of nobody’s set is not taken, and then the former target keeps all',
      TIMEOUT,
      async () => {
        const namespace = await freshNamespace(cluster());
        await kubernetes.applySet(setIn(namespace, map(namespace, 'a')));
        await admin.client.create(ConfigMap, { metadata: { namespace, name: 'theirs' }, data: { n: 'theirs' } });
        const wanted = setIn(namespace, map(namespace, 'a'), map(namespace, 'theirs'));
        const { results } = await takeOver({ target: await openHelm(), cluster: admin }, 'kubernetes', wanted);
        expect(results.some(({ error }) => error?.code === 'HELM_OWNERSHIP')).toBe(true);
        expect(await recordsIn(namespace)).toContainEqual(expect.stringMatching(/^slipway-set-/));
        const theirs = await admin.client.live.get(ConfigMap, { namespace, name: 'theirs' });
        expect(theirs?.data).toEqual({ n: 'theirs' });
      },
    );

    test('G-178: a handover that was cut short is finished by the next', TIMEOUT, async () => {
      const namespace = await freshNamespace(cluster());
      const set = setIn(namespace, map(namespace, 'a'), map(namespace, 'b'));
      await kubernetes.applySet(set);
      const before = await uidsIn(namespace);
      const proxy = await startSecureProxy(cluster().kubeconfig);
      opened.push({ close: () => proxy.stop() });
      const shaky = await connect({ text: proxy.kubeconfig });
      opened.unshift(shaky);
      const end = proxy.inject({ match: { verb: ['patch', 'delete'] }, fault: 'answer', args: { status: 403 } });
      const target = await openHelm();
      const cut = await takeOver({ target, cluster: shaky }, 'kubernetes', set);
      expect(cut.results.at(-1)).toMatchObject({
        ref: set.owner,
        outcome: 'failed',
        error: { code: 'KUBE_FORBIDDEN' },
      });
      end();
      const { results } = await takeOver({ target, cluster: shaky }, 'kubernetes', set);
      expect(results.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
      expect(await uidsIn(namespace)).toEqual(before);
      expect(await recordsIn(namespace)).toEqual([expect.stringMatching(/^sh\.helm\.release/)]);
    });

    test(
      'G-172 G-178: a chart that is only written can be installed over what another target made',
      TIMEOUT,
      async () => {
        const namespace = await freshNamespace(cluster());
        const set = setIn(namespace, map(namespace, 'a'));
        await kubernetes.applySet(set);
        const before = await uidsIn(namespace);
        const target = await openHelm('write');
        await takeOver({ target, cluster: admin }, 'kubernetes', set);
        const release = { kubeconfig: cluster().kubeconfig, namespace, name: 'shop-shop' };
        await helm.install(release, { chart: join(charts, namespace, 'shop-shop') });
        expect(await uidsIn(namespace)).toEqual(before);
        expect((await target.syncStatus(set.owner)).value).toMatchObject({ sync: 'Synced' });
      },
    );
  });
});
