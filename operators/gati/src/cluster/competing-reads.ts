import type { DeepReadonly } from '@slipway/kube';
import type { ClusterReads } from './cluster-port.ts';
import type { ReadHandler, ReadVersion } from './read.ts';

/** Others that may want what a handler wants. Who finds too many is slow, and never wrong. */
export interface CompetingReads {
  /** Handlers, in whatever namespace, with one of these keys of a claim on a Gateway. */
  claiming(keys: readonly string[]): Promise<readonly DeepReadonly<ReadHandler>[]>;
  /** Records of the namespace that name one of these workloads. */
  naming(namespace: string, workloads: readonly string[]): Promise<readonly DeepReadonly<ReadVersion>[]>;
}

/** All handlers: for stores that are small, and for reads that no index stands before. */
export function competingWithoutIndex(reads: ClusterReads): CompetingReads {
  return {
    claiming: () => reads.list('GatiHandler', ''),
    naming: (namespace) => reads.list('GatiVersion', namespace),
  };
}
