import { KubeError } from '@slipway/kube';
import { describe, expect, it } from 'vitest';
import { TerminalError } from '../errors.ts';
import { failureCondition } from './failure.ts';

describe('the condition of a failure', () => {
  it('R-120: the reason is the error code, and conflicts and throttling say nothing about the object', () => {
    expect(failureCondition(new KubeError('KUBE_FORBIDDEN', 'no rights'), 'Ready')).toEqual({
      type: 'Ready',
      status: 'False',
      reason: 'KUBE_FORBIDDEN',
      message: 'no rights',
    });
    expect(failureCondition(new TerminalError('bad spec'), 'Ready')?.reason).toBe('RECONCILE_TERMINAL');
    expect(failureCondition(new KubeError('KUBE_CONFLICT', 'x'), 'Ready')).toBeUndefined();
    expect(failureCondition(new KubeError('KUBE_THROTTLED', 'x'), 'Ready')).toBeUndefined();
  });

  it('R-120: whatever is thrown gives a condition that the server accepts', () => {
    for (const thrown of [undefined, 'text', {}, new Error(''), Object.assign(new Error('x'), { code: 'no-dash' })]) {
      const condition = failureCondition(thrown, 'Ready');
      expect(condition?.reason).toBe('ReconcileFailed');
      expect(condition?.message).not.toBe('');
    }
  });
});
