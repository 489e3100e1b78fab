import type { Scaling, Workload } from '@slipway/workloads';
import type { ScalingDecision } from './model.ts';

/**
 * The decision as `@slipway/workloads` takes it. The description of a workload knows one number more than the
 * manifests hold: beside a scaler `replicas` is in no Deployment.
 */
export function workloadScaleOf(decision: ScalingDecision): Pick<Workload, 'replicas' | 'scaling'> {
  if (decision.kind === 'fixed') return { replicas: decision.replicas };
  const { min, max, triggers, behavior } = decision;
  const scaling: Scaling = { ...triggers, min, max, behavior };
  // 0 would mean a stopped workload, which has no scaler; a scaler at zero only sleeps.
  return { replicas: Math.max(1, min), scaling };
}
