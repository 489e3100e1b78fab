import { requestAs } from '@slipway/tools/control-plane/index';
import { expect, test } from 'vitest';
import { freshNamespace } from './namespace.ts';
import { describeCluster } from './suite.ts';

/** What suites may rely on, whatever kind of cluster they run on. */
describeCluster('a test cluster', { needs: ['objects'] }, (cluster) => {
  const create = async (namespace: string, name: string): Promise<string> => {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } };
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const answer = await requestAs(cluster().kubeconfig, path, { method: 'POST', body });
    expect(answer.status).toBe(201);
    return (JSON.parse(answer.body) as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
  };

  test('R-184: keeps objects over a restart, at the same address', async () => {
    const namespace = await freshNamespace(cluster());
    await create(namespace, 'kept');
    const { url } = cluster();
    await cluster().restart();
    expect(cluster().url).toBe(url);
    const path = `/api/v1/namespaces/${namespace}/configmaps/kept`;
    expect((await requestAs(cluster().kubeconfig, path)).status).toBe(200);
  });

  test('R-184: forgets history when asked to', async () => {
    const namespace = await freshNamespace(cluster());
    const early = await create(namespace, 'early');
    await create(namespace, 'late');
    const watch = `/api/v1/namespaces/${namespace}/configmaps?watch=1&timeoutSeconds=1&resourceVersion=${early}`;
    expect((await requestAs(cluster().kubeconfig, watch)).body).toContain('"late"');
    await cluster().compact();
    expect((await requestAs(cluster().kubeconfig, watch)).body).toContain('"code":410');
  });

  test('R-184: tells every request that was answered, in order', async () => {
    const headers = { 'user-agent': 'in-order' };
    const paths = Array.from({ length: 20 }, (_, index) => `/api/v1/namespaces/default/configmaps/missing-${index}`);
    for (const path of paths) await requestAs(cluster().kubeconfig, path, { headers });
    const seen = (await cluster().requests()).filter(({ userAgent }) => userAgent === 'in-order');
    expect(seen).toEqual(paths.map((uri) => ({ method: 'GET', uri, userAgent: 'in-order', status: 404 })));
  });
});

describeCluster('a test cluster with RBAC', { needs: ['rbac'] }, (cluster) => {
  test('R-184: gives a new user no rights', async () => {
    const kubeconfig = await cluster().kubeconfigFor('newcomer');
    expect((await requestAs(kubeconfig, '/api/v1/namespaces/default/configmaps')).status).toBe(403);
  });
});
