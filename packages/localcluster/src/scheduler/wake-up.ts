import type { FilterName } from './filters/index.ts';

/** What may change in a cluster, as far as a pod that waits is concerned. */
export type Change = 'node' | 'podGone' | 'podChanged' | 'volume' | 'namespace';

/** Which changes can undo which refusal. A pod is tried again only when one of them has happened. */
const HELPS: Readonly<Record<FilterName, readonly Change[]>> = {
  NodeUnschedulable: ['node'],
  NodeName: ['node'],
  TaintToleration: ['node'],
  NodeAffinity: ['node'],
  NodePorts: ['node', 'podGone'],
  NodeResourcesFit: ['node', 'podGone'],
  VolumeRestrictions: ['node', 'podGone', 'volume'],
  VolumeBinding: ['node', 'volume'],
  PodTopologySpread: ['node', 'podGone', 'podChanged'],
  InterPodAffinity: ['node', 'podGone', 'podChanged', 'namespace'],
};

/** Whether a change gives a pod that these filters refused another chance. Without a filter only a node does. */
export function canHelp(change: Change, refusedBy: readonly FilterName[]): boolean {
  return change === 'node' || refusedBy.some((filter) => HELPS[filter].includes(change));
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 10_000;

/** The least time between a failed try and the next, by how many have failed in a row. */
export function retryWaitMs(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
}
