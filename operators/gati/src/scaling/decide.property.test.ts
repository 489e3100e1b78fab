import { manifestsOf, type Workload } from '@slipway/workloads';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUNS } from '../../test/runs.ts';
import type { Scaling, Stage } from '../types/index.ts';
import { decide } from './decide.ts';
import type { ObservedScale, ScalingSpec } from './model.ts';
import { settle } from './scale-down.ts';
import { workloadScaleOf } from './workload-scale.ts';

const names = { namespace: 'shop', handler: 'users', version: 'v1', deployment: 'handler-users-v1' };
const LIVE = ['Waiting', 'Staged', 'HeaderOnly', 'Canary', 'Current', 'Serving', 'Draining', 'Drained'] as const;

const count = fc.nat(30);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const scalings: fc.Arbitrary<Scaling> = fc
  .record(
    {
      minReplicas: count,
      maxReplicas: fc.integer({ min: 1, max: 60 }),
      cpu: fc.integer({ min: 1, max: 100 }),
      memory: fc.integer({ min: 1, max: 100 }),
      requestsPerSecond: fc.record(
        {
          target: fc.integer({ min: 1, max: 50 }),
          query: fc.constantFrom('sum(up)', 'sum(up{v="$version"})'),
          serverAddress: fc.constant('http://prometheus:9090'),
        },
        { requiredKeys: ['target'] },
      ),
      warmPool: fc.record({ minReady: fc.nat(5) }),
    },
    { requiredKeys: [] },
  )
  .filter(({ minReplicas = 0, maxReplicas = 60 }) => minReplicas <= maxReplicas);
const specs: fc.Arbitrary<ScalingSpec> = fc.record({
  replicas: count,
  scaling: optional(scalings),
  names: fc.constant(names),
});
const scalers = fc
  .uniqueArray(fc.constantFrom('hpa' as const, 'keda' as const))
  .map((kinds) => kinds.map((kind) => ({ kind })));
const observations: fc.Arbitrary<ObservedScale> = fc.record({
  replicas: fc.option(count),
  scalers,
  isKedaInstalled: fc.boolean(),
  intent: optional(
    fc.record(
      { min: count, share: fc.double({ min: 0, max: 1, noNaN: true }), withoutScaler: fc.boolean() },
      { requiredKeys: ['share'] },
    ),
  ),
  isMarkedBad: optional(fc.boolean()),
  scaleDown: fc.option(fc.record({ since: fc.nat(1_000_000), peak: count })),
});
const stages: fc.Arbitrary<Stage> = fc.constantFrom(...LIVE, 'Failed');
const weights = fc.nat(100);

test('G-119: every decision is within its bounds, and a scaler has 1 ≤ max and min ≤ max', () => {
  fc.assert(
    fc.property(specs, weights, stages, observations, (spec, weight, stage, observed) => {
      const decision = decide(spec, weight, stage, observed, 1_000_000);
      const { replicas, min, max } = decision;
      expect(min).toBeLessThanOrEqual(max);
      if (replicas !== null) expect(replicas >= min && replicas <= max).toBe(true);
      if (decision.kind !== 'fixed') expect(max).toBeGreaterThanOrEqual(1);
      if (decision.kind === 'hpa') expect(min).toBeGreaterThanOrEqual(1);
      expect(decide(spec, weight, stage, observed, 1_000_000)).toEqual(decision);
    }),
    RUNS,
  );
});

test('G-119: more weight never gives fewer pods', () => {
  fc.assert(
    fc.property(specs, weights, weights, stages, observations, (spec, one, other, stage, observed) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      const low = decide(spec, less, stage, observed, 1_000_000);
      const high = decide(spec, more, stage, observed, 1_000_000);
      expect(high.min).toBeGreaterThanOrEqual(low.min);
      expect(high.max).toBeGreaterThanOrEqual(low.max);
      if (low.replicas !== null) expect(high.replicas ?? 0).toBeGreaterThanOrEqual(low.replicas);
    }),
    RUNS,
  );
});

test('G-110: a scaler is never created beside another one, and pods never fall while one leaves', () => {
  fc.assert(
    fc.property(specs, weights, stages, observations, (spec, weight, stage, observed) => {
      const decision = decide(spec, weight, stage, observed, 1_000_000);
      const present = observed.scalers.map(({ kind }) => kind);
      const isCreated = decision.kind !== 'fixed' && !present.includes(decision.kind);
      if (isCreated) expect(present).toEqual([]);
      if (decision.kind === 'fixed') expect(decision.removes).toEqual(present);
      const isKept = decision.kind === 'fixed' && decision.removes.length > 0 && decision.condition.reason === 'Fixed';
      if (isKept) expect(decision.replicas).toBeGreaterThanOrEqual(observed.replicas ?? 0);
    }),
    RUNS,
  );
});

/** Weights of a few versions that add up to 100. */
const splits = fc.array(fc.nat(100), { minLength: 1, maxLength: 8 }).map((cuts) => {
  const marks = [0, ...cuts.toSorted((a, b) => a - b), 100];
  return marks.slice(1).map((mark, index) => mark - (marks[index] ?? 0));
});

