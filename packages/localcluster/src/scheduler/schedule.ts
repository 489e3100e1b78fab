import { checkNode, type FilterName, prepareFilters, type Rejection } from './filters/index.ts';
import { refusalMessage, unschedulableMessage } from './message.ts';
import type { PodObject } from './objects.ts';
import { podInfo } from './pod-info.ts';
import { type Preemption, preempt } from './preemption.ts';
import { bestNodes } from './scores/index.ts';
import type { Snapshot } from './snapshot.ts';

export type Decision =
  | {
      readonly is: 'placed';
      /** The best nodes: equally good, whichever is taken. */
      readonly nodes: readonly string[];
      /** All nodes on which it could run. */
      readonly feasible: readonly string[];
    }
  | {
      readonly is: 'unschedulable';
      /** In the real scheduler's words. */
      readonly message: string;
      /** Which filters refused it somewhere: what has to change before another try makes sense. */
      readonly refusedBy: readonly FilterName[];
      readonly preemption?: Preemption;
    };

/** Where a pod is to run in this cluster, or why nowhere and who would have to go (L-21). Pure. */
export function schedule(pod: PodObject, snapshot: Snapshot): Decision {
  const info = podInfo(pod);
  const total = snapshot.nodes.length;
  if (total === 0) {
    return { is: 'unschedulable', message: 'no nodes available to schedule pods', refusedBy: [] };
  }
  const checks = prepareFilters(info, snapshot);
  if (!('check' in checks)) {
    return { is: 'unschedulable', message: refusalMessage(total, checks.why), refusedBy: [checks.refusedBy] };
  }
  const rejections = new Map<string, Rejection>();
  const feasible = snapshot.nodes.filter((node) => {
    const rejection = checkNode(info, snapshot, node, checks.check);
    if (rejection) rejections.set(node.name, rejection);
    return !rejection;
  });
  if (feasible.length > 0) {
    // Room was made for it there.
    const nominated = feasible.filter(({ name }) => name === pod.status?.nominatedNodeName);
    const best = nominated.length > 0 ? nominated : bestNodes(info, feasible, snapshot);
    const nodes = best.map(({ name }) => name);
    return { is: 'placed', nodes, feasible: feasible.map(({ name }) => name) };
  }
  const made = preempt(info, snapshot, rejections);
  const refused = [...rejections.values()];
  return {
    is: 'unschedulable',
    message: unschedulableMessage(total, refused, 'refusal' in made ? made.refusal : undefined),
    refusedBy: [...new Set(refused.map(({ filter }) => filter))],
    ...('preemption' in made && { preemption: made.preemption }),
  };
}
