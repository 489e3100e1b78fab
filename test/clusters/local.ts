import { startLocalCluster } from '@slipway/localcluster';
import type { Capability, TestCluster } from './cluster.ts';
import { flavours } from './flavour.ts';

const HEALTH_PROBE = /^\/(?:healthz|livez|readyz)\b/;

/**
 * localcluster as a test cluster. Its controllers and its scheduler run only where a suite needs them: they would be
 * in the way of those that count requests.
 */
export async function startLocalTestCluster(needs: ReadonlySet<Capability>): Promise<TestCluster> {
  const controllers = needs.has('controllers');
  const cluster = await startLocalCluster({ requestLogLimit: Number.POSITIVE_INFINITY, controllers });
  const scheduler = controllers ? await startScheduler(cluster.kubeconfig) : undefined;
  return {
    flavour: 'local',
    capabilities: new Set([...flavours.local.capabilities].filter((one) => one !== 'controllers' || controllers)),
    url: cluster.url,
    kubeconfig: cluster.kubeconfig,
    kubeconfigFor: async (user, groups) => cluster.kubeconfigFor(user, groups),
    restart: () => cluster.restart(),
    compact: async () => cluster.compact(),
    requests: async () => cluster.requests().filter(({ uri }) => !HEALTH_PROBE.test(uri)),
    async stop() {
      await scheduler?.stop();
      await cluster.stop();
    },
  };
}

async function startScheduler(kubeconfig: string): Promise<{ stop(): Promise<void> }> {
  const scheduler = await import('@slipway/localcluster/scheduler');
  return scheduler.startScheduler({ kubeconfig });
}
