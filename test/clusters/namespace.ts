import { requestAs } from '@slipway/tools/control-plane/index';
import { waitUntil } from '@slipway/tools/processes/index';
import type { TestCluster } from './cluster.ts';

/** Makes a namespace that no other test uses, ready for pods, and returns its name. */
export async function freshNamespace(cluster: TestCluster): Promise<string> {
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { generateName: 'test-' } };
  const created = await requestAs(cluster.kubeconfig, '/api/v1/namespaces', { method: 'POST', body });
  if (created.status !== 201) throw new Error(`no namespace was made: ${created.status} ${created.body}`);
  const { name } = (JSON.parse(created.body) as { metadata: { name: string } }).metadata;
  if (cluster.capabilities.has('controllers')) await untilHasServiceAccount(cluster, name);
  return name;
}

/** Until its controller has made it, no pod is admitted. */
async function untilHasServiceAccount(cluster: TestCluster, namespace: string): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/default`;
  await waitUntil(async () => ((await requestAs(cluster.kubeconfig, path)).status === 200 ? true : undefined));
}
