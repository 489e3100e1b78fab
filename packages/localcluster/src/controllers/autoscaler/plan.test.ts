import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { READ } from '../../../test/support/read.ts';
import { createMetricsFeed } from '../metrics/index.ts';
import type { PodObject } from '../pods/index.ts';
import { limit, type Memory, NO_MEMORY, withChange } from './limits.ts';
import { type AutoscalerObservation, planAutoscaler } from './plan.ts';
import type { AutoscalerObject } from './types.ts';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const autoscaler = (spec: object): AutoscalerObject =>
  ({
    metadata: { name: 'web', namespace: 'default' },
    spec: { minReplicas: 1, maxReplicas: 20, ...spec },
  }) as object as AutoscalerObject;

const pod = (index: number, status: object = {}): PodObject => ({
  metadata: { ...READ, name: `p${index}`, namespace: 'default', labels: { app: 'web' } },
  spec: { containers: [{ name: 'c', resources: { requests: { cpu: '200m' } } }] },
  status: {
    phase: 'Running',
    startTime: '2026-01-01T00:00:00Z',
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }],
    ...status,
  },
});
const pods = (count: number): PodObject[] => Array.from({ length: count }, (_, index) => pod(index));
const all = { namespace: 'default', pods: { app: 'web' } };
const cpu = (averageUtilization: number) => ({
  metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } } }],
});

const look = (spec: object, rest: Partial<AutoscalerObservation>) =>
  planAutoscaler({
    autoscaler: autoscaler(spec),
    current: 2,
    running: 2,
    pods: pods(2),
    metrics: createMetricsFeed(),
    memory: NO_MEMORY,
    wallMs: NOW,
    ...rest,
  });

describe('an autoscaler', () => {
  it('L-20: asks for as many replicas as bring use to its target', () => {
    const metrics = createMetricsFeed();
    metrics.set({ resource: 'cpu', ...all }, '180m');
    const plan = look(cpu(50), { metrics });
    expect(plan).toMatchObject({
      replicas: 4,
      reason: 'cpu resource utilization (percentage of request) above target',
    });
    expect(plan.metricStatuses).toEqual([
      { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 90, averageValue: '180m' } } },
    ]);
    expect(plan.conditions.map(({ type, status, reason }) => [type, status, reason])).toEqual([
      ['AbleToScale', 'True', 'ReadyForNewScale'],
      ['ScalingActive', 'True', 'ValidMetricFound'],
      ['ScalingLimited', 'False', 'DesiredWithinRange'],
    ]);
  });

  it('L-20: lets small differences be', () => {
    const metrics = createMetricsFeed();
    metrics.set({ resource: 'cpu', ...all }, '108m');
    expect(look(cpu(50), { metrics }).replicas).toBe(2);
  });

  it('L-20: takes the highest of several metrics, of pods, objects and what is outside', () => {
    const metrics = createMetricsFeed();
    metrics.set({ metric: 'rps', ...all }, 10);
    metrics.set({ metric: 'queue', namespace: 'default', object: { kind: 'Service', name: 'web' } }, 30);
    metrics.set({ external: 'messages', namespace: 'default', labels: { queue: 'a' } }, 60);
    const spec = {
      metrics: [
        { type: 'Pods', pods: { metric: { name: 'rps' }, target: { type: 'AverageValue', averageValue: '10' } } },
        {
          type: 'Object',
          object: {
            metric: { name: 'queue' },
            describedObject: { kind: 'Service', name: 'web' },
            target: { type: 'Value', value: '20' },
          },
        },
        {
          type: 'External',
          external: {
            metric: { name: 'messages', selector: { matchLabels: { queue: 'a' } } },
            target: { type: 'AverageValue', averageValue: '15' },
          },
        },
      ],
    };
    const plan = look(spec, { metrics });
    expect(plan.replicas).toBe(4);
    expect(plan.reason).toBe(
      'external metric messages(&LabelSelector{MatchLabels:map[string]string{queue: a,},MatchExpressions:[]LabelSelectorRequirement{},}) above target',
    );
  });

  it('L-20: never shrinks while one of its metrics is unknown', () => {
    const metrics = createMetricsFeed();
    metrics.set({ resource: 'cpu', ...all }, '1m');
    const unknown = {
      type: 'Pods',
      pods: { metric: { name: 'rps' }, target: { type: 'AverageValue', averageValue: '10' } },
    };
    const plan = look({ metrics: [...cpu(50).metrics, unknown] }, { metrics, current: 5 });
    expect(plan).toMatchObject({ replicas: 5, reason: undefined });
    expect(plan.failure).toMatch(
      /^invalid metrics \(1 invalid out of 2\), first error is: failed to get pods metric value: /,
    );
    expect(plan.conditions.at(-1)).toMatchObject({
      type: 'ScalingActive',
      status: 'False',
      reason: 'FailedGetPodsMetric',
    });
  });

  it('L-20: counts pods that are not ready as idle when it grows', () => {
    const metrics = createMetricsFeed();
    metrics.set({ resource: 'cpu', ...all }, '160m');
    const starting = pod(9, { phase: 'Pending' });
    expect(look(cpu(50), { metrics, pods: [...pods(2), starting], current: 3 }).replicas).toBe(3);
  });

  it('L-20: does nothing for a target that was switched off, unless it may come from zero', () => {
    expect(look(cpu(50), { current: 0 }).conditions.at(-1)).toMatchObject({ reason: 'ScalingDisabled' });
    const metrics = createMetricsFeed();
    metrics.set({ external: 'messages', namespace: 'default' }, 5);
    const external = {
      type: 'External',
      external: { metric: { name: 'messages' }, target: { type: 'Value', value: '2' } },
    };
    expect(look({ minReplicas: 0, metrics: [external] }, { metrics, current: 0, running: 0 }).replicas).toBe(3);
  });
});

