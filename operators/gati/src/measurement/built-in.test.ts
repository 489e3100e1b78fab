import { describe, expect, test } from 'vitest';
import { createAnalysisMetric } from './analysis-metric.ts';
import { type BuiltIn, builtInsOfPods, type MetricValue, valueOf } from './built-in.ts';

const NOW = 1_700_000_000_000;
const subject = { namespace: 'shop', handler: 'users', versionId: 'v2' };
const stable = { ...subject, versionId: 'v1' };
const increase = {
  requests: 40,
  failures: 10,
  overMs: 20_000,
  buckets: new Map([
    [0.1, 20],
    [0.5, 40],
    [Number.POSITIVE_INFINITY, 40],
  ]),
};

describe('built-in metrics', () => {
  test.each<[BuiltIn, number]>([
    ['success-rate', 0.75],
    ['request-rate', 2],
    ['latency-p50', 0.1],
    ['latency-p99', 0.492],
  ])('G-83: %s', (builtin, value) => {
    expect(valueOf(builtin, increase, 20).value).toBeCloseTo(value, 12);
    expect(valueOf(builtin, { ...increase, requests: 19 }, 20)).toEqual({
      noData: 'fewer than 20 requests in the interval',
    });
  });

  test('G-83: no latencies, no value', () => {
    expect(valueOf('latency-p99', { ...increase, buckets: new Map() }, 20)).toEqual({ noData: 'the value is NaN' });
  });

  const measured = (values: Record<string, MetricValue>, conditions: object) =>
    createAnalysisMetric(
      { builtin: 'success-rate', ...conditions },
      {
        intervalMs: 60_000,
        builtIns: async ({ version }) => values[version.versionId] ?? { noData: 'none' },
        lookup: () => undefined,
      },
    ).measure(NOW, subject, stable);

  test('G-83: conditions are CEL over result and baseline', async () => {
    const conditions = { successCondition: 'result >= baseline - 0.01' };
    const values = { v2: { value: 0.99 }, v1: { value: 0.995 } };
    expect(await measured(values, conditions)).toEqual({
      at: NOW,
      outcome: 'Pass',
      message: '99 %, before 99.5 %, asked is result >= baseline - 0.01',
    });
    expect((await measured({ ...values, v2: { value: 0.5 } }, conditions)).outcome).toBe('Fail');
  });

  test('G-83: too few requests of either version are inconclusive; what could not be read is an error', async () => {
    const successCondition = 'result >= baseline';
    const few = { noData: 'fewer than 20 requests in the interval' };
    expect(await measured({ v2: few, v1: { value: 1 } }, { successCondition })).toMatchObject({
      outcome: 'Inconclusive',
    });
    expect(await measured({ v2: { value: 1 }, v1: few }, { successCondition })).toEqual({
      at: NOW,
      outcome: 'Inconclusive',
      message: 'the stable version: fewer than 20 requests in the interval',
    });
    const pods = builtInsOfPods({ increase: async () => ({ unknown: 'no baseline yet for pod a' }) });
    const value = await pods({ builtin: 'success-rate', version: subject, intervalMs: 1 });
    expect(await measured({ v2: value }, { successCondition: 'result > 0.5' })).toEqual({
      at: NOW,
      outcome: 'Error',
      message: 'no baseline yet for pod a',
    });
  });

  test('G-83: a query without a Prometheus says so; a condition that makes no sense is refused', async () => {
    const around = { intervalMs: 60_000, builtIns: async () => ({ value: 1 }), lookup: () => undefined };
    const metric = createAnalysisMetric({ query: 'up', successCondition: 'result == 1.0' }, around);
    expect(await metric.measure(NOW, subject)).toMatchObject({
      outcome: 'Error',
      message: expect.stringMatching(/PROMETHEUS_URL/),
    });
    expect(() => createAnalysisMetric({ builtin: 'success-rate', successCondition: 'result >=' }, around)).toThrow(
      /successCondition/,
    );
  });
});
