import { describe, expect, test } from 'vitest';
import { carriedOut, decided, kindsOf, type ObservationSketch, observationOf, type Sketch } from '../../test/world.ts';
import { baseOf } from './base.ts';
import type { HandlerDecision } from './decide.ts';
import type { HandlerObservation } from './observation.ts';

const scaling = { minReplicas: 2, maxReplicas: 5, cpu: 70 };
const hpa = (max: number) => [{ kind: 'hpa' as const, bounds: { min: 2, max } }];

/** A handler whose versions are sized by scalers that are there already. */
function scaled(sketch: ObservationSketch): HandlerObservation {
  const observed = observationOf(sketch);
  const versions = observed.versions.map((one) => ({ ...one, scalers: hpa(scaling.maxReplicas) }));
  return { ...observed, versions, target: versions.at(-1) };
}

function after(start: HandlerObservation, looks: number): HandlerDecision {
  let observed = start;
  for (let look = 0; look < looks; look++) {
    const decision = decided(observed);
    observed = carriedOut(observed, decision, decision.rollout.isChanged ? 1 : 30_000);
  }
  return decided(observed);
}

describe('capacity before weight', () => {
  const direct = { rollout: { strategy: 'direct' as const } };

  test('G-84 G-111: a new version needs no more pods than its scaler may have', () => {
    const versions: Sketch[] = [
      { id: 'v1', weight: 100, stage: 'Current', pods: { wanted: 10 } },
      { id: 'v2', pods: { wanted: 5 } },
    ];
    const decision = after(scaled({ versions, spec: { replicas: 4, scaling, ...direct } }), 20);
    expect(decision.rollout.stored?.state).toMatchObject({ phase: 'Succeeded', base: 10, weights: { v2: 100 } });
    expect(kindsOf(decision, 'v2')).toContain('HorizontalPodAutoscaler');
  });

  test('G-84: what carries all of the traffic is more than what the largest share of it needs', () => {
    const versions: Sketch[] = [
      { id: 'v0', weight: 30, declares: 30, stage: 'Serving', pods: { wanted: 3 } },
      { id: 'v1', weight: 70, stage: 'Current', pods: { wanted: 7 } },
      { id: 'v2', pods: { wanted: 1 } },
    ];
    const decision = after(observationOf({ versions, spec: { replicas: 10, ...direct } }), 6);
    expect(decision.rollout.stored).toMatchObject({ plan: { to: 'v2' }, state: { base: 10 } });
    expect(decision.rollout.scale['v2']?.min).toBe(7);
  });
});

describe('a settled split by pods in rotation', () => {
  test.each([
    ['none stands by where each has what its share needs', { v1: [50, 5], v2: [50, 5] }, 10],
    ['shares that differ', { v1: [30, 3], v2: [70, 7] }, 10],
    ['what is held for a rollback stands by', { v1: [20, 10], v2: [80, 8] }, 10],
    ['one that lost its pods takes none of the others out', { v1: [50, 0], v2: [50, 8] }, 16],
    ['one that is behind takes few of the others out', { v1: [50, 2], v2: [50, 8] }, 8],
  ] as const)('G-78 G-111: %s', (_, shares, base) => {
    const versions = Object.entries(shares).map(
      ([id, [weight, pods]]): Sketch => ({ id, weight, pods: { wanted: pods } }),
    );
    const observed = observationOf({ versions, spec: { scaling } });
    expect(baseOf(observed.handler, observed.versions, undefined)).toBe(base);
  });
});
