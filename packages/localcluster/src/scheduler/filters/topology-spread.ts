import { isEmptySelector, type LabelSelector, matchesSelector } from '@slipway/apimachinery/selectors';
import type { PodInfo } from '../pod-info.ts';
import type { NodeInfo } from '../snapshot.ts';
import { type SpreadConstraint, spreadConstraints } from '../spread.ts';
import { curable, type Filter, final } from './filter.ts';

const REASON = "node(s) didn't match pod topology spread constraints";

export const topologySpread: Filter = {
  name: 'PodTopologySpread',
  prepare(pod, { nodes }) {
    const constraints = spreadConstraints(pod, 'DoNotSchedule');
    if (constraints.length === 0) return undefined;
    const counts = constraints.map((constraint) => countByDomain(pod, constraint, constraints, nodes));
    return ({ labels }) => {
      for (const [index, constraint] of constraints.entries()) {
        const domain = labels[constraint.topologyKey];
        if (domain === undefined) return final(`${REASON} (missing required label)`);
        const byDomain = counts[index] ?? new Map<string, number>();
        const least = byDomain.size < constraint.minDomains ? 0 : Math.min(...byDomain.values());
        const self = matchesSelector(constraint.selector, pod.labels) ? 1 : 0;
        if ((byDomain.get(domain) ?? 0) + self - least > constraint.maxSkew) return curable(REASON);
      }
      return undefined;
    };
  },
};

/** Matching pods in each domain, of the nodes that the constraint looks at. */
function countByDomain(
  pod: PodInfo,
  constraint: SpreadConstraint,
  all: readonly SpreadConstraint[],
  nodes: readonly NodeInfo[],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const info of nodes) {
    const domain = info.labels[constraint.topologyKey];
    const hasAllKeys = all.every(({ topologyKey }) => info.labels[topologyKey] !== undefined);
    if (domain === undefined || !hasAllKeys || !constraint.includes(info.node)) continue;
    counts.set(domain, (counts.get(domain) ?? 0) + countMatching(info, constraint.selector, pod.namespace));
  }
  return counts;
}

/** On a node that never changes, for pods that come and do not go there. */
const MOST_SELECTORS = 100;

/** By the pods of a node, which are the same list until one of them changes, then by namespace and selector. */
const counted = new WeakMap<readonly PodInfo[], Map<string, number>>();

/** Pods on their way out do not count, and a selector of everything counts nothing. */
export function countMatching({ pods }: NodeInfo, selector: LabelSelector | undefined, namespace: string): number {
  if (!selector || isEmptySelector(selector) || pods.length === 0) return 0;
  let counts = counted.get(pods);
  if (!counts) counted.set(pods, (counts = new Map()));
  const what = JSON.stringify([namespace, selector]);
  let count = counts.get(what);
  if (count !== undefined) return count;
  if (counts.size >= MOST_SELECTORS) counts.clear();
  count = matching(pods, selector, namespace);
  counts.set(what, count);
  return count;
}

function matching(pods: readonly PodInfo[], selector: LabelSelector, namespace: string): number {
  return pods.filter(
    (each) =>
      each.namespace === namespace && !each.pod.metadata.deletionTimestamp && matchesSelector(selector, each.labels),
  ).length;
}
