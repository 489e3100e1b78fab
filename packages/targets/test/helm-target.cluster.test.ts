import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeploymentResource, ResourceSet } from '@gati-framework/contracts/deployment';
import { type Cluster, connect } from '@slipway/kube';
import { ConfigMap } from '@slipway/kube/kinds';
import { HelmTarget, type HelmTargetOptions } from '@slipway/targets';
import { HelmClient } from '@slipway/targets/helm';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { ensureTool } from '@slipway/tools/binaries/index';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { helms, tracedHelm } from './helms.ts';
import { startSecureProxy } from './secure-proxy.ts';
import { temporaryFolder } from './temporary-folder.ts';

const TIMEOUT = { timeout: 300_000 };

const map = (namespace: string, name: string, n = '1'): DeploymentResource => ({
  kind: 'ConfigMap',
  metadata: { namespace, name, labels: { part: 'shop' } },
  spec: {},
  data: { n, on: 'yes', multi: 'a\nb: {{ c }}\n' },
});
const setIn = (namespace: string, ...resources: DeploymentResource[]): ResourceSet => ({
  owner: { apiVersion: 'example.dev/v1', kind: 'Shop', namespace, name: 'shop' },
  resources,
});

describeCluster('the helm target', { needs: ['objects', 'apply', 'schema'] }, (cluster) => {
  describe.each(helms)('with %s', (name) => {
    let helm: HelmClient;
    let admin: Cluster;
    const opened: { close(): Promise<void> }[] = [];
    beforeAll(async () => {
      helm = await HelmClient.open({ binary: (await ensureTool(name)).path });
      admin = await connect({ text: cluster().kubeconfig });
    });
    afterEach(async () => {
      for (const each of opened.splice(0)) await each.close();
    });
    afterAll(async () => {
      await helm?.close();
      await admin?.close();
    });

    const open = async (options: HelmTargetOptions = {}): Promise<HelmTarget> => {
      const target = await HelmTarget.open({ kubeconfig: cluster().kubeconfig, helm, ...options });
      opened.push(target);
      return target;
    };
    const namesIn = async (namespace: string): Promise<string> =>
      (await admin.client.live.listAll(ConfigMap, { namespace, labelSelector: 'part=shop' }))
        .map(({ metadata }) => metadata.name ?? '')
        .toSorted()
        .join();
    const historyOf = async (namespace: string): Promise<string[]> =>
      (await helm.history({ kubeconfig: cluster().kubeconfig, namespace, name: 'shop-shop' })).map(
        ({ status }) => status,
      );

    test('G-172: writes a chart that helm lints strictly, and whose content arrives as it was', TIMEOUT, async () => {
      const chartFolder = await temporaryFolder();
      const namespace = await freshNamespace(cluster());
      const target = await open({ chartFolder });
      const role: DeploymentResource = { kind: 'Role', metadata: { namespace, name: 'reader' }, spec: {} };
      Object.assign(role, { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] });
      await target.applySet(setIn(namespace, map(namespace, 'a'), role));
      const chart = join(chartFolder, namespace, 'shop-shop');
      expect(await helm.lint(chart)).toEqual({ passed: true, findings: [] });
      expect((await readdir(chart)).toSorted()).toEqual([
        '.helmignore',
        '.slipway.json',
        'Chart.yaml',
        'templates',
        'values.schema.json',
        'values.yaml',
      ]);
      expect((await target.get('ConfigMap', namespace, 'a'))?.data).toEqual(map(namespace, 'a').data);
      expect(await target.get('Role', namespace, 'reader')).toMatchObject({ rules: [{ verbs: ['get'] }] });
      const values = { resources: { 'configmap-a': { metadata: { labels: { part: 7 } } } } };
      await expect(helm.template({ chart, values })).rejects.toMatchObject({ code: 'HELM_VALUES' });
    });

    test(
      'G-172: a template that a person edited is kept, one that fails to render changes nothing',
      TIMEOUT,
      async () => {
        const chartFolder = await temporaryFolder();
        const namespace = await freshNamespace(cluster());
        const target = await open({ chartFolder });
        await target.applySet(setIn(namespace, map(namespace, 'a')));
        const template = join(chartFolder, namespace, 'shop-shop', 'templates', 'configmap-a.yaml');
        const edited = (await readFile(template, 'utf8')).replace('metadata:\n', 'immutable: false\nmetadata:\n');
        await writeFile(template, edited);
        await target.applySet(setIn(namespace, map(namespace, 'a', '2')));
        expect(await readFile(template, 'utf8')).toBe(edited);
        expect(await target.get('ConfigMap', namespace, 'a')).toMatchObject({ immutable: false, data: { n: '2' } });

        await appendFile(template, '{{ .Values.no.such.thing }}\n');
        const { results } = await target.applySet(setIn(namespace, map(namespace, 'a', '3')));
        expect(results).toMatchObject([{ outcome: 'failed', error: { code: 'HELM_RENDER' } }]);
        expect((await target.get('ConfigMap', namespace, 'a'))?.data?.['n']).toBe('2');
        expect((await target.syncStatus(setIn(namespace).owner)).value).toMatchObject({
          revision: '2',
          sync: 'Synced',
        });
      },
    );

    test('G-172: no Secret gets into a chart', TIMEOUT, async () => {
      const chartFolder = await temporaryFolder();
      const namespace = await freshNamespace(cluster());
      const target = await open({ chartFolder });
      const secret = { kind: 'Secret', metadata: { namespace, name: 's' }, spec: {}, data: { p: 'aHVudGVyMjI=' } };
      const failed = target.applySet(setIn(namespace, map(namespace, 'a'), secret));
      await expect(failed).rejects.toMatchObject({
        code: 'TARGET_SECRET',
        message: expect.not.stringContaining('aHVu'),
      });
      expect(await readdir(chartFolder)).toEqual([]);
      expect(await namesIn(namespace)).toBe('');
    });

    test('G-172: with `write` the state is unknown until someone has installed the chart', TIMEOUT, async () => {
      const chartFolder = await temporaryFolder();
      const namespace = await freshNamespace(cluster());
      const target = await open({ chartFolder, mode: 'write' });
      const set = setIn(namespace, map(namespace, 'a'));
      const { revision, results } = await target.applySet(set);
      expect(results).toMatchObject([{ outcome: 'updated' }]);
      expect(await target.applySet(set)).toMatchObject({ revision, results: [{ outcome: 'unchanged' }] });
      expect((await target.syncStatus(set.owner)).unknown).toContain('waits for someone to install it');
      const chart = join(chartFolder, namespace, 'shop-shop');
      await helm.upgrade({ kubeconfig: cluster().kubeconfig, namespace, name: 'by-hand' }, { chart });
      expect((await target.syncStatus(set.owner)).value).toMatchObject({ revision, sync: 'Synced' });
      await expect(HelmTarget.open({ mode: 'write' })).rejects.toMatchObject({ code: 'TARGET_CONFIG' });
    });

    test('G-175: goes back to the manifests that a revision recorded, as a new revision', TIMEOUT, async () => {
      const namespace = await freshNamespace(cluster());
      const target = await open();
      const { owner } = setIn(namespace);
      await target.applySet(setIn(namespace, map(namespace, 'a'), map(namespace, 'b')));
      await target.applySet(setIn(namespace, map(namespace, 'a', '2')));
      const { revision } = await target.restore(owner, 1);
      expect(revision).toBe('3');
      expect(await namesIn(namespace)).toBe('a,b');
      expect((await target.get('ConfigMap', namespace, 'a'))?.data).toEqual(map(namespace, 'a').data);
      await expect(target.restore(owner, 99)).rejects.toMatchObject({ code: 'HELM_RELEASE_NOT_FOUND' });
    });

    test(
      'S-81: helm is killed in an upgrade: the next change repairs the release and forgets nothing',
      TIMEOUT,
      async () => {
        const traced = await tracedHelm(name);
        const proxy = await startSecureProxy(cluster().kubeconfig);
        opened.push({ close: () => proxy.stop() });
        const namespace = await freshNamespace(cluster());
        const options = { kubeconfig: proxy.kubeconfig, helmOptions: { binary: traced.binary } };
        const target = await HelmTarget.open(options);
        opened.push(target);
        await target.applySet(setIn(namespace, map(namespace, 'a')));

        // Helm hangs at the change of `a` and is killed.
        proxy.inject({ match: { verb: ['patch', 'update'], resource: 'configmaps', name: 'a' }, fault: 'drop' });
        const cut = target.applySet(setIn(namespace, map(namespace, 'a', '2'), map(namespace, 'b')));
        const failed = expect(cut).rejects.toMatchObject({ code: 'HELM_KILLED' });
        await vi.waitFor(() => expect(proxy.log.entries.some(({ faults }) => faults.includes('drop'))).toBe(true), {
          timeout: 30_000,
        });
        await traced.kill();
        await failed;
        proxy.clear();
        // It may have made `b` before it died, or not; here it has.
        await admin.client.apply(
          ConfigMap,
          {
            metadata: {
              namespace,
              name: 'b',
              labels: { part: 'shop', 'app.kubernetes.io/managed-by': 'Helm' },
              annotations: { 'meta.helm.sh/release-name': 'shop-shop', 'meta.helm.sh/release-namespace': namespace },
            },
          },
          { fieldManager: 'helm', force: true },
        );
        expect(await historyOf(namespace)).toEqual(['deployed', 'pending-upgrade']);
        expect((await target.syncStatus(setIn(namespace).owner)).value).toMatchObject({ sync: 'Progressing' });

        // Another process does not know whether that helm still runs, and waits its time.
        const other = await HelmTarget.open({ ...options, recoverAfterMs: 600_000 });
        opened.push(other);
        const set = setIn(namespace, map(namespace, 'a', '3'), map(namespace, 'c'));
        await expect(other.applySet(set)).rejects.toMatchObject({ code: 'HELM_RELEASE_PENDING' });
        expect((await target.applySet(set)).results.map(({ outcome }) => outcome)).toEqual(['updated', 'created']);
        expect(await namesIn(namespace)).toBe('a,c');
        expect(await historyOf(namespace)).toEqual(['superseded', 'deployed']);
      },
    );

    test('S-81: helm is killed in its first install: after its time another process repairs it', TIMEOUT, async () => {
      const traced = await tracedHelm(name);
      const proxy = await startSecureProxy(cluster().kubeconfig);
      opened.push({ close: () => proxy.stop() });
      const namespace = await freshNamespace(cluster());
      const target = await HelmTarget.open({ kubeconfig: proxy.kubeconfig, helmOptions: { binary: traced.binary } });
      opened.push(target);
      proxy.inject({ match: { verb: ['create', 'patch'], resource: 'configmaps' }, fault: 'drop' });
      const failed = expect(target.applySet(setIn(namespace, map(namespace, 'a')))).rejects.toMatchObject({
        code: 'HELM_KILLED',
      });
      await vi.waitFor(() => expect(proxy.log.entries.some(({ faults }) => faults.includes('drop'))).toBe(true), {
        timeout: 30_000,
      });
      await traced.kill();
      await failed;
      expect(await historyOf(namespace)).toEqual(['pending-install']);
      const other = await open({ recoverAfterMs: 0 });
      await other.applySet(setIn(namespace, map(namespace, 'a')));
      expect(await historyOf(namespace)).toEqual(['deployed']);
      await other.applySet(setIn(namespace));
      expect(await namesIn(namespace)).toBe('');
      expect(await historyOf(namespace)).toEqual([]);
    });

    test('G-153: what a refused upgrade had made and nobody wants goes with the next', TIMEOUT, async () => {
      const namespace = await freshNamespace(cluster());
      const target = await open();
      await target.applySet(setIn(namespace, map(namespace, 'a')));
      const refused = { ...map(namespace, 'b'), data: { 'not a key': 'x' } };
      const { results } = await target.applySet(setIn(namespace, map(namespace, 'a'), map(namespace, 'aa'), refused));
      expect(results.find(({ ref }) => ref.name === 'b')?.outcome).toBe('failed');
      await target.applySet(setIn(namespace, map(namespace, 'a', '2')));
      expect(await namesIn(namespace)).toBe('a');
    });
  });
});
