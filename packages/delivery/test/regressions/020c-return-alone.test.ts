import { describe, expect, test } from 'vitest';
import type { Plan } from '../../src/model/index.ts';
import { MINUTE } from '../canary.ts';
import { command, eventsOf, fleet, tell } from '../fleet.ts';

const plan = (change: Partial<Plan> = {}): Plan => fleet({ dev: 3, prod: 3 }, { maxFailures: 1, ...change });

describe('a member that failed within maxFailures', () => {
  test.each(['rollback', 'continue'] as const)(
    'I19: goes back alone under %s, and the plan ends Frozen',
    (onFailure) => {
      const story = tell(plan({ onFailure }), { failing: ['dev-1'] });
      expect(story.phases).toEqual({ Done: ['dev-0', 'dev-2', 'prod-0', 'prod-1', 'prod-2'], RolledBack: ['dev-1'] });
      expect(story.state.phase).toBe('Frozen');
      expect(story.state.reason).toContain('dev-1');
      expect([...eventsOf(story, 'RollbackStarted'), ...eventsOf(story, 'HoldSet')]).toEqual([]);
      expect(story.state.hold).toBeUndefined();
      expect(story.state.versions['v2']?.bad).toBeUndefined();
    },
  );

  test('I19: stays as it is under freeze', () => {
    const story = tell(plan({ onFailure: 'freeze' }), { failing: ['dev-1'] });
    expect(story.phases).toMatchObject({ Failed: ['dev-1'] });
    expect(story.state.phase).toBe('Frozen');
  });

  test.each(['one-way', 'unknown', 'reversible-with-loss'] as const)(
    'I11 I19: stays as it is where the version is %s, also under continue',
    (reversibility) => {
      const story = tell(plan({ onFailure: 'continue', reversibility }), { failing: ['dev-1'] });
      expect(story.phases).toMatchObject({ Failed: ['dev-1'] });
      expect(story.state.phase).toBe('Frozen');
    },
  );

  test('I19: ends Failed when its return fails too, and the others go on', () => {
    const story = tell(plan(), { failing: ['dev-1'], failingReturns: ['dev-1'] });
    expect(story.phases).toEqual({ Done: ['dev-0', 'dev-2', 'prod-0', 'prod-1', 'prod-2'], Failed: ['dev-1'] });
    expect(story.state.phase).toBe('Frozen');
    expect(story.state.members['dev-1']?.reason).toContain('could not go back');
  });

  test('I19: goes back also while an abort settles, and the plan ends Aborted and names what stays', () => {
    const story = tell(plan(), { failing: ['dev-1'], commands: [command('abort', 90_000)] });
    expect(story.phases).toMatchObject({ Done: ['dev-0'], RolledBack: ['dev-1'] });
    expect(story.state).toMatchObject({ phase: 'Aborted', reason: 'because; v2 stays on dev-0; 1 failed: dev-1' });
  });

  test('I9: takes a place of the stage while it goes back', () => {
    const { states } = tell(plan({ maxFailures: 2 }), { failing: ['dev-0', 'dev-1'] });
    const moving = states.map(
      ({ members }) =>
        Object.values(members).filter(({ phase }) => ['Updating', 'Verifying', 'RollingBack'].includes(phase)).length,
    );
    expect(Math.max(...moving)).toBe(2);
  });

  test('I19: beyond maxFailures all go back, or with continue the failed ones alone', () => {
    const back = tell(plan({ maxFailures: 0 }), { failing: ['dev-2'] });
    expect(back.state.phase).toBe('RolledBack');
    expect(back.phases).toEqual({ RolledBack: ['dev-0', 'dev-1', 'dev-2'], Pending: ['prod-0', 'prod-1', 'prod-2'] });
    const on = tell(plan({ maxFailures: 0, onFailure: 'continue' }), { failing: ['dev-2'] });
    expect(on.state.phase).toBe('Frozen');
    expect(on.phases).toMatchObject({ Done: ['dev-0', 'dev-1'], RolledBack: ['dev-2'] });
  });

  test('I19: is tried again by a new attempt', () => {
    const story = tell(plan(), {
      failing: ['dev-1'],
      commands: [command('retry', 10 * 60 * MINUTE)],
      untilMs: 20 * 60 * MINUTE,
    });
    expect(story.state).toMatchObject({ phase: 'Frozen', attempt: 2 });
    expect(eventsOf(story, 'MemberStarted').filter((id) => id === 'dev-1')).toHaveLength(2);
    expect(eventsOf(story, 'MemberRolledBack')).toEqual(['dev-1', 'dev-1']);
  });

  test('a failed member is not skipped out of the record', () => {
    const story = tell(plan({ onFailure: 'freeze' }), {
      failing: ['dev-1'],
      commands: [command('skip', 17 * MINUTE, { member: 'dev-1' })],
    });
    expect(eventsOf(story, 'CommandRefused')).toEqual(['skip']);
    expect(story.state.phase).toBe('Frozen');
  });
});
