/**
 * @module
 * Which nodes a pod can run on, and in the scheduler's own words why not on the others (L-21).
 *
 * A filter looks once at the pod and the cluster and returns a check for single nodes. They stand in
 * the order of the real scheduler: the first that refuses a node gives the reason.
 */
import type { PodInfo } from '../pod-info.ts';
import { type NodeInfo, type Snapshot, withPods } from '../snapshot.ts';
import { type Filter, type FilterName, final, type NodeCheck, type Rejection } from './filter.ts';
import { interPodAffinity } from './inter-pod-affinity.ts';
import { nodeAffinity, nodeName, nodeUnschedulable, taintToleration } from './node-filters.ts';
import { nodePorts, nodeResourcesFit } from './resource-filters.ts';
import { topologySpread } from './topology-spread.ts';
import { volumeBinding, volumeRestrictions } from './volume-filters.ts';

export type { FilterName, Rejection } from './filter.ts';
export { countMatching } from './topology-spread.ts';

const FILTERS: readonly Filter[] = [
  nodeUnschedulable,
  nodeName,
  taintToleration,
  nodeAffinity,
  nodePorts,
  nodeResourcesFit,
  volumeRestrictions,
  volumeBinding,
  topologySpread,
  interPodAffinity,
];

export type PodChecks =
  | { readonly refusedBy: FilterName; readonly why: string }
  | { readonly check: (node: NodeInfo) => Rejection | undefined };

/** What the filters say of a pod: that no node will do, or a check for each node. */
export function prepareFilters(pod: PodInfo, snapshot: Snapshot): PodChecks {
  const checks: { readonly filter: FilterName; readonly check: NodeCheck }[] = [];
  for (const { name, prepare } of FILTERS) {
    const prepared = prepare(pod, snapshot);
    if (prepared === undefined) continue;
    if (typeof prepared === 'function') checks.push({ filter: name, check: prepared });
    else if ('refusesPod' in prepared) return { refusedBy: name, why: prepared.refusesPod };
    else {
      const { onlyNodes, check } = prepared;
      const outside = final(`node(s) didn't satisfy plugin(s) [${name}]`);
      checks.unshift({ filter: name, check: (node) => (onlyNodes.has(node.name) ? undefined : outside) });
      checks.push({ filter: name, check });
    }
  }
  return {
    check(node) {
      for (const { filter, check } of checks) {
        const verdict = check(node);
        if (verdict) return { filter, ...verdict };
      }
      return undefined;
    },
  };
}

/**
 * Checks one node with the pods that wait for room on it and go first, and without them: they may
 * never come, and a pod that needs them there would wait in vain.
 */
export function checkNode(
  pod: PodInfo,
  snapshot: Snapshot,
  node: NodeInfo,
  without: (node: NodeInfo) => Rejection | undefined,
): Rejection | undefined {
  const first = snapshot
    .nominatedTo(node.name)
    .filter(({ uid, priority }) => uid !== pod.uid && priority >= pod.priority);
  if (first.length > 0) {
    const [crowded, crowdedNode] = withPods(snapshot, node, [...node.pods, ...first]);
    const checks = prepareFilters(pod, crowded);
    const rejection = 'check' in checks ? checks.check(crowdedNode) : undefined;
    if (rejection) return rejection;
  }
  return without(node);
}
