import type { PodInfo } from '../pod-info.ts';
import type { NodeInfo, Snapshot } from '../snapshot.ts';

export const MOST = 100;

/** How well each feasible node suits, 0 to 100, in the order of `nodes`; nothing where it makes no difference. */
export interface Score {
  readonly weight: number;
  readonly of: (pod: PodInfo, nodes: readonly NodeInfo[], snapshot: Snapshot) => readonly number[] | undefined;
}

/** Stretched so that the highest is 100; turned around where less is better. */
export function normalised(values: readonly number[], isLessBetter = false): readonly number[] {
  const highest = Math.max(0, ...values);
  if (highest === 0) return values.map(() => (isLessBetter ? MOST : 0));
  return values.map((value) => {
    const share = Math.floor((MOST * value) / highest);
    return isLessBetter ? MOST - share : share;
  });
}
