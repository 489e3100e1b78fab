import type { Rejection } from './filters/index.ts';

/** `0/3 nodes are available: 1 Insufficient cpu, 2 node(s) were unschedulable.`: reasons counted and sorted by text. */
export function unavailable(nodes: number, reasons: Iterable<readonly string[]>): string {
  const counts = new Map<string, number>();
  for (const list of reasons) for (const reason of list) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const reported = [...counts].map(([reason, count]) => `${count} ${reason}`).toSorted(byText);
  return `0/${nodes} nodes are available:${reported.length > 0 ? ` ${reported.join(', ')}.` : ''}`;
}

/** As Go sorts strings: by code points, not by a language. */
function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Why a pod has no node, in the real scheduler's words; `preemption` says why nobody makes room either. */
export function unschedulableMessage(
  nodes: number,
  rejections: readonly Rejection[],
  preemption: string | undefined,
): string {
  const reasons = unavailable(
    nodes,
    rejections.map((rejection) => rejection.reasons),
  );
  // The first part is what the plugin for resource claims says of a pod that has none.
  return preemption === undefined ? reasons : `${reasons} no new claims to deallocate, preemption: ${preemption}`;
}

/** Why no node was even looked at. The last words are an oversight of the real one's plugin for resource claims. */
export function refusalMessage(nodes: number, refusal: string): string {
  return `0/${nodes} nodes are available: ${refusal}. not found`;
}