test('G-111: all versions together have what one alone would need, one more each, and what is held', () => {
  const held = fc.array(count, { minLength: 9, maxLength: 9 });
  fc.assert(
    fc.property(specs, splits, held, fc.boolean(), (spec, split, holds, isHolding) => {
      const pool = spec.scaling?.warmPool?.minReady ?? 0;
      const seen = (hold: number): ObservedScale => ({
        replicas: null,
        scalers: [],
        isKedaInstalled: true,
        scaleDown: null,
        ...(isHolding && { intent: { min: hold, share: 0 } }),
      });
      const mins = split.map((weight, index) => decide(spec, weight, 'Serving', seen(holds[index] ?? 0), 0).min);
      const alone = decide(
        { ...spec, scaling: { ...spec.scaling, warmPool: { minReady: 0 } } },
        100,
        'Serving',
        seen(0),
        0,
      );
      const kept = isHolding ? holds.slice(0, split.length).reduce((sum, hold) => sum + hold, 0) : 0;
      const total = mins.reduce((sum, min) => sum + min, 0);
      // A max below the default min bounds each version, not their sum; then the need is the uncapped one.
      const need = Math.max(alone.min, spec.scaling?.minReplicas ?? Math.ceil(spec.replicas / 2));
      expect(total).toBeLessThanOrEqual(need + split.length * Math.max(1, pool) + kept);
    }),
    RUNS,
  );
});

test('G-111: versions that share one query ask together for what one alone would, and one more each', () => {
  const rate = { target: 7, query: 'sum(rate(gateway[1m]))', serverAddress: 'http://prometheus:9090' };
  const spec: ScalingSpec = { replicas: 1, names, scaling: { requestsPerSecond: rate } };
  const observed: ObservedScale = { replicas: null, scalers: [], isKedaInstalled: true, scaleDown: null };
  fc.assert(
    fc.property(splits, fc.nat(10_000), (split, requests) => {
      const asked = split
        .filter((weight) => weight > 0)
        .map((weight) => decide(spec, weight, 'Serving', observed, 0))
        .map((decision) => (decision.kind === 'keda' ? (decision.triggers.queries[0]?.target ?? 0) : 0))
        .map((target) => Math.ceil(requests / target - 1e-9));
      const total = asked.reduce((sum, pods) => sum + pods, 0);
      expect(total).toBeGreaterThanOrEqual(Math.ceil(requests / 7));
      expect(total).toBeLessThanOrEqual(Math.ceil(requests / 7) + asked.length);
    }),
    RUNS,
  );
});

test('G-118: under any noise the pods never fall below what the last window needed, and settle in the end', () => {
  const steps = fc.array(fc.record({ needed: count, after: fc.integer({ min: 0, max: 200 }) }), { maxLength: 40 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 400 }), (noise, window) => {
      let [now, present, record] = [0, 10, null as ReturnType<typeof settle>['scaleDown']];
      const history: { at: number; needed: number }[] = [];
      for (const { needed, after } of noise) {
        now += after;
        history.push({ at: now, needed });
        const settled = settle(needed, present, record, window, now);
        const recent = history.filter(({ at }) => at > now - window);
        if (settled.replicas < present)
          expect(settled.replicas).toBeGreaterThanOrEqual(Math.max(...recent.map((past) => past.needed)));
        expect(settled.replicas).toBeGreaterThanOrEqual(needed);
        [present, record] = [settled.replicas, settled.scaleDown];
        expect(settle(needed, present, record, window, now).replicas).toBe(present);
      }
      for (const _ of [1, 2, 3]) {
        now += window;
        const settled = settle(3, present, record, window, now);
        [present, record] = [settled.replicas, settled.scaleDown];
      }
      expect(present).toBe(3);
    }),
    RUNS,
  );
});

test('G-110, G-114: every decision makes manifests with one scaler at most, and the bounds it says', () => {
  fc.assert(
    fc.property(specs, weights, stages, observations, (spec, weight, stage, observed) => {
      const decision = decide(spec, weight, stage, observed, 1_000_000);
      const workload: Workload = {
        name: 'web',
        namespace: 'shop',
        pod: { containers: [{ name: 'web', image: 'web:1' }] },
        ...workloadScaleOf(decision),
      };
      const manifests = manifestsOf(workload);
      const made = manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject');
      expect(made.map(({ kind }) => kind)).toEqual(
        { fixed: [], hpa: ['HorizontalPodAutoscaler'], keda: ['ScaledObject'] }[decision.kind],
      );
      const deployment = manifests.find(({ kind }) => kind === 'Deployment');
      expect(deployment).toMatchObject({ kind: 'Deployment' });
      const { replicas } = (deployment as { spec: { replicas?: number } }).spec;
      expect(replicas).toBe(decision.kind === 'fixed' ? decision.replicas : undefined);
    }),
    { numRuns: Math.min(RUNS.numRuns, 1_000) },
  );
});
