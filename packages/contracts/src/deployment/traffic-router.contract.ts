import type { Known } from './known.ts';
import type { Ref, VersionRef } from './ref.ts';

/** The whole wanted routing of one handler: applying it twice changes nothing the second time. */
export interface SplitPlan {
  readonly handler: Ref;
  /** Every live version, draining ones included. Weights are integers from 0 to 100 and add up to 100. */
  readonly versions: readonly {
    readonly version: VersionRef;
    readonly weight: number;
    /** The Service of that version's pods. */
    readonly service: { readonly name: string; readonly port: number };
  }[];
  readonly match: {
    readonly path: { readonly type: 'PathPrefix' | 'Exact' | 'RegularExpression'; readonly value: string };
    readonly hostnames?: readonly string[];
    /** Request headers whose value names a version, whatever the weights. */
    readonly headers: readonly string[];
  };
  /** Where routes attach, for routers that need it. */
  readonly gateway?: { readonly name: string; readonly namespace?: string; readonly sectionName?: string };
}

/** What the router confirmed, not what it was asked for. */
export interface ObservedSplit {
  /** Weight per versionId; a version that is missing has none. */
  readonly weights: Readonly<Record<string, number>>;
  /** The generation of the plan's objects that this was observed at, where they have one. */
  readonly generation?: number;
}

/**
 * Moves traffic between versions of a handler. It gives no weight to a version without ready
 * endpoints, and falls back to no other router by itself: what was confirmed last stays.
 */
export interface ITrafficRouter {
  /** By which it is registered and chosen. */
  readonly name: string;
  /** Whether weights hold per request; false where they are approximated by counts of pods. */
  readonly exact: boolean;
  /** Whether a request can name its version by header. */
  readonly headers: boolean;
  apply(plan: SplitPlan): Promise<void>;
  /** Unknown, with the blocker as reason, until what was applied is confirmed. */
  observe(handler: Ref): Promise<Known<ObservedSplit>>;
}
