import type { ScalerKind } from './model.ts';

interface Conditioned {
  readonly conditions?: readonly {
    readonly type: string;
    readonly status: string;
    readonly reason?: string;
    readonly message?: string;
  }[];
}

/** Conditions whose False means that the scaler does not scale: the first is what has to be repaired first. */
const WORKS: Readonly<Record<ScalerKind, readonly string[]>> = {
  hpa: ['AbleToScale', 'ScalingActive'],
  keda: ['Ready'],
};

/** Why a scaler does not work, by its own word. What has not reported yet has not failed, and what sleeps is no failure. */
export function scalerFailure(kind: ScalerKind, status: unknown): string | undefined {
  const { conditions = [] } = (status ?? {}) as Conditioned;
  const failed = WORKS[kind].flatMap((type) =>
    conditions.filter((one) => one.type === type && one.status === 'False' && one.reason !== 'ScalingDisabled'),
  )[0];
  return failed && `${failed.type} is False: ${failed.message || failed.reason || 'it gives no reason'}`;
}
