import type { Capability, TestCluster } from './cluster.ts';

/** A kind of cluster: what it can do is known before one runs. */
export interface Flavour {
  /** For people. */
  readonly title: string;
  readonly capabilities: ReadonlySet<Capability>;
  /** Starts one that can do at least what is needed. */
  start(needs: ReadonlySet<Capability>): Promise<TestCluster>;
}

// Loaded when used: a suite on one kind of cluster does not wait for the code of the other.
export const flavours: Readonly<Record<TestCluster['flavour'], Flavour>> = {
  local: {
    title: 'localcluster',
    capabilities: new Set<Capability>(['objects', 'apply', 'schema', 'rbac', 'controllers']),
    start: async (needs) => (await import('./local.ts')).startLocalTestCluster(needs),
  },
  kube: {
    title: 'a real control plane',
    capabilities: new Set<Capability>(['objects', 'apply', 'schema', 'rbac', 'controllers']),
    start: async () => (await import('./kube.ts')).startKubeTestCluster(),
  },
};

export function flavourFromEnvironment(env: NodeJS.ProcessEnv = process.env): TestCluster['flavour'] {
  const name = env['SLIPWAY_CLUSTER'] || 'local';
  if (name === 'local' || name === 'kube') return name;
  throw new Error(`SLIPWAY_CLUSTER is ${name}; it names a kind of cluster: local or kube`);
}
