import { describe, expect, test } from 'vitest';
import { conditionEvents } from '../../src/handlers/condition-events.ts';
import type { HandlerWorld } from '../../src/handlers/world.ts';
import { carriedOut, conditionOf, decided, type Sketch, stagesOf, worldOf, writtenDown } from '../world.ts';

const stable: Sketch = { id: 'v1', weight: 100, stage: 'Current' };
const next: Sketch = { id: 'v2' };
const steps = [10, 100].map((weight) => ({ weight, pause: '20s' }));
const spec = { rollout: { steps } };

/** Looks and carries out until it is so. */
function until(start: HandlerWorld, isSo: (world: HandlerWorld) => boolean): HandlerWorld {
  let world = start;
  for (let look = 0; look < 200; look++) {
    if (isSo(world)) return world;
    const decision = decided(world);
    world = decision.rollout.isChanged ? writtenDown(world, decision) : carriedOut(world, decision, 5_000);
  }
  throw new Error('it never is so');
}

/** Whether the step to this share is reached, and watched. */
function isAt(world: HandlerWorld, share: number): boolean {
  const { facts, rollout } = decided(world);
  return rollout.stored?.state.phase === 'Verifying' && facts.versions.at(-1)?.weight === share;
}

describe('the words of the stages', () => {
  test('G-44: a first release is no canary', () => {
    const seen = new Set<string>();
    until(worldOf({ versions: [{ id: 'v1' }] }), (world) => {
      seen.add(stagesOf(decided(world))['v1'] ?? '');
      return decided(world).rollout.stored?.state.phase === 'Succeeded';
    });
    expect(seen).not.toContain('Canary');
    expect(seen).toContain('Current');
  });

  test('G-44: with all of the traffic a version is current, and the one without any stands by', () => {
    const world = until(worldOf({ versions: [stable, next], spec }), (one) => isAt(one, 100));
    const decision = decided(world);
    expect(decision.rollout.stored?.state.phase).toBe('Verifying');
    expect(stagesOf(decision)).toEqual({ v1: 'Standby', v2: 'Current' });
  });
});

describe('Ready', () => {
  const canary = (weight: number): HandlerWorld => {
    const world = until(worldOf({ versions: [stable, next], spec }), (one) => isAt(one, weight));
    const versions = world.versions.map((version) =>
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
    return { ...world, versions, target: versions.find(({ id }) => id === 'v2') };
  };

  test('G-165: a handler is ready while what carries its traffic is, whatever a canary of 10 % does', () => {
    const ready = conditionOf(decided(canary(10)).status, 'Ready');
    expect(ready).toMatchObject({ status: 'True', reason: 'Available' });
    expect(ready?.message).toContain('v2, which is tried with 10 %, has none');
    expect(conditionOf(decided(canary(100)).status, 'Ready')).toMatchObject({ status: 'False' });
  });
});

describe('a breaking version that is held', () => {
  const world = worldOf({ versions: [stable, { ...next, isBreaking: true }] });

  test('G-63: is not reported as success, but with what it needs', () => {
    const progressing = conditionOf(decided(world).status, 'Progressing');
    expect(progressing).toMatchObject({ status: 'False', reason: 'HeaderOnly' });
    expect(progressing?.message).toBe('v2 is held at no traffic. It may break callers.');
  });

  test('G-167: is an Event of the handler, once', () => {
    const { conditions } = decided(world).status;
    const reported = conditionEvents([], conditions).map(({ reason }) => reason);
    expect(reported).toContain('VersionHeld');
    expect(conditionEvents(conditions, conditions)).toEqual([]);
  });
});
