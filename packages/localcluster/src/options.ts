import type { ApiServerOptions } from '@slipway/apiserver';
import type { NodesOption, ProcessesOption, Rule } from './kubelet/index.ts';

/**
 * Options of `startLocalCluster`: those of its API server, and what runs behind it. All have defaults that suit tests
 * and laptops.
 */
export interface LocalClusterOptions extends Omit<ApiServerOptions, 'housekeeping' | 'objects'> {
  /**
   * Whether namespaces have a service account `default`, and pods run as one and get its token
   * (K-144). A real server without a controller manager has to do without.
   * @default as `controllers`
   */
  readonly serviceAccounts?: boolean;
  /**
   * Runs the controllers behind the API (L-20) and the garbage collector in this process: Deployments
   * make pods, Services get endpoints, owners take their dependents along. Nodes, a scheduler and a
   * kubelet are not among them: pods stay pending until a client writes their status.
   * @default false: an API server and nothing else, as with kube-apiserver alone; true with `nodes`
   */
  readonly controllers?: boolean;
  /**
   * Simulated nodes, with a scheduler and kubelets in this process (L-21, L-22): how many, or which. A new
   * cluster with nodes has a default StorageClass `standard`, which makes volumes for claims.
   * @default none
   */
  readonly nodes?: NodesOption;
  /** What simulated containers do; `cluster.nodes.rules` changes it while they run. @default they run, ready */
  readonly kubelet?: { readonly rules?: readonly Rule[] };
  /**
   * Images that stand for commands of this machine: containers with these run as real processes (L-23).
   * They run with your rights; nothing isolates them.
   * @default none
   */
  readonly processes?: ProcessesOption;
}
