/**
 * What a cluster can do for a test. A suite names what it needs; it runs on each kind of cluster
 * that has it.
 *
 * - `objects`: CRUD, lists, watches, JSON and merge patch, finalizers, CRDs
 * - `apply`: server-side apply with managedFields
 * - `schema`: built-in validation and defaulting, CRD schemas, strategic merge patch
 * - `rbac`: authorization, so that 403 can happen
 * - `controllers`: Deployments make pods, the garbage collector runs, namespaces end
 */
export type Capability = 'objects' | 'apply' | 'schema' | 'rbac' | 'controllers';

/** One changing or reading request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  /** Path with query. */
  readonly uri: string;
  readonly userAgent: string;
  /** 0 where the server has not answered: it still works on it, or ended before. */
  readonly status: number;
}

/** One type for localcluster and for a real control plane, so that a suite cannot tell which it has. */
export interface TestCluster {
  readonly flavour: 'local' | 'kube';
  readonly capabilities: ReadonlySet<Capability>;
  readonly url: string;
  /** Kubeconfig (YAML) of a cluster administrator. */
  readonly kubeconfig: string;
  /** Kubeconfig (YAML) of a user who starts with no rights where the cluster has RBAC. */
  kubeconfigFor(user: string, groups?: readonly string[]): Promise<string>;
  /** Ends the API server as a crash would and starts it again: same address, same state. */
  restart(): Promise<void>;
  /** Makes the server forget history: watches and lists from earlier resource versions are now 410. */
  compact(): Promise<void>;
  /** Every request since the start, in order of arrival, health probes left out. */
  requests(): Promise<readonly SeenRequest[]>;
  stop(): Promise<void>;
}
