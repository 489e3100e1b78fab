import { describe, expect, test } from 'vitest';
import { MINUTE } from '../canary.ts';
import { command, environment, eventsOf, fleet, HOUR, tell } from '../fleet.ts';

const undone = command('rollback', 30 * MINUTE);

describe('a rollback', () => {
  test('I20: goes on with all others when one member cannot go back, and names it at the end', () => {
    const story = tell(fleet({ dev: 3, prod: 3 }), { failingReturns: ['prod-2', 'dev-1'], commands: [undone] });
    expect(story.state.phase).toBe('RollbackFailed');
    expect(story.phases).toEqual({ RolledBack: ['dev-0', 'dev-2', 'prod-0', 'prod-1'], Failed: ['dev-1', 'prod-2'] });
    expect(story.state.reason).toContain('dev-1');
    expect(story.state.reason).toContain('prod-2');
  });

  test('I11 I20: is followed by a hold on the version, also when a member could not go back', () => {
    const story = tell(fleet({ dev: 2 }), { failingReturns: ['dev-1'], commands: [undone] });
    expect(story.state).toMatchObject({ phase: 'RollbackFailed', hold: { version: 'v2' } });
  });

  test('I20: is tried again by hand for those that could not go back', () => {
    const story = tell(fleet({ dev: 3 }), {
      failingReturns: ['dev-1'],
      commands: [undone, command('rollback', 3 * HOUR)],
      untilMs: 5 * HOUR,
    });
    expect(story.state).toMatchObject({ phase: 'RollbackFailed', attempt: 3 });
    expect(eventsOf(story, 'MemberRolledBack').toSorted()).toEqual(['dev-0', 'dev-2']);
  });

  test('I20: what a member reports does not grow with each try', () => {
    const reasonAfter = (tries: number): string | undefined =>
      tell(fleet({ dev: 3 }), {
        failingReturns: ['dev-1'],
        commands: [undone, ...Array.from({ length: tries }, (_, index) => command('rollback', (3 + 2 * index) * HOUR))],
        untilMs: (4 + 2 * tries) * HOUR,
      }).state.members['dev-1']?.reason;
    expect(reasonAfter(1)).toContain('dev-1 could not go back: ');
    expect(reasonAfter(5)).toBe(reasonAfter(1));
  });

  test('9: takes the last stage first, in reverse order, as many at once as the stage that is undone', () => {
    const stages = [environment('beta', { maxConcurrent: 3 }), environment('alpha', { maxConcurrent: 1 })];
    const { states } = tell(fleet({ alpha: 2, beta: 4 }, { stages }), { commands: [undone] });
    const going = states
      .map(({ members }) => Object.keys(members).filter((id) => members[id]?.phase === 'RollingBack'))
      .filter((ids) => ids.length > 0);
    expect(going.filter((ids, index) => ids.join() !== going[index - 1]?.join())).toEqual([
      ['alpha-1'],
      ['alpha-0', 'beta-2', 'beta-3'],
      ['beta-0', 'beta-1'],
    ]);
  });

  test('9: takes as many at once as the plan names for it', () => {
    const plan = fleet({ dev: 4 }, { rollback: { window: HOUR, maxConcurrent: 4 } });
    const { states } = tell(plan, { commands: [undone] });
    const moving = states.map(
      ({ members }) => Object.values(members).filter(({ phase }) => phase === 'RollingBack').length,
    );
    expect(Math.max(...moving)).toBe(4);
  });
});
