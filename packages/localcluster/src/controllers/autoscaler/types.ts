import type { HorizontalPodAutoscaler } from '@slipway/kube/kinds';
import type { Read } from '../objects/index.ts';

export type AutoscalerObject = Read<typeof HorizontalPodAutoscaler>;
type Spec = NonNullable<AutoscalerObject['spec']>;
export type MetricSpec = NonNullable<Spec['metrics']>[number];
export type ScalingRules = NonNullable<NonNullable<Spec['behavior']>['scaleUp']> & { readonly tolerance?: string };

/** A target's size, as its scale subresource tells it. */
export interface Scale {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly replicas?: number; readonly selector?: string };
}
