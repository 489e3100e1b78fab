import { expect, it } from 'vitest';
import { scalerFailure } from '../../src/scaling/index.ts';

const status = (type: string, reason = '', message = '') => ({
  conditions: [
    { type: 'AbleToScale', status: 'True' },
    { type, status: 'False', reason, message },
  ],
});

it('G-110: a HorizontalPodAutoscaler that computes no number of replicas does not work, and says why', () => {
  const failed = status('ScalingActive', 'FailedGetResourceMetric', 'no metrics returned from resource metrics API');
  expect(scalerFailure('hpa', failed)).toBe('ScalingActive is False: no metrics returned from resource metrics API');
});

it('G-110: one that cannot read its target names that first', () => {
  const both = [
    { type: 'ScalingActive', status: 'False', message: 'later' },
    { type: 'AbleToScale', status: 'False', message: 'no such Deployment' },
  ];
  expect(scalerFailure('hpa', { conditions: both })).toBe('AbleToScale is False: no such Deployment');
});

it.each([
  ['has not reported yet', undefined],
  ['rests because no pods are wanted', status('ScalingActive', 'ScalingDisabled', 'the replica count is zero')],
  ['is at a bound', status('ScalingLimited', 'DesiredWithinRange')],
])('G-110: a scaler that %s has not failed', (_title, seen) => {
  expect(scalerFailure('hpa', seen)).toBeUndefined();
});

it('G-110: a ScaledObject is judged by its own condition', () => {
  expect(scalerFailure('keda', status('Ready', 'ScaledObjectCheckFailed'))).toBe(
    'Ready is False: ScaledObjectCheckFailed',
  );
});
