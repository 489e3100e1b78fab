import { connect } from '@slipway/kube';
import { startLocalCluster } from '@slipway/localcluster';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { KubernetesDeploymentTarget } from './index.ts';

let local: Awaited<ReturnType<typeof startLocalCluster>>;
beforeAll(async () => {
  local = await startLocalCluster();
});
afterAll(() => local?.stop());

interface Named {
  readonly name: string;
}
interface Kubeconfig {
  readonly clusters: readonly (Named & { readonly cluster: Record<string, string> })[];
  readonly users: readonly (Named & { readonly user: Record<string, string> })[];
  readonly contexts: readonly (Named & { readonly context: Record<string, string> })[];
  readonly 'current-context': string;
}

/** As client-node holds it. */
function kubeConfigOf(text: string): object {
  const { clusters, users, contexts, 'current-context': currentContext } = parse(text) as Kubeconfig;
  return {
    clusters: clusters.map(({ name, cluster }) => ({
      name,
      server: cluster['server'],
      caData: cluster['certificate-authority-data'],
      skipTLSVerify: false,
    })),
    users: users.map(({ name, user }) => ({
      name,
      certData: user['client-certificate-data'],
      keyData: user['client-key-data'],
      token: user['token'],
    })),
    contexts: contexts.map(({ name, context }) => ({ name, ...context })),
    currentContext,
  };
}

it('G-2 G-171: takes the text of a kubeconfig, a KubeConfig of client-node by its shape, or an open handle', async () => {
  const cluster = await connect({ text: local.kubeconfig });
  const accesses = [local.kubeconfig, kubeConfigOf(local.kubeconfig), cluster];
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