const rules = (scaleUp: object = {}, scaleDown: object = {}) => ({ scaleUp, scaleDown });
const bounds = { min: 1, max: 100, wallMs: NOW };

describe('how fast an autoscaler may go', () => {
  it('L-20: stays within its bounds and, without rules, at most doubles', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(500), fc.boolean(), (current, proposed, hasRules) => {
        const { replicas } = limit({
          ...bounds,
          current,
          proposed,
          behavior: hasRules ? rules() : undefined,
          memory: NO_MEMORY,
        });
        expect(replicas).toBeGreaterThanOrEqual(1);
        expect(replicas).toBeLessThanOrEqual(Math.min(100, Math.max(2 * current, hasRules ? current + 4 : 4)));
      }),
    );
  });

  it('L-20: shrinks only to the most that was wanted in the window', () => {
    const memory: Memory = { recommendations: [{ replicas: 8, atMs: NOW - 60_000 }], changes: [] };
    const soon = limit({ ...bounds, current: 10, proposed: 2, behavior: undefined, memory });
    expect(soon).toMatchObject({ replicas: 8, ableToScale: { reason: 'ScaleDownStabilized' } });
    const later = limit({ ...bounds, current: 10, proposed: 2, behavior: undefined, memory, wallMs: NOW + 300_000 });
    expect(later.replicas).toBe(2);
  });

  it('L-20: a policy counts what has changed in its period', () => {
    const behavior = rules({ policies: [{ type: 'Pods', value: 2, periodSeconds: 60 }] });
    const first = limit({ ...bounds, current: 4, proposed: 20, behavior, memory: NO_MEMORY });
    expect(first).toMatchObject({ replicas: 6, limited: { isLimited: true, reason: 'ScaleUpLimit' } });
    const memory = withChange(first.memory, 2, NOW);
    expect(limit({ ...bounds, current: 6, proposed: 20, behavior, memory, wallMs: NOW + 30_000 }).replicas).toBe(6);
    expect(limit({ ...bounds, current: 6, proposed: 20, behavior, memory, wallMs: NOW + 61_000 }).replicas).toBe(8);
  });

  it('L-20: a direction that is switched off stays where it is', () => {
    const behavior = rules({}, { selectPolicy: 'Disabled', stabilizationWindowSeconds: 0 });
    expect(limit({ ...bounds, current: 9, proposed: 1, behavior, memory: NO_MEMORY }).replicas).toBe(9);
  });
});
