import { type Clock, type Cluster, connect, type Logger } from '@slipway/kube';
import type { Fetch } from '@slipway/kube/transport';

export interface WithinOptions {
  /** Kubeconfig (YAML) of an administrator. */
  readonly kubeconfig: string;
  /** The way to the API server of this process. */
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger?: Logger;
}

/** A handle on the cluster of this process, to be shared by all that works behind its API. */
export function connectWithin({ kubeconfig, ...options }: WithinOptions): Promise<Cluster> {
  return connect({ text: kubeconfig, name: 'local', ...options });
}
