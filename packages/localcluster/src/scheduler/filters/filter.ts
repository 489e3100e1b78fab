import type { PodInfo } from '../pod-info.ts';
import type { NodeInfo, Snapshot } from '../snapshot.ts';

/** Why a node is not for a pod. */
export interface Rejection {
  readonly filter: FilterName;
  readonly reasons: readonly string[];
  /** Removing pods from the node would not help. */
  readonly isFinal: boolean;
}

export type FilterName =
  | 'NodeUnschedulable'
  | 'NodeName'
  | 'TaintToleration'
  | 'NodeAffinity'
  | 'NodePorts'
  | 'NodeResourcesFit'
  | 'VolumeRestrictions'
  | 'VolumeBinding'
  | 'PodTopologySpread'
  | 'InterPodAffinity';

export interface Verdict {
  readonly reasons: readonly string[];
  readonly isFinal: boolean;
}

/** What a filter says of each node, once it has looked at the pod and the whole cluster. */
export type NodeCheck = (node: NodeInfo) => Verdict | undefined;

/** What a filter finds out by looking once at the pod and the whole cluster. */
export type Prepared =
  | NodeCheck
  /** No node will do. */
  | { readonly refusesPod: string }
  /** Only these are looked at, by this filter and by those before it. */
  | { readonly onlyNodes: ReadonlySet<string>; readonly check: NodeCheck };

/** One reason to refuse a node. `prepare` returns nothing where the filter has nothing to say about the pod. */
export interface Filter {
  readonly name: FilterName;
  readonly prepare: (pod: PodInfo, snapshot: Snapshot) => Prepared | undefined;
}

/** No removal of pods changes this. */
export const final = (...reasons: string[]): Verdict => ({ reasons, isFinal: true });

/** Fewer pods on the node could change this. */
export const curable = (...reasons: string[]): Verdict => ({ reasons, isFinal: false });
