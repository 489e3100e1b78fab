import { expect, test } from 'vitest';
import type { Scaling, Stage } from '../types/index.ts';
import { scaleToZeroProblem } from './bounds.ts';
import { decide } from './decide.ts';
import type { ObservedScale, ScalingSpec } from './model.ts';

const names = { namespace: 'shop', handler: 'users', version: 'v1', deployment: 'handler-users-v1-00000000' };
const NOW = 1_700_000_000_000;
const NOTHING: ObservedScale = { replicas: null, scalers: [], isKedaInstalled: true, scaleDown: null };
const PROMETHEUS = 'http://prometheus:9090';
const byGateway = { target: 10, query: 'sum(rate(gateway_requests_total[1m]))', serverAddress: PROMETHEUS };

function spec(replicas: number, scaling?: Scaling): ScalingSpec {
  return { replicas, names, ...(scaling && { scaling }) };
}

function decided(
  asked: ScalingSpec,
  { weight = 100, stage = 'Current', now = NOW, ...seen }: Partial<ObservedScale> & Situation = {},
) {
  return decide(asked, weight, stage, { ...NOTHING, ...seen }, now);
}

interface Situation {
  weight?: number;
  stage?: Stage;
  now?: number;
}

test('G-110: without scaling the number of replicas is fixed and follows the weight', () => {
  expect(decided(spec(3))).toMatchObject({
    kind: 'fixed',
    replicas: 3,
    condition: { status: 'True', reason: 'Fixed' },
  });
  expect(decided(spec(3), { weight: 10 })).toMatchObject({ kind: 'fixed', replicas: 1 });
  expect(decided(spec(10), { weight: 55 })).toMatchObject({ replicas: 6 });
});

test('G-110: utilisation is a HorizontalPodAutoscaler, a request rate is KEDA with all targets in one object', () => {
  expect(decided(spec(3, { cpu: 60, memory: 80 }))).toMatchObject({
    kind: 'hpa',
    triggers: { cpu: 60, memory: 80, queries: [] },
  });
  expect(decided(spec(3, { cpu: 60, requestsPerSecond: { target: 5 } }), { prometheusUrl: PROMETHEUS })).toMatchObject({
    kind: 'keda',
    triggers: { cpu: 60, queries: [{ serverAddress: PROMETHEUS, target: 5 }] },
  });
});

test('G-110: where KEDA is absent an HPA stands in and says so, and leaves when KEDA comes', () => {
  const asked = spec(3, { requestsPerSecond: byGateway });
  expect(decided(asked, { isKedaInstalled: false, scalers: [{ kind: 'hpa' }] })).toMatchObject({
    kind: 'hpa',
    triggers: { cpu: 70 },
    condition: { status: 'False', reason: 'KedaNotInstalled' },
  });
  expect(decided({ ...asked, scaling: { ...asked.scaling, memory: 50 } }, { isKedaInstalled: false })).toMatchObject({
    triggers: { memory: 50, queries: [] },
  });
  expect(decided(asked, { replicas: 7, scalers: [{ kind: 'hpa' }] })).toMatchObject({
    kind: 'fixed',
    replicas: 7,
    removes: ['hpa'],
    condition: { status: 'Unknown', reason: 'KEDA' },
  });
  expect(decided(asked, { replicas: 7 })).toMatchObject({ kind: 'keda', replicas: 7, removes: [] });
  expect(decided(asked, { replicas: 7, scalers: [{ kind: 'keda' }] })).toMatchObject({
    kind: 'keda',
    replicas: null,
    condition: { status: 'True', reason: 'KEDA' },
  });
});

test('G-110: a request rate without any Prometheus is reported, and utilisation stands in', () => {
  expect(decided(spec(3, { requestsPerSecond: { target: 5 } }))).toMatchObject({
    kind: 'hpa',
    condition: { status: 'False', reason: 'ScalerFailed' },
  });
});

test('G-110: one scaler is gone before the other comes, both ways, and the pods stay', () => {
  const hpa = spec(3, { cpu: 60 });
  expect(decided(hpa, { replicas: 8, scalers: [{ kind: 'keda' }] })).toMatchObject({
    kind: 'fixed',
    replicas: 8,
    removes: ['keda'],
  });
  expect(decided(hpa, { replicas: 8, scalers: [{ kind: 'keda' }, { kind: 'hpa' }] })).toMatchObject({
    kind: 'hpa',
    replicas: null,
    removes: ['keda'],
  });
});

test('G-110: a scaler that says of itself that it does not work is reported', () => {
  const scalers = [{ kind: 'hpa' as const, failure: 'the metrics API is not available' }];
  expect(decided(spec(3, { cpu: 60 }), { replicas: 3, scalers }).condition).toEqual({
    type: 'Scaled',
    status: 'False',
    reason: 'ScalerFailed',
    message: 'The HorizontalPodAutoscaler does not work: the metrics API is not available',
  });
});

