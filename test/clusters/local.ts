import { startLocalCluster } from '@slipway/localcluster';
import type { TestCluster } from './cluster.ts';
import { flavours } from './flavour.ts';

const HEALTH_PROBE = /^\/(?:healthz|livez|readyz)\b/;

/** localcluster as a test cluster. */
export async function startLocalTestCluster(): Promise<TestCluster> {
  const cluster = await startLocalCluster({ requestLogLimit: Number.POSITIVE_INFINITY });
  return {
    flavour: 'local',
    capabilities: flavours.local.capabilities,
    url: cluster.url,
    kubeconfig: cluster.kubeconfig,
    kubeconfigFor: async (user, groups) => cluster.kubeconfigFor(user, groups),
    restart: () => cluster.restart(),
    compact: async () => cluster.compact(),
    requests: async () => cluster.requests().filter(({ uri }) => !HEALTH_PROBE.test(uri)),
    stop: () => cluster.stop(),
  };
}
