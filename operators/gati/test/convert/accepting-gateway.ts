import { type AnyKind, type Cluster, connect, installDefinition, isKubeError } from '@slipway/kube';
import { openDefinition } from '@slipway/runtime/testing';
import { Gateway, HttpRoute } from '@slipway/test/gateway/kinds';
import { waitUntil } from '@slipway/tools/processes/index';
import { onTestFinished } from 'vitest';

export const GATEWAY = 'edge';

/** A Gateway that takes every route at its word and carries nothing: for clusters whose pods only seem to run. */
export async function startAcceptingGateway(kubeconfig: string): Promise<(namespace: string) => Promise<void>> {
  const cluster = await connect({ text: kubeconfig });
  for (const kind of [Gateway, HttpRoute] as unknown as readonly AnyKind[]) {
    const definition = openDefinition(kind);
    // The group is Kubernetes' own: without this the server takes nothing into it.
    const metadata = {
      ...definition.metadata,
      annotations: { 'api-approved.kubernetes.io': 'unapproved, for a test' },
    };
    await installDefinition(cluster.client, { ...definition, metadata });
  }
  return async (namespace) => {
    const spec = { gatewayClassName: 'test', listeners: [{ name: 'http', protocol: 'HTTP', port: 80 }] };
    await cluster.client.create(Gateway, { metadata: { namespace, name: GATEWAY }, spec });
    const ending = new AbortController();
    const accepting = acceptRoutes(cluster, namespace, ending.signal);
    onTestFinished(async () => {
      ending.abort();
      await accepting;
      await cluster.close();
    });
  };
}

async function acceptRoutes({ client }: Cluster, namespace: string, signal: AbortSignal): Promise<void> {
  const accept = async (): Promise<undefined> => {
    for (const { metadata, status } of await client.live.listAll(HttpRoute, { namespace })) {
      const { generation = 0, name } = metadata;
      const conditions = ['Accepted', 'ResolvedRefs'].map((type) => ({
        type,
        status: 'True' as const,
        reason: type,
        message: '',
        observedGeneration: generation,
      }));
      if (status?.parents[0]?.conditions[0]?.observedGeneration === generation) continue;
      const parents = [{ parentRef: { name: GATEWAY }, controllerName: 'example.dev/test', conditions }];
      const route = client.subresource(HttpRoute, { namespace, name }, 'status');
      await route.patch({ merge: { status: { parents } } }).catch((error: unknown) => {
        // Replaced or removed meanwhile.
        if (!isKubeError(error, 'KUBE_NOT_FOUND', 'KUBE_CONFLICT')) throw error;
      });
    }
    return undefined;
  };
  await waitUntil(accept, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
