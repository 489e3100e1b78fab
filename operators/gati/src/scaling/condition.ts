import type { ObservedScale, ScaledCondition, ScalerKind, ScalingSpec } from './model.ts';

const REASONS = { fixed: 'Fixed', hpa: 'HPA', keda: 'KEDA' } as const;
const NAMES = { hpa: 'HorizontalPodAutoscaler', keda: 'ScaledObject' } as const;

interface Situation {
  readonly wanted: 'fixed' | ScalerKind;
  readonly spec: ScalingSpec;
  readonly observed: ObservedScale;
  /** The wanted scaler is there, and no other. */
  readonly isInPlace: boolean;
}

/** Whether the wanted scaler is in place, and if not, what to do about it. */
export function describe({ wanted, spec, observed, isInPlace }: Situation): ScaledCondition {
  const condition = (
    status: ScaledCondition['status'],
    reason: ScaledCondition['reason'],
    message: string,
  ): ScaledCondition => ({ type: 'Scaled', status, reason, message });

  if (wanted === 'hpa' && spec.scaling?.requestsPerSecond) {
    const standIn = 'A HorizontalPodAutoscaler by utilisation stands in';
    return observed.isKedaInstalled
      ? condition('False', 'ScalerFailed', `${standIn}: requestsPerSecond names no Prometheus. Set serverAddress.`)
      : condition(
          'False',
          'KedaNotInstalled',
          `${standIn}: requestsPerSecond needs KEDA, which is not installed. Install KEDA.`,
        );
  }
  const failed = observed.scalers.find(({ kind, failure }) => kind === wanted && failure !== undefined);
  if (wanted !== 'fixed' && failed)
    return condition('False', 'ScalerFailed', `The ${NAMES[wanted]} does not work: ${failed.failure}`);
  const leaving = observed.scalers.find(({ kind }) => kind !== wanted);
  if (leaving) return condition('Unknown', REASONS[wanted], `The ${NAMES[leaving.kind]} of before has to go first.`);
  if (wanted === 'fixed') return condition('True', 'Fixed', 'The number of replicas is fixed.');
  return isInPlace
    ? condition('True', REASONS[wanted], `A ${NAMES[wanted]} decides the number of replicas.`)
    : condition('Unknown', REASONS[wanted], `The ${NAMES[wanted]} is not there yet.`);
}
