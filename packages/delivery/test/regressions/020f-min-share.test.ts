import { describe, expect, test } from 'vitest';
import type { Plan } from '../../src/model/index.ts';
import { validatePlan } from '../../src/plan/index.ts';
import { canary, MINUTE, weight } from '../canary.ts';
import { environment, eventsOf, fleet, health, tell } from '../fleet.ts';

const plan = (minShare: number, change: Partial<Plan> = {}): Plan =>
  fleet(
    { dev: 4, prod: 1 },
    {
      stages: [
        environment('dev', { gates: [health({ minShare })], maxConcurrent: 4 }),
        environment('prod', { gates: [] }),
      ],
      ...change,
    },
  );
const sick =
  (...ids: string[]) =>
  (id: string, elapsed: number): string | undefined =>
    ids.includes(id) && elapsed > 70_000 ? 'down' : undefined;

describe('a health gate with minShare', () => {
  test('I22: passes when the share of good members is reached, equality included', () => {
    const story = tell(
      plan(0.75, {
        stages: [
          environment('dev', { gates: [health({ minShare: 0.75, minReadyMs: 0 })], maxConcurrent: 4 }),
          environment('prod', { gates: [] }),
        ],
      }),
      { degraded: sick('dev-1') },
    );
    expect(eventsOf(story, 'GatePassed')).toContain('dev/health');
    expect(eventsOf(story, 'StageReached')).toEqual(['dev', 'prod']);
  });

  test('I22: fails as soon as the members known to be bad leave it out of reach', () => {
    const degraded = (id: string, elapsed: number): string | undefined =>
      ['dev-1', 'dev-2'].includes(id) && elapsed > 100_000 ? 'down' : undefined;
    const story = tell(plan(0.75), { degraded });
    expect(eventsOf(story, 'GateFailed')).toEqual(['dev/health']);
    expect(story.state.phase).toBe('RolledBack');
    expect(tell(plan(0.5), { degraded }).state.phase).toBe('Frozen');
  });

  test('I22: counts members that failed as attempted', () => {
    const tolerant = { maxFailures: 2 };
    expect(eventsOf(tell(plan(0.75, tolerant), { failing: ['dev-0'] }), 'GatePassed')).toContain('dev/health');
    expect(eventsOf(tell(plan(0.8, tolerant), { failing: ['dev-0'] }), 'GateFailed')).toEqual(['dev/health']);
  });

  test('I22: does not count deferred members, and is an error while an updated one is unknown', () => {
    const offline = tell(plan(1), { offline: (id) => id === 'dev-3' });
    expect(offline.state.phase).toBe('Succeeded');
    const silent = tell(plan(0.5), { silent: (id, elapsed) => id === 'dev-3' && elapsed > 100_000 });
    expect(eventsOf(silent, 'GateError')).toEqual(['dev/health']);
    expect(eventsOf(silent, 'GatePassed')).toEqual([]);
  });

  test('I19 I22: members still not good when the last stage passes are failed then and go back alone', () => {
    const degraded = (id: string, elapsed: number): string | undefined =>
      id === 'dev-1' && elapsed > 100_000 ? 'down' : undefined;
    const story = tell(plan(0.75), { degraded });
    expect(story.state).toMatchObject({ phase: 'Frozen', failures: 0 });
    expect(story.state.reason).toContain('dev-1');
    expect(story.phases).toEqual({ Done: ['dev-0', 'dev-2', 'dev-3', 'prod-0'], RolledBack: ['dev-1'] });
  });

  test.each([
    [plan(1.5), 'is 1.5; give a share from 0 to 1'],
    [plan(Number.NaN), 'is NaN; give a share from 0 to 1'],
    [
      canary({ stages: [{ ...weight(100, 0), gates: [health({ minShare: 0.5 })] }] }),
      'counts members; a traffic plan has none',
    ],
  ])('a share that cannot be is refused', (refused, message) => {
    expect(validatePlan(refused)).toContainEqual({ field: 'stages[0].gates[0].spec.minShare', message });
  });

  test('what says when a member counts as away is checked as well', () => {
    const bad = fleet({ dev: 1 }, { minReachable: 101, offlineDeadline: 0 });
    expect(validatePlan(bad)).toEqual([
      { field: 'minReachable', message: 'is 101; give a percentage from 0 to 100' },
      { field: 'offlineDeadline', message: 'is 0; give milliseconds above 0, at most a year' },
    ]);
    expect(validatePlan(fleet({ dev: 1 }, { minReachable: 0, offlineDeadline: MINUTE }))).toEqual([]);
  });
});