test('G-111: the default query sees the pods of its own version only', () => {
  const decision = decided(spec(3, { requestsPerSecond: { target: 5 } }), { weight: 20, prometheusUrl: PROMETHEUS });
  expect(decision).toMatchObject({
    triggers: {
      queries: [
        {
          target: 5,
          query:
            'sum(rate(gati_http_requests_total{namespace="shop",pod=~"handler-users-v1-00000000-[a-z0-9]+-[a-z0-9]{5}"}[2m]))',
        },
      ],
    },
  });
});

test('G-111: a query that all versions share is divided by the share of each', () => {
  const asked = spec(3, { requestsPerSecond: byGateway });
  expect(decided(asked, { weight: 20 })).toMatchObject({ triggers: { queries: [{ target: 50 }] } });
  expect(decided(asked, { weight: 20, intent: { min: 1, share: 0.25 } })).toMatchObject({
    triggers: { queries: [{ target: 40 }] },
  });
  const own = { ...byGateway, query: 'sum(rate(gateway_requests_total{version="$version"}[1m]))' };
  expect(decided({ ...spec(3, { requestsPerSecond: own }), names: { ...names, version: 'a"b' } })).toMatchObject({
    triggers: { queries: [{ target: 10, query: 'sum(rate(gateway_requests_total{version="a\\"b"}[1m]))' }] },
  });
});

test('G-111, G-84: min follows the weight, and is raised to what a rollout needs or holds', () => {
  const asked = spec(10, { minReplicas: 10, maxReplicas: 20, cpu: 60 });
  expect(decided(asked, { weight: 25 })).toMatchObject({ min: 3, max: 20 });
  expect(decided(asked, { weight: 25, intent: { min: 7, share: 0.25 } })).toMatchObject({ min: 7, max: 20 });
  expect(decided(asked, { weight: 25, intent: { min: 70, share: 0.25 } })).toMatchObject({ min: 20, max: 20 });
});

test('G-112: zero replicas stop a version at once and for good; three bring it back with its scaler', () => {
  const scaling = { cpu: 60, warmPool: { minReady: 2 } };
  expect(decided(spec(0, scaling), { replicas: 3, scalers: [{ kind: 'hpa' }] })).toMatchObject({
    kind: 'fixed',
    replicas: 3,
    removes: ['hpa'],
  });
  expect(decided(spec(0, scaling), { replicas: 3 })).toMatchObject({ kind: 'fixed', replicas: 0, wakeAt: null });
  expect(decided(spec(3, scaling), { replicas: 0 })).toMatchObject({ kind: 'hpa', replicas: 3 });
  expect(decided(spec(3), { replicas: 0 })).toMatchObject({ kind: 'fixed', replicas: 3 });
});

test('G-113: five fixed replicas stay five when a scaler takes over, and the scaler is then left alone', () => {
  const asked = spec(3, { cpu: 60 });
  expect(decided(asked, { replicas: 5 })).toMatchObject({ kind: 'hpa', replicas: 5 });
  expect(decided(asked, { replicas: 9, scalers: [{ kind: 'hpa' }] })).toMatchObject({ kind: 'hpa', replicas: null });
  expect(decided(asked)).toMatchObject({ kind: 'hpa', replicas: 3 });
});

test('G-114: bounds default to half and three times the replicas, and max is never below min', () => {
  expect(decided(spec(5, { cpu: 60 }))).toMatchObject({ min: 3, max: 15 });
  expect(decided(spec(1, { cpu: 60 }))).toMatchObject({ min: 1, max: 3 });
  expect(decided(spec(2, { minReplicas: 9 }))).toMatchObject({ kind: 'hpa', min: 9, max: 9, triggers: { cpu: 70 } });
  expect(decided(spec(9, { maxReplicas: 2 }))).toMatchObject({ min: 2, max: 2 });
});

test('G-116: a version that serves may sleep where demand is seen outside of its pods; a canary may not', () => {
  const asked = spec(3, { minReplicas: 0, requestsPerSecond: byGateway });
  expect(scaleToZeroProblem(asked, true)).toBeUndefined();
  expect(decided(asked)).toMatchObject({ kind: 'keda', min: 0 });
  expect(decided(asked, { stage: 'Serving', weight: 30 })).toMatchObject({ min: 0 });
  expect(decided(asked, { stage: 'Canary', weight: 30 })).toMatchObject({ min: 1 });
  expect(decided(asked, { stage: 'Draining', weight: 0 })).toMatchObject({ min: 1 });
  expect(decided({ ...asked, scaling: { ...asked.scaling, warmPool: { minReady: 2 } } })).toMatchObject({ min: 2 });
});

