import type { HPAScalingRules } from 'kubernetes-types/autoscaling/v2.js';

/**
 * Gives one scaler: a KEDA ScaledObject where there are queries, else a HorizontalPodAutoscaler.
 * Never both, since two would fight over one number.
 */
export interface Scaling {
  readonly name?: string;
  /** 0 needs queries, whose answer must not come from the pods themselves. @default half of `replicas`, at least 1 */
  readonly min?: number;
  /** @default three times `replicas` */
  readonly max?: number;
  /** Percent of the requests, on average. @default 70 where nothing else is asked for */
  readonly cpu?: number;
  readonly memory?: number;
  readonly queries?: readonly ScalingQuery[];
  /** Each field replaces its default: up at once by the larger of 100 % and 4 pods, down by half a minute after 300 s. */
  readonly behavior?: { readonly scaleUp?: HPAScalingRules; readonly scaleDown?: HPAScalingRules };
}

/** A number from Prometheus, and how much of it one pod takes. */
export interface ScalingQuery {
  readonly serverAddress: string;
  readonly query: string;
  /** Per pod. */
  readonly target: number;
  /** Above this a workload at zero starts. @default 0 */
  readonly activation?: number;
}
