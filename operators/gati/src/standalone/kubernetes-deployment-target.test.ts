import { connect } from '@slipway/kube';
import { startLocalCluster } from '@slipway/localcluster';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KubernetesDeploymentTarget } from './index.ts';

let local: Awaited<ReturnType<typeof startLocalCluster>>;
beforeAll(async () => {
  local = await startLocalCluster();
});
afterAll(() => local?.stop());

/** As client-node holds it. */
function kubeConfig(): object {
  const token = local.issueToken('ann', ['system:masters']);
  const caData = Buffer.from(local.caPem).toString('base64');
  return {
    clusters: [{ name: 'local', server: local.url, caData, skipTLSVerify: false }],
    users: [{ name: 'ann', token }],
    contexts: [{ name: 'here', cluster: 'local', user: 'ann' }],
    currentContext: 'here',
  };
}

it('G-2 G-171: takes the text of a kubeconfig, a KubeConfig of client-node by its shape, or an open handle', async () => {
  const cluster = await connect({ text: local.kubeconfig });
  const accesses = [local.kubeconfig, kubeConfig(), cluster];
  for (const [index, access] of accesses.entries()) {
    const target = new KubernetesDeploymentTarget(access);
    const metadata = { namespace: 'default', name: `map-${index}` };
    await target.apply({ kind: 'ConfigMap', metadata, spec: {}, data: { by: 'target' } });
    expect((await target.get('ConfigMap', 'default', metadata.name))?.data).toEqual({ by: 'target' });
    await target.close();
  }
  // A handle that was given is its owner's.
  expect(
    await cluster.client.live.get(
      { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', scope: 'Cluster' },
      { name: 'default' },
    ),
  ).toBeDefined();
  await cluster.close();
});
