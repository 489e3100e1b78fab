import { describe, expect, test } from 'vitest';
import { conditionEvents } from '../../src/handlers/condition-events.ts';
import type { HandlerObservation } from '../../src/handlers/observation.ts';
import { carriedOut, conditionOf, decided, observationOf, type Sketch, stagesOf, writtenDown } from '../world.ts';

const stable: Sketch = { id: 'v1', weight: 100, stage: 'Current' };
const next: Sketch = { id: 'v2' };
const steps = [10, 100].map((weight) => ({ weight, pause: '20s' }));
const spec = { rollout: { steps } };

/** Looks and carries out until it is so. */
function until(start: HandlerObservation, isSo: (observed: HandlerObservation) => boolean): HandlerObservation {
  let observed = start;
  for (let look = 0; look < 200; look++) {
    if (isSo(observed)) return observed;
    const decision = decided(observed);
    observed = decision.rollout.isChanged ? writtenDown(observed, decision) : carriedOut(observed, decision, 5_000);
  }
  throw new Error('it never is so');
}

/** Whether the step to this share is reached, and watched. */
function isAt(observed: HandlerObservation, share: number): boolean {
  const { facts, rollout } = decided(observed);
  return rollout.stored?.state.phase === 'Verifying' && facts.versions.at(-1)?.weight === share;
}

describe('the words of the stages', () => {
  test('G-44: a first release is no canary', () => {
    const seen = new Set<string>();
    until(observationOf({ versions: [{ id: 'v1' }] }), (observed) => {
      seen.add(stagesOf(decided(observed))['v1'] ?? '');
      return decided(observed).rollout.stored?.state.phase === 'Succeeded';
    });
    expect(seen).not.toContain('Canary');
    expect(seen).toContain('Current');
  });

  test('G-44: with all of the traffic a version is current, and the one without any stands by', () => {
    const observed = until(observationOf({ versions: [stable, next], spec }), (one) => isAt(one, 100));
    const decision = decided(observed);
    expect(decision.rollout.stored?.state.phase).toBe('Verifying');
    expect(stagesOf(decision)).toEqual({ v1: 'Standby', v2: 'Current' });
  });
});

describe('Ready', () => {
  const canary = (weight: number): HandlerObservation => {
    const observed = until(observationOf({ versions: [stable, next], spec }), (one) => isAt(one, weight));
    const versions = observed.versions.map((version) =>
      version.id === 'v2' && version.workload.deployment
        ? {
            ...version,
            workload: {
              pods: [],
              deployment: {
                ...version.workload.deployment,
                status: { observedGeneration: 1, replicas: 1, readyReplicas: 0 },
              },
            },
          }
        : version,
    );
    return { ...observed, versions, target: versions.find(({ id }) => id === 'v2') };
  };

  test('G-165: a handler is ready while what carries its traffic is, whatever a canary of 10 % does', () => {
    const ready = conditionOf(decided(canary(10)).status, 'Ready');
    expect(ready).toMatchObject({ status: 'True', reason: 'Available' });
    expect(ready?.message).toContain('v2, which is tried with 10 %, has none');
    expect(conditionOf(decided(canary(100)).status, 'Ready')).toMatchObject({ status: 'False' });
  });
});

describe('a breaking version that is held', () => {
  const observed = observationOf({ versions: [stable, { ...next, isBreaking: true }] });

  test('G-63: is not reported as success, but with what it needs', () => {
    const progressing = conditionOf(decided(observed).status, 'Progressing');
    expect(progressing).toMatchObject({ status: 'False', reason: 'HeaderOnly' });
    expect(progressing?.message).toBe('v2 is held at no traffic. It may break callers.');
  });

  test('G-167: is an Event of the handler, once', () => {
    const { conditions } = decided(observed).status;
    const reported = conditionEvents([], conditions).map(({ reason }) => reason);
    expect(reported).toContain('VersionHeld');
    expect(conditionEvents(conditions, conditions)).toEqual([]);
  });
});
