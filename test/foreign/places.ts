import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import { type Nodes, type NodesOption, type Rule, startNodes } from '@slipway/localcluster/kubelet';
import { startControlPlane } from '@slipway/tools/control-plane/index';
import { Administrator } from './administrator.ts';

/** What runs behind the API, the same wherever it is. */
export interface Setting {
  readonly nodes: NodesOption;
  readonly rules: readonly Rule[];
}

/** A cluster that clients are led to by a kubeconfig. */
export interface Place {
  readonly kubeconfig: string;
  stop(): Promise<void>;
}

/** localcluster with controllers, scheduler and nodes in this process. */
export async function startLocalPlace({ nodes, rules }: Setting): Promise<Place> {
  const cluster = await startLocalCluster({ nodes, kubelet: { rules } });
  const kubeconfig = adminKubeconfig(cluster);
  await untilNodesTakePods(kubeconfig);
  return { kubeconfig, stop: () => cluster.stop() };
}

/** A real control plane with its own controllers and scheduler. Its nodes are the simulated ones. */
export async function startKubePlace({ nodes, rules }: Setting): Promise<Place> {
  const plane = await startControlPlane();
  let running: Nodes | undefined;
  const stop = async (): Promise<void> => {
    await running?.stop();
    await plane.stop();
  };
  try {
    running = await startNodes({ kubeconfig: plane.kubeconfig, nodes, rules });
    await untilNodesTakePods(plane.kubeconfig);
  } catch (error) {
    await stop();
    throw error;
  }
  return { kubeconfig: plane.kubeconfig, stop };
}

/**
 * A new node is tainted until the controllers have seen that it is ready. While one of them is and
 * another is not, pods go where they would not go later.
 */
export async function untilNodesTakePods(kubeconfig: string): Promise<void> {
  const isTainted = ({ spec }: { spec: { taints?: object[] } }): boolean => spec.taints !== undefined;
  await new Administrator(kubeconfig).until('/api/v1/nodes', ({ items }) => !items.some(isTainted));
}

/** Of the same user as on the real one, who is known by a certificate there. JSON is YAML too. */
export function adminKubeconfig(cluster: LocalCluster, user = 'admin', groups = ['system:masters']): string {
  const { certPem, keyPem } = cluster.authority.issueClient({ user, groups });
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'control-plane',
    clusters: [
      { name: 'control-plane', cluster: { server: cluster.url, 'certificate-authority-data': base64(cluster.caPem) } },
    ],
    users: [{ name: user, user: { 'client-certificate-data': base64(certPem), 'client-key-data': base64(keyPem) } }],
    contexts: [{ name: 'control-plane', context: { cluster: 'control-plane', user } }],
  });
}
