import type { DeepReadonly } from '@slipway/kube';
import type { GatiHandler, GatiVersion } from '../types/index.ts';
import type { ClusterReads } from './cluster-port.ts';

/** Others that may want what a handler wants. Who finds too many is slow, and never wrong. */
export interface CompetingReads {
  /** Handlers, in whatever namespace, with one of these keys of a claim on a Gateway. */
  claiming(keys: readonly string[]): Promise<readonly DeepReadonly<GatiHandler>[]>;
  /** Records of the namespace that name one of these workloads. */
  naming(namespace: string, workloads: readonly string[]): Promise<readonly DeepReadonly<GatiVersion>[]>;
}

/** All handlers: for stores that are small, and for reads that no index stands before. */
export function competingWithoutIndex(reads: ClusterReads): CompetingReads {
  return {
    claiming: () => reads.list('GatiHandler', ''),
    naming: (namespace) => reads.list('GatiVersion', namespace),
  };
}