test('G-116: zero without KEDA, without a query or with one that asks the sleeping pods is refused', () => {
  const asked = spec(3, { minReplicas: 0, requestsPerSecond: byGateway });
  expect(scaleToZeroProblem(asked, false)).toContain('install KEDA');
  expect(decided(asked, { isKedaInstalled: false })).toMatchObject({ kind: 'hpa', min: 1 });
  for (const scaling of [
    { minReplicas: 0, cpu: 60 },
    { minReplicas: 0, requestsPerSecond: { target: 1, serverAddress: PROMETHEUS } },
    { minReplicas: 0, requestsPerSecond: { ...byGateway, query: 'sum(rate(gati_http_requests_total[1m]))' } },
  ]) {
    expect(scaleToZeroProblem(spec(3, scaling), true)).toContain('cannot report demand');
    expect(decided(spec(3, scaling))).toMatchObject({ min: 1 });
  }
});

test('G-117: the warm pool is a floor of every live version, scaled or fixed, and asks for no scaler by itself', () => {
  const pool = { warmPool: { minReady: 4 } };
  for (const stage of ['Waiting', 'Staged', 'HeaderOnly', 'Failed', 'Draining', 'Drained'] as const) {
    expect(decided(spec(2, pool), { stage, weight: 0 })).toMatchObject({ kind: 'fixed', replicas: 4 });
    expect(decided(spec(2), { stage, weight: 0 })).toMatchObject({ kind: 'fixed', replicas: 1 });
  }
  expect(decided(spec(2, { cpu: 60, ...pool }), { weight: 0, stage: 'Staged' })).toMatchObject({ kind: 'hpa', min: 4 });
  expect(decided(spec(9), { stage: 'Staged', weight: 0, intent: { min: 9, share: 0 } })).toMatchObject({ replicas: 9 });
});

test('G-90: a version that was rolled back loses its scaler before it loses a pod', () => {
  const asked = spec(6, { cpu: 60 });
  const failed = { stage: 'Failed' as const, weight: 0 };
  expect(decided(asked, { ...failed, replicas: 6, scalers: [{ kind: 'hpa' }] })).toMatchObject({
    kind: 'fixed',
    replicas: 6,
    removes: ['hpa'],
  });
  expect(decided(asked, { ...failed, replicas: 6, scaleDown: { since: NOW - 300_000, peak: 1 } })).toMatchObject({
    replicas: 1,
  });
  expect(decided(asked, { stage: 'Draining', weight: 0, isMarkedBad: true })).toMatchObject({ kind: 'fixed' });
});

test('G-84, G-90: a version that was left keeps what it served with, and no scaler, until nobody uses it', () => {
  const asked = spec(6, { cpu: 60 });
  const intent = { min: 4, withoutScaler: true, share: 0 };
  expect(decided(asked, { stage: 'Draining', weight: 0, intent, replicas: 4 })).toMatchObject({
    kind: 'fixed',
    replicas: 4,
  });
  expect(decided(asked, { weight: 50, intent: { share: 0.5 } })).toMatchObject({ kind: 'hpa', min: 2 });
});

test('G-101: a version that is removed loses its scaler first, then all pods at once', () => {
  const asked = spec(6, { cpu: 60, warmPool: { minReady: 2 } });
  const ending = { stage: 'Decommissioning' as const, weight: 0, intent: { min: 0, withoutScaler: true, share: 0 } };
  expect(decided(asked, { ...ending, replicas: 3, scalers: [{ kind: 'hpa' }] })).toMatchObject({ replicas: 3 });
  expect(decided(asked, { ...ending, replicas: 3 })).toMatchObject({ kind: 'fixed', replicas: 0, wakeAt: null });
  expect(decided(asked, { stage: 'Decommissioned', weight: 0 })).toMatchObject({ kind: 'fixed', replicas: 0 });
});

test('G-118: fixed replicas rise at once and fall after the window', () => {
  expect(decided(spec(9), { replicas: 4 })).toMatchObject({ replicas: 9, scaleDown: null });
  const first = decided(spec(4), { replicas: 9 });
  expect(first).toMatchObject({ replicas: 9, scaleDown: { since: NOW, peak: 4 }, wakeAt: NOW + 300_000 });
  expect(decided(spec(4), { replicas: 9, now: NOW + 299_999, scaleDown: first.scaleDown })).toMatchObject({
    replicas: 9,
    scaleDown: first.scaleDown,
  });
  expect(decided(spec(4), { replicas: 9, now: NOW + 300_000, scaleDown: first.scaleDown })).toMatchObject({
    replicas: 4,
    scaleDown: null,
    wakeAt: null,
  });
  const short = { behavior: { scaleDown: { stabilizationWindowSeconds: 0 } } };
  expect(decided(spec(4, short), { replicas: 9 })).toMatchObject({ replicas: 4, scaleDown: null });
});

test('G-118: a clock that was set back delays a fall by one window at most', () => {
  const scaleDown = { since: NOW + 3_600_000, peak: 4 };
  expect(decided(spec(4), { replicas: 9, scaleDown })).toMatchObject({ wakeAt: NOW + 300_000 });
});
