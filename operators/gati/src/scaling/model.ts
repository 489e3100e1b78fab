import type { Instant } from '@gati-framework/contracts/deployment';
import type { ScaleIntent } from '@slipway/delivery/model';
import type { ScalingQuery } from '@slipway/workloads';
import type { Scaling as ScalingFields } from '../types/index.ts';

export type ScalerKind = 'hpa' | 'keda';

export type RequestRate = NonNullable<ScalingFields['requestsPerSecond']>;

/** What is asked for. */
export interface ScalingSpec {
  /** Pods at weight 100; 0 stops every version. */
  readonly replicas: number;
  readonly scaling?: ScalingFields | undefined;
  /** What the variables of a query stand for. */
  readonly names: {
    readonly namespace: string;
    readonly handler: string;
    readonly version: string;
    readonly deployment: string;
  };
}

export interface PresentScaler {
  readonly kind: ScalerKind;
  /** Between which numbers it moves now. */
  readonly bounds?: { readonly min: number; readonly max: number } | undefined;
  /** Why it does not work, by its own word. */
  readonly failure?: string | undefined;
}

/** What was seen. */
export interface ObservedScale {
  /** `spec.replicas` of the Deployment; null: there is no Deployment. */
  readonly replicas: number | null;
  /** Every scaler of this Deployment, one that is being deleted included. The HPA that KEDA makes is KEDA's. */
  readonly scalers: readonly PresentScaler[];
  readonly isKedaInstalled: boolean;
  readonly prometheusUrl?: string | undefined;
  /** What an open rollout asks for this version; absent: no rollout speaks of it. */
  readonly intent?: ScaleIntent | undefined;
  /** Rolled back or aborted, and not retried since: nothing may scale it up again (G-90). */
  readonly isMarkedBad?: boolean | undefined;
  /** As the last decision gave it. */
  readonly scaleDown: ScaleDownRecord | null;
}

/**
 * All that the scale-down window needs to survive a restart (G-118); kept as `status.scaleDown` of the
 * GatiVersion or GatiModule. It changes when a fall is first wanted, when a higher need shows and when the fall is over:
 * a settled version writes nothing.
 */
export interface ScaleDownRecord {
  /** Since when less is needed than runs. */
  readonly since: Instant;
  /** The most that was needed since then. */
  readonly peak: number;
}

export interface ScaledCondition {
  readonly type: 'Scaled';
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: 'Fixed' | 'ScaleDownWaits' | 'HPA' | 'KEDA' | 'KedaNotInstalled' | 'ScalerFailed';
  readonly message: string;
}

/** What a scaler looks at. */
export interface Triggers {
  readonly cpu?: number;
  readonly memory?: number;
  /** Targets are this version's: already divided by its share where the query is shared. */
  readonly queries: readonly ScalingQuery[];
}

interface Outcome {
  /** The bounds that hold now; the same number twice where it is fixed. */
  readonly min: number;
  readonly max: number;
  /** Scalers that must be gone before another one may be created. */
  readonly removes: readonly ScalerKind[];
  /** To be kept for the next decision. */
  readonly scaleDown: ScaleDownRecord | null;
  /** When the answer may change by time alone. */
  readonly wakeAt: Instant | null;
  readonly condition: ScaledCondition;
}

export interface FixedScale extends Outcome {
  readonly kind: 'fixed';
  /** Applied with the Deployment. */
  readonly replicas: number;
}

export interface ScalerScale extends Outcome {
  readonly kind: ScalerKind;
  /**
   * What the Deployment starts with, set once and by a manager of its own, so that it never falls to the API's default
   * of 1 (G-113); null once the scaler is there. In either case `replicas` is not in the applied Deployment.
   */
  readonly replicas: number | null;
  readonly triggers: Triggers;
  readonly behavior: NonNullable<ScalingFields['behavior']>;
}

export type ScalingDecision = FixedScale | ScalerScale;
