import { elapsedMs } from '@slipway/apimachinery/clock';
import { type Taint, type Toleration, tolerates } from '../../matching/index.ts';
import { type NodeObject } from '../objects/index.ts';
import type { PodObject } from '../pods/index.ts';

/** When a pod has to leave its node, in milliseconds from now; undefined when it may stay. */
export function evictionInMs({ spec }: PodObject, node: NodeObject, wallMs: number): number | undefined {
  const taints = ((node.spec?.taints ?? []) as readonly Taint[]).filter(({ effect }) => effect === 'NoExecute');
  const tolerations: readonly Toleration[] = spec?.tolerations ?? [];
  const waits = taints.map((taint) => {
    const matching = tolerations.filter((toleration) => tolerates(toleration, taint));
    if (matching.length === 0) return 0;
    const seconds = matching.flatMap(({ tolerationSeconds }) => tolerationSeconds ?? []);
    if (seconds.length === 0) return undefined;
    const since = taint.timeAdded === undefined ? 0 : elapsedMs(taint.timeAdded, wallMs);
    return Math.max(0, Math.max(0, Math.min(...seconds)) * 1000 - since);
  });
  const bounded = waits.filter((wait) => wait !== undefined);
  return bounded.length === 0 ? undefined : Math.min(...bounded);
}
