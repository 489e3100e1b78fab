import { type Cluster, connect, type DeepReadonly, type ObjectOf } from '@slipway/kube';
import { Node, Pod } from '@slipway/kube/kinds';
import { waitUntil } from '@slipway/tools/processes/index';
import type { TestCluster } from '../../../../test/clusters/cluster.ts';
import { freshNamespace } from '../../../../test/clusters/namespace.ts';
import { type Controllers, startControllers } from '../../src/controllers/index.ts';
import { type Nodes, type StartNodesOptions, startNodes } from '../../src/kubelet/index.ts';

export type PodObject = ObjectOf<typeof Pod>;
type PodSpec = NonNullable<PodObject['spec']>;

/** A namespace, nodes of its own and a client, on any cluster. Its owner closes it. */
export class Rig {
  readonly nodes: Nodes;
  readonly namespace: string;
  readonly cluster: Cluster;
  readonly #lifecycle: Controllers | undefined;
  #pods = 0;

  private constructor(nodes: Nodes, namespace: string, cluster: Cluster, lifecycle: Controllers | undefined) {
    this.#lifecycle = lifecycle;
    this.nodes = nodes;
    this.namespace = namespace;
    this.cluster = cluster;
  }

  static async start(on: TestCluster, options: Omit<StartNodesOptions, 'kubeconfig'> = {}): Promise<Rig> {
    const namespace = await freshNamespace(on);
    const nodes = await startNodes({
      kubeconfig: on.kubeconfig,
      // Names of its own: suites of one file share a cluster.
      nodes: [{ name: `${namespace}-a` }, { name: `${namespace}-b` }],
      ...options,
    });
    // A real control plane has kube-controller-manager for it.
    const lifecycle =
      on.flavour === 'local'
        ? await startControllers({ kubeconfig: on.kubeconfig, only: ['nodelifecycle', 'tainteviction'] })
        : undefined;
    return new Rig(nodes, namespace, await connect({ text: on.kubeconfig }), lifecycle);
  }

  /** Creates a pod that is bound already. */
  async run(spec: Partial<PodSpec> = {}, metadata: PodObject['metadata'] = {}): Promise<string> {
    this.#pods++;
    const name = `pod-${this.#pods}`;
    await this.cluster.client.create(Pod, {
      metadata: { namespace: this.namespace, name, ...metadata },
      spec: {
        nodeName: this.nodes.names[0] ?? '',
        containers: [{ name: 'web', image: 'web:1' }],
        tolerations: [{ operator: 'Exists' }],
        ...spec,
      },
    });
    return name;
  }

  get(name: string): Promise<PodObject | undefined> {
    return this.cluster.client.live.get(Pod, { namespace: this.namespace, name });
  }

  /** The pod once `condition` holds for it. */
  until(name: string, condition: (pod: DeepReadonly<PodObject>) => unknown): Promise<PodObject> {
    return waitUntil(async () => {
      const pod = await this.get(name);
      return pod && condition(pod) ? pod : undefined;
    }, AbortSignal.timeout(240_000));
  }

  async close(): Promise<void> {
    await this.#lifecycle?.stop();
    await this.nodes.stop();
    // A node that is merely silent would get pods of the next suite.
    for (const name of this.nodes.names) await this.cluster.client.delete(Node, { name });
    await this.cluster.close();
  }
}

export function condition(pod: DeepReadonly<PodObject>, type: string): string | undefined {
  return pod.status?.conditions?.find((each) => each.type === type)?.status;
}

export const isReady = (pod: DeepReadonly<PodObject>): boolean => condition(pod, 'Ready') === 'True';
