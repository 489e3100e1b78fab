import type { Instant } from '@gati-framework/contracts/deployment';
import type { Weights } from '@slipway/delivery';

/** A version as the split sees it. */
export interface SplitVersion {
  readonly versionId: string;
  /** Of the record; decides between two that were created at the same instant. */
  readonly name: string;
  readonly createdAt: Instant;
  /** What its spec asks for; null: nothing. See `declaredWeight`. */
  readonly declared: number | null;
  /** What another source asks for the same version, where it differs and does not count. */
  readonly ignored?: number | undefined;
  /** Resolved, and not HeaderOnly, Failed, Conflicted or being deleted; while a rollout is planned, one of its versions. */
  readonly isRoutable: boolean;
}

/** Who takes part, and from where. */
export interface SplitSituation {
  readonly versions: readonly SplitVersion[];
  /** The version that the handler's spec stands for; null while it has no record. */
  readonly target: string | null;
  /** While a rollout is open: the one from before it. */
  readonly stable: string | null;
  /** What the router has confirmed. */
  readonly current: Weights;
  /** `routing.weights: manual`: declared weights are the goal, by any author, and nothing is rolled out. */
  readonly isManual?: boolean | undefined;
  /** How many versions the router can give weight to. @default any number */
  readonly maxReceivers?: number | undefined;
}

export type SplitVerdict = 'AsDeclared' | 'Normalised' | 'NoReceiver' | 'TooManyReceivers';

/** The split that the specs ask for. */
export interface GoalSplit {
  /** Of every version, 0 included. They add up to 100, but before the first release, when they may all be 0. */
  readonly weights: Weights;
  readonly verdict: SplitVerdict;
  /** What was declared and came out otherwise. */
  readonly changed: readonly { readonly versionId: string; readonly declared: number; readonly weight: number }[];
  /** The target can take traffic, and the weights of others leave nothing to it. */
  readonly noWeightLeft: boolean;
  /** Versions for which two sources name different weights (G-41). */
  readonly conflicts: readonly { readonly versionId: string; readonly counts: number; readonly ignored: number }[];
}
