import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { full, scaled, small, stateful } from '../../test/descriptions.ts';
import type { Scaling, Workload } from '../model/index.ts';
import { manifestOf, manifestsOf, problemsOf } from './generate.ts';

const kindsOf = (workload: Workload) => manifestsOf(workload).map(({ kind }) => kind);
const hpaOf = (workload: Workload) => manifestOf(workload, 'HorizontalPodAutoscaler')?.spec;
const query = { serverAddress: 'http://prometheus:9090', query: 'sum(rate(requests[1m]))', target: 100 };

describe('scaling', () => {
  test('G-110: fixed replicas have no scaler; cpu and memory give an HPA; queries a ScaledObject instead', () => {
    expect(kindsOf(small)).toEqual(['Deployment']);
    expect(kindsOf({ ...small, scaling: { cpu: 50 } })).toEqual(['Deployment', 'HorizontalPodAutoscaler']);
    expect(kindsOf({ ...small, scaling: { cpu: 50, queries: [query] } })).toEqual(['Deployment', 'ScaledObject']);
    expect(hpaOf({ ...full, scaling: { cpu: 60, memory: 80 } })?.metrics).toEqual([
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } },
      { type: 'Resource', resource: { name: 'memory', target: { type: 'Utilization', averageUtilization: 80 } } },
    ]);
  });

  test('G-110: it scales what the pods belong to', () => {
    expect(hpaOf({ ...stateful, scaling: {} })?.scaleTargetRef).toEqual({
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      name: 'performer',
    });
  });

  test('G-112: a workload at 0 has neither scaler nor budget', () => {
    expect(kindsOf({ ...small, replicas: 0, scaling: { min: 2 } })).toEqual(['Deployment']);
    expect(manifestOf({ ...small, replicas: 0, scaling: {} }, 'Deployment')?.spec.replicas).toBe(0);
  });

  test('G-113: with a scaler the number of replicas is not applied', () => {
    expect(manifestOf({ ...small, replicas: 3, scaling: {} }, 'Deployment')?.spec).not.toHaveProperty('replicas');
    expect(manifestOf({ ...small, replicas: 3 }, 'Deployment')?.spec.replicas).toBe(3);
  });

  test('G-114: an HPA without settings', () => {
    expect(hpaOf({ ...small, replicas: 5, scaling: {} })).toEqual({
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      minReplicas: 3,
      maxReplicas: 15,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
      ],
      behavior: {
        scaleDown: {
          stabilizationWindowSeconds: 300,
          selectPolicy: 'Max',
          policies: [{ type: 'Percent', value: 50, periodSeconds: 60 }],
        },
        scaleUp: {
          stabilizationWindowSeconds: 0,
          selectPolicy: 'Max',
          policies: [
            { type: 'Percent', value: 100, periodSeconds: 15 },
            { type: 'Pods', value: 4, periodSeconds: 15 },
          ],
        },
      },
    });
    expect(hpaOf({ ...small, scaling: {} })).toMatchObject({ minReplicas: 1, maxReplicas: 3 });
  });

  test('G-114: each part of the behaviour can be another', () => {
    const behavior = { scaleDown: { stabilizationWindowSeconds: 60 } };
    expect(hpaOf({ ...small, scaling: { behavior } })?.behavior).toMatchObject({
      scaleDown: { stabilizationWindowSeconds: 60, policies: [{ type: 'Percent', value: 50 }] },
      scaleUp: { stabilizationWindowSeconds: 0 },
    });
  });

  test('G-114: max is at least min, and min at least 1, whatever is left out', () => {
    const bound = fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), bound, bound, (replicas, min, max) => {
        const scaling = { ...(min && { min }), ...(max && { max }) } satisfies Scaling;
        fc.pre(min === undefined || max === undefined || min <= max);
        const { minReplicas = 0, maxReplicas = 0 } = hpaOf({ ...small, replicas, scaling }) ?? {};
        expect(minReplicas).toBeGreaterThanOrEqual(1);
        expect(maxReplicas).toBeGreaterThanOrEqual(minReplicas);
        expect([min ?? minReplicas, max ?? maxReplicas]).toEqual([minReplicas, maxReplicas]);
      }),
    );
  });

  test('G-115: a ScaledObject keeps what runs when nobody answers, and takes no data for an error', () => {
    const { metadata, spec } = manifestOf(scaled, 'ScaledObject') ?? {};
    expect(spec).toMatchObject({
      pollingInterval: 30,
      cooldownPeriod: 300,
      fallback: { failureThreshold: 3, replicas: 1, behavior: 'currentReplicasIfHigher' },
      triggers: [
        { type: 'prometheus', metadata: { threshold: '100', ignoreNullValues: 'false' } },
        { type: 'cpu', metricType: 'Utilization', metadata: { value: '70' } },
      ],
    });
    expect(metadata).not.toHaveProperty('annotations');
  });

  test('G-116: scaling to zero needs a query', () => {
    expect(manifestOf(scaled, 'ScaledObject')?.spec.minReplicaCount).toBe(0);
    expect(problemsOf({ ...small, scaling: { min: 0, cpu: 70 } })).toMatchObject([
      { code: 'WORKLOAD_SCALING', field: 'scaling.min', message: expect.stringContaining('add a query') },
    ]);
  });

  test.each<[string, Scaling, string]>([
    ['min above max', { min: 3, max: 2 }, 'scaling.min'],
    ['no pods at most', { max: 0 }, 'scaling.max'],
    ['half a percent', { cpu: 0.5 }, 'scaling.cpu'],
    [
      'an address that is none',
      { queries: [{ ...query, serverAddress: 'prometheus' }] },
      'scaling.queries[0].serverAddress',
    ],
    ['an empty query', { queries: [{ ...query, query: ' ' }] }, 'scaling.queries[0].query'],
    ['a target of nothing', { queries: [{ ...query, target: Number.NaN }] }, 'scaling.queries[0].target'],
  ])('G-114: refuses %s', (_, scaling, field) => {
    expect(problemsOf({ ...small, scaling }).map((problem) => problem.field)).toEqual([field]);
  });

  test('G-133: a budget protects workloads that never have less than two pods', () => {
    const budgetOf = (workload: Workload) => manifestOf(workload, 'PodDisruptionBudget')?.spec;
    expect(budgetOf({ ...small, replicas: 2 })).toEqual({
      maxUnavailable: 1,
      selector: { matchLabels: { 'app.kubernetes.io/instance': 'web' } },
      unhealthyPodEvictionPolicy: 'AlwaysAllow',
    });
    expect(budgetOf({ ...small, replicas: 1 })).toBeUndefined();
    expect(budgetOf({ ...small, replicas: 8, scaling: { min: 1 } })).toBeUndefined();
    expect(budgetOf({ ...small, replicas: 2, disruption: { maxUnavailable: '50%' } })?.maxUnavailable).toBe('50%');
    expect(budgetOf({ ...small, replicas: 2, disruption: 'unprotected' })).toBeUndefined();
  });
});
