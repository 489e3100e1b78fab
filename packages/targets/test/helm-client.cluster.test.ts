import { type Cluster, connect } from '@slipway/kube';
import { ConfigMap } from '@slipway/kube/kinds';
import { HelmClient, type ReleaseRef } from '@slipway/targets/helm';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { ensureTool } from '@slipway/tools/binaries/index';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { packChart, writeChart } from './chart-files.ts';
import { serveChart } from './chart-server.ts';
import { helms, tracedHelm } from './helms.ts';
import { startSecureProxy } from './secure-proxy.ts';

const TIMEOUT = { timeout: 300_000 };

describeCluster('a helm client against a cluster', { needs: ['objects', 'apply', 'schema'] }, (cluster) => {
  describe.each(helms)('with %s', (name) => {
    let helm: HelmClient;
    let admin: Cluster;
    beforeAll(async () => {
      helm = await HelmClient.open({ binary: (await ensureTool(name)).path });
      admin = await connect({ text: cluster().kubeconfig });
    });
    afterAll(async () => {
      await helm?.close();
      await admin?.close();
    });

    const newRelease = async (): Promise<ReleaseRef> => ({
      kubeconfig: cluster().kubeconfig,
      namespace: await freshNamespace(cluster()),
      name: 'shop',
    });
    const sizeOf = async ({ namespace }: ReleaseRef): Promise<string | undefined> =>
      (await admin.client.live.get(ConfigMap, { namespace, name: 'shop-settings' }))?.data?.['size'];

    test('S-74, S-79: installs, upgrades, goes back and uninstalls, and tells each revision', TIMEOUT, async () => {
      const release = await newRelease();
      const chart = await writeChart();
      expect(await helm.status(release)).toBeUndefined();
      expect(await helm.history(release)).toEqual([]);
      const first = await helm.upgrade(release, { chart, labels: { step: 'one' }, description: 'first' });
      expect(first).toMatchObject({ name: 'shop', namespace: release.namespace, revision: 1, status: 'deployed' });
      await helm.upgrade(release, { chart, values: { size: 'large' } });
      expect(await sizeOf(release)).toBe('large');
      expect(await helm.values(release)).toEqual({ size: 'large' });
      expect(await helm.values(release, { revision: 1, all: true })).toEqual({ size: 'small' });
      expect(await helm.manifest(release, { revision: 1 })).toContain('size: "small"');

      expect(await helm.rollback(release, { revision: 1 })).toMatchObject({ revision: 3, status: 'deployed' });
      expect(await sizeOf(release)).toBe('small');
      expect((await helm.history(release)).map(({ revision, status }) => [revision, status])).toEqual([
        [1, 'superseded'],
        [2, 'superseded'],
        [3, 'deployed'],
      ]);
      expect(await helm.list(release)).toMatchObject([{ name: 'shop', revision: 3, chart: 'shop-1.0.0' }]);
      expect((await helm.list({ kubeconfig: release.kubeconfig ?? '' })).length).toBeGreaterThan(0);
      await helm.uninstall(release);
      await helm.uninstall(release);
      expect(await sizeOf(release)).toBeUndefined();
    });

    test('S-75: what fails says why by its code, with the last words of helm', TIMEOUT, async () => {
      const release = await newRelease();
      const chart = await writeChart({ 'templates/broken.yaml': '{{ fail "no size fits" }}' });
      await expect(helm.upgrade(release, { chart })).rejects.toMatchObject({
        code: 'HELM_RENDER',
        message: expect.stringContaining('no size fits'),
      });
      const schema = '{"type":"object","properties":{"size":{"type":"number"}}}';
      const strict = await writeChart({ 'values.schema.json': schema });
      await expect(helm.upgrade(release, { chart: strict })).rejects.toMatchObject({ code: 'HELM_VALUES' });
      await expect(helm.upgrade(release, { chart: '/nowhere/at/all' })).rejects.toMatchObject({ code: 'HELM_CHART' });
      await expect(helm.rollback(release, { revision: 7 })).rejects.toMatchObject({ code: 'HELM_RELEASE_NOT_FOUND' });
      expect(await helm.history(release)).toEqual([]);

      const taken = { metadata: { namespace: release.namespace, name: 'shop-settings' }, data: { whose: 'theirs' } };
      await admin.client.create(ConfigMap, taken);
      await expect(helm.upgrade(release, { chart: await writeChart() })).rejects.toMatchObject({
        code: 'HELM_OWNERSHIP',
      });
      await expect(helm.install({ ...release, name: 'other' }, { chart: '/nowhere' })).rejects.toMatchObject({
        code: 'HELM_CHART',
      });
    });

    test('S-74: a cluster that does not answer is unreachable, not empty', TIMEOUT, async () => {
      const proxy = await startSecureProxy(cluster().kubeconfig);
      const release = { kubeconfig: proxy.kubeconfig, namespace: 'default', name: 'shop' };
      await proxy.stop();
      await expect(helm.history(release)).rejects.toMatchObject({ code: 'HELM_UNREACHABLE' });
    });

    test(
      'S-81: a helm killed in an upgrade leaves it pending; recovered, the change is made once more',
      TIMEOUT,
      async () => {
        const traced = await tracedHelm(name);
        const killed = await HelmClient.open({ binary: traced.binary });
        const release = await newRelease();
        const proxy = await startSecureProxy(cluster().kubeconfig);
        const seen = { ...release, kubeconfig: proxy.kubeconfig };
        await killed.upgrade(seen, { chart: await writeChart() });

        proxy.inject({ match: { verb: ['patch', 'update'], resource: 'configmaps' }, fault: 'drop' });
        const values = { size: 'large' };
        const cut = killed.upgrade(seen, { chart: await writeChart(), values });
        const failed = expect(cut).rejects.toMatchObject({ code: 'HELM_KILLED' });
        await vi.waitFor(() => expect(proxy.log.entries.some(({ faults }) => faults.includes('drop'))).toBe(true), {
          timeout: 20_000,
        });
        await traced.kill();
        await failed;
        proxy.clear();
        expect((await killed.history(seen)).at(-1)).toMatchObject({ revision: 2, status: 'pending-upgrade' });
        await expect(killed.upgrade(seen, { chart: await writeChart(), values })).rejects.toMatchObject({
          code: 'HELM_RELEASE_PENDING',
        });

        expect(await killed.recover(seen)).toMatchObject({ revision: 2, status: 'pending-upgrade' });
        expect(await killed.recover(seen)).toBeUndefined();
        expect(await sizeOf(release)).toBe('small');
        expect(await killed.upgrade(seen, { chart: await writeChart(), values })).toMatchObject({
          revision: 2,
          status: 'deployed',
        });
        expect(await sizeOf(release)).toBe('large');
        await killed.close();
        await proxy.stop();
      },
    );

    test(
      'S-76: charts come from a repository, a registry or a path, with a password where one is asked',
      TIMEOUT,
      async () => {
        const credentials = { username: 'reader', password: 'pa55word' };
        const archive = await packChart(await writeChart());
        const server = await serveChart(archive, credentials);
        const remote = { repository: server.url, name: 'shop', version: '1.0.0' };
        const registry = { ...remote, repository: `oci://${server.host}/team`, plainHttp: true };
        for (const chart of [remote, registry]) {
          expect((await helm.pull({ ...chart, credentials })).equals(archive)).toBe(true);
          expect(await helm.template({ chart: { ...chart, credentials }, name: 'web' })).toContain(
            'name: web-settings',
          );
          await expect(helm.pull(chart)).rejects.toMatchObject({ code: 'HELM_CHART' });
        }
        await expect(helm.pull({ ...remote, version: '9.9.9', credentials })).rejects.toMatchObject({
          code: 'HELM_CHART',
        });
        const release = await newRelease();
        expect(await helm.upgrade(release, { chart: { ...remote, credentials } })).toMatchObject({
          status: 'deployed',
        });
        await server.stop();
      },
    );

    test('S-75: lint says what is wrong', TIMEOUT, async () => {
      expect(await helm.lint(await writeChart())).toEqual({ passed: true, findings: [] });
      const broken = await helm.lint(await writeChart({ 'templates/x.yaml': 'a: [' }));
      expect(broken.passed).toBe(false);
      expect(broken.findings.join()).toContain('x.yaml');
    });
  });
});
