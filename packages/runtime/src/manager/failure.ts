import { isKubeError } from '@slipway/kube';
import type { ConditionInput } from '../status/index.ts';

/**
 * The condition that tells of a failed reconcile, or undefined for failures that pass by themselves:
 * a conflict or a busy server says nothing about the object.
 */
export function failureCondition(error: unknown, type: string): Omit<ConditionInput, 'observedGeneration'> | undefined {
  if (isKubeError(error, 'KUBE_CONFLICT', 'KUBE_THROTTLED')) return undefined;
  const { code, message } = error instanceof Error ? (error as Error & { code?: unknown }) : { code: '', message: '' };
  const reason = typeof code === 'string' && /^[A-Za-z][A-Za-z0-9_]*$/.test(code) ? code : 'ReconcileFailed';
  return { type, status: 'False', reason, message: message || 'The reconcile failed without saying why.' };
}
