import type { WholeStatusOptions } from '@slipway/runtime/status';

/** A custom resource of the operator, as it was read. */
export interface StatusOwner {
  readonly kind: 'GatiHandler' | 'GatiModule' | 'GatiVersion';
  readonly metadata: {
    readonly namespace: string;
    readonly name: string;
    readonly resourceVersion?: string | undefined;
  };
  readonly status?: object | undefined;
}

export interface StatusWriteOptions {
  /** Fields of the status that other writers own: neither compared nor written. */
  readonly others?: readonly string[];
  /** Lose against any write since the object was read (G-157). @default false */
  readonly isGuarded?: boolean;
  /** Put into `lastUpdated`, which by itself is no reason to write. */
  readonly at?: string;
}

/** The types of conditions that this operator writes. Those of other types belong to their writers. */
const OWN_CONDITIONS: ReadonlySet<string> = new Set([
  'Accepted',
  'Compatible',
  'Conflicted',
  'Deleting',
  'Drained',
  'NetworkIsolated',
  'Progressing',
  'Ready',
  'Released',
  'Resolved',
  'Routed',
  'Scaled',
  'Synced',
  'WeightsValid',
]);

/** What is to be written, and what of the status is the operator's, in the terms of the runtime. */
export function ownParts(next: object, { at, ...options }: StatusWriteOptions): [object, WholeStatusOptions] {
  const scope = { conditionTypes: OWN_CONDITIONS, listKeys: { versions: 'name' }, incidental: ['lastUpdated'] };
  return [at === undefined ? next : { ...next, lastUpdated: at }, { ...options, ...scope }];
}
