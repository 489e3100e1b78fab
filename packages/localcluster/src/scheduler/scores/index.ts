/**
 * @module
 * Which of several feasible nodes is best: the default scores of the real scheduler and their weights.
 * Image locality is left out: simulated nodes hold no images.
 */
import type { PodInfo } from '../pod-info.ts';
import type { NodeInfo, Snapshot } from '../snapshot.ts';
import { affinityPreference } from './affinity-score.ts';
import { nodePreference, taintPreference } from './node-scores.ts';
import { balancedAllocation, leastAllocated } from './resource-scores.ts';
import type { Score } from './score.ts';
import { spreadPreference } from './spread-score.ts';

const SCORES: readonly Score[] = [
  taintPreference,
  nodePreference,
  leastAllocated,
  spreadPreference,
  affinityPreference,
  balancedAllocation,
];

/** The nodes that score highest: one, or several that are equally good. */
export function bestNodes(pod: PodInfo, nodes: readonly NodeInfo[], snapshot: Snapshot): readonly NodeInfo[] {
  if (nodes.length <= 1) return nodes;
  const totals = nodes.map(() => 0);
  for (const { weight, of } of SCORES) {
    for (const [index, value] of (of(pod, nodes, snapshot) ?? []).entries()) {
      totals[index] = (totals[index] ?? 0) + weight * value;
    }
  }
  const highest = Math.max(...totals);
  return nodes.filter((_, index) => totals[index] === highest);
}
