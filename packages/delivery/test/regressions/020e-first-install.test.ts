import { describe, expect, test } from 'vitest';
import { startDelivery, step } from '../../src/machine/index.ts';
import type { MemberHealth, Plan } from '../../src/model/index.ts';
import { validatePlan } from '../../src/plan/index.ts';
import { MINUTE } from '../canary.ts';
import { command, eventsOf, fleet, tell } from '../fleet.ts';

const first = (change: Partial<Plan> = {}): Plan => fleet({ dev: 2, prod: 2 }, { from: null, ...change });

describe('a first install on clusters', () => {
  test('I21: is undone by removal when more fail than are tolerated', () => {
    expect(validatePlan(first())).toEqual([]);
    const story = tell(first(), { failing: ['prod-1'] });
    expect(story.state).toMatchObject({ phase: 'RolledBack', hold: { version: 'v2' } });
    expect(eventsOf(story, 'MemberRolledBack').toSorted()).toEqual(['dev-0', 'dev-1', 'prod-0', 'prod-1']);
  });

  test('I19 I21: is removed alone from a member that failed within maxFailures', () => {
    const story = tell(first({ maxFailures: 1 }), { failing: ['dev-1'] });
    expect(story.phases).toEqual({ Done: ['dev-0', 'prod-0', 'prod-1'], RolledBack: ['dev-1'] });
    expect(story.state.phase).toBe('Frozen');
  });

  test('I21: is removed by hand too, until it is known to run nothing', () => {
    const plan = first();
    const { state: done } = tell(plan, { untilMs: 20 * MINUTE });
    expect(done.phase).toBe('Succeeded');
    const look = (at: number, health: Partial<MemberHealth>) => ({
      at,
      members: Object.fromEntries(
        plan.members.map(({ id }) => [
          id,
          { at, value: { version: 'v2', ready: true, isCurrent: true, reachable: true, ...health } },
        ]),
      ),
      versions: {},
      gates: {},
      drain: {},
      capacity: { unknown: 'nobody asks' },
    });
    const { command: undo } = command('rollback', 0);
    const [t1, t2, t3] = [30 * MINUTE, 31 * MINUTE, 32 * MINUTE];
    const begun = step(plan, done, look(t1, {}), [undo], t1);
    expect(begun.desired.remove).toEqual(['prod-0', 'prod-1']);
    expect(begun.desired.members).toEqual({ 'dev-0': 'v2', 'dev-1': 'v2', 'prod-0': null, 'prod-1': null });
    const still = step(plan, begun.state, look(t2, { version: 'v2', ready: false }), [], t2);
    expect(still.desired.remove).toEqual(['prod-0', 'prod-1']);
    const gone = step(plan, still.state, look(t3, { version: null, ready: false }), [], t3);
    expect(gone.state.members).toMatchObject({ 'prod-0': { phase: 'RolledBack' }, 'prod-1': { phase: 'RolledBack' } });
    expect(gone.desired.remove).toEqual(['dev-0', 'dev-1']);
  });

  test('I21: goes to a cluster that had nothing although others had a version', () => {
    const plan = fleet({ dev: 2 });
    const at = 1;
    const value = { ready: true, isCurrent: true, reachable: true };
    const { state } = step(
      plan,
      startDelivery(plan, 0),
      {
        at,
        members: {
          'dev-0': { at, value: { ...value, version: 'v1' } },
          'dev-1': { at, value: { ...value, version: null } },
        },
        versions: {},
        gates: {},
        drain: {},
        capacity: { unknown: 'nobody asks' },
      },
      [],
      at,
    );
    expect(state.members).toMatchObject({ 'dev-0': { previous: 'v1' }, 'dev-1': { previous: null } });
  });

  test('I2: needs no healthy member where none serves', () => {
    expect(tell(first({ floor: 1 })).state.phase).toBe('Succeeded');
  });
});
