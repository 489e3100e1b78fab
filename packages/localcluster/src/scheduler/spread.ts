import { type LabelSelector } from '@slipway/apimachinery/selectors';
import { allowsNode } from '../matching/index.ts';
import type { NodeObject } from './objects.ts';
import type { PodInfo } from './pod-info.ts';
import { isRepelled } from './tolerations.ts';

/** A topology spread constraint with its defaults filled in. */
export interface SpreadConstraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly selector: LabelSelector | undefined;
  readonly minDomains: number;
  /** Whether pods on this node count. */
  readonly includes: (node: NodeObject) => boolean;
}

/** The constraints of a pod that forbid (`DoNotSchedule`) or merely prefer (`ScheduleAnyway`). */
export function spreadConstraints(
  { pod, labels }: PodInfo,
  action: 'DoNotSchedule' | 'ScheduleAnyway',
): SpreadConstraint[] {
  return (pod.spec?.topologySpreadConstraints ?? [])
    .filter(({ whenUnsatisfiable }) => whenUnsatisfiable === action)
    .map((constraint) => {
      const {
        nodeAffinityPolicy = 'Honor',
        nodeTaintsPolicy = 'Ignore',
        labelSelector,
        matchLabelKeys = [],
      } = constraint;
      const own = Object.fromEntries(
        matchLabelKeys.flatMap((key) => (key in labels ? [[key, labels[key] ?? '']] : [])),
      );
      return {
        maxSkew: constraint.maxSkew,
        topologyKey: constraint.topologyKey,
        selector: labelSelector && { ...labelSelector, matchLabels: { ...labelSelector.matchLabels, ...own } },
        minDomains: constraint.minDomains ?? 1,
        includes: (node) =>
          (nodeAffinityPolicy !== 'Honor' || allowsNode(pod.spec, node)) &&
          (nodeTaintsPolicy !== 'Honor' || !isRepelled(pod, node.spec?.taints)),
      };
    });
}
