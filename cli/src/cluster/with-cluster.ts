import { type Cluster, connect } from '@slipway/kube';
import { retryLine } from './retry-line.ts';

export interface ClusterOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
}

/** Within 2 s a person learns that nobody answers; an operator, which nobody waits for, tries longer. */
const TRIES = 5;

/** Runs `work` with a connection and closes it. */
export async function withCluster<T>(
  { kubeconfig, context }: ClusterOptions,
  work: (cluster: Cluster) => Promise<T>,
): Promise<T> {
  const cluster = await connect({
    ...(kubeconfig === undefined ? {} : { path: kubeconfig }),
    ...(context === undefined ? {} : { context }),
    retry: { maxTries: TRIES },
    onRetry: retryLine((line) => process.stderr.write(line)),
  });
  try {
    return await work(cluster);
  } finally {
    await cluster.close();
  }
}
