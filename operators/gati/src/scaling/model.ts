import type { Instant } from '@gati-framework/contracts/deployment';
import type { ScaleIntent } from '@slipway/delivery';
import type { Scaling, ScalingQuery } from '@slipway/workloads';

export type ScalerKind = 'hpa' | 'keda';

/** The stages of a version. A module has none: it scales as a version that is `Current` with all of the weight. */
export type ScaledStage =
  | 'Waiting'
  | 'Staged'
  | 'HeaderOnly'
  | 'Canary'
  | 'Current'
  | 'Serving'
  | 'Failed'
  | 'Draining'
  | 'Drained'
  | 'Decommissioning'
  | 'Decommissioned';

/** `spec.scaling` of a handler, module or version. */
export interface ScalingFields {
  readonly minReplicas?: number | undefined;
  readonly maxReplicas?: number | undefined;
  /** Percent of the requests. */
  readonly cpu?: number | undefined;
  readonly memory?: number | undefined;
  readonly requestsPerSecond?: RequestRate | undefined;
  readonly behavior?: Scaling['behavior'] | undefined;
  readonly warmPool?: { readonly minReady: number } | undefined;
}

export interface RequestRate {
  /** Per pod. */
  readonly target: number;
  /**
   * PromQL with `$namespace`, `$handler`, `$version`, `$deployment`. One that names neither version nor
   * deployment counts the requests of all versions, and each version answers for its share of them.
   * @default the rate of the version's own pods
   */
  readonly query?: string | undefined;
  /** @default the Prometheus of the operator's settings */
  readonly serverAddress?: string | undefined;
}

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
  readonly reason: 'Fixed' | 'HPA' | 'KEDA' | 'KedaNotInstalled' | 'ScalerFailed';
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
  readonly behavior: NonNullable<Scaling['behavior']>;
}

export type ScalingDecision = FixedScale | ScalerScale;
