import { describe, expect, test } from 'vitest';
import { MINUTE } from '../canary.ts';
import { environment, eventsOf, fleet, HOUR, tell } from '../fleet.ts';

const isProd = (id: string): boolean => id.startsWith('prod');

describe('an environment that nobody can see', () => {
  test('I17: does not pass: members of earlier stages do not stand for it', () => {
    const story = tell(fleet({ dev: 4, prod: 2, rest: 1 }), { offline: isProd });
    expect(eventsOf(story, 'StageReached')).toEqual(['dev']);
    expect(story.state).toMatchObject({ phase: 'Frozen', stage: 1 });
    expect(story.phases).toEqual({
      Done: ['dev-0', 'dev-1', 'dev-2', 'dev-3'],
      Deferred: ['prod-0', 'prod-1'],
      Pending: ['rest-0'],
    });
  });

  test('I17 I18: is waited for with a blocker, an owner and an end, while the clocks of the stage stand still', () => {
    const plan = fleet({ dev: 2, prod: 3 }, { offlineDeadline: 5 * HOUR });
    const { states, state } = tell(plan, { offline: (id) => isProd(id) });
    const waiting = states.find(({ waits }) => waits.some(({ kind, about }) => kind === 'offline' && about === 'prod'));
    expect(waiting?.waits.find(({ about }) => about === 'prod')).toMatchObject({
      kind: 'offline',
      blocker: '0 of 3 members of stage prod are reachable; 2 must be',
      onDeadline: 'freeze',
    });
    expect(waiting?.waits.some(({ kind }) => kind === 'stage')).toBe(false);
    expect(state.phase).toBe('Frozen');
    expect(state.since - (waiting?.since ?? 0)).toBe(5 * HOUR);
  });

  test('I17: passes when enough of it came back in time, and its clocks go on with the time they had', () => {
    const plan = fleet({ dev: 2, prod: 3 }, { offlineDeadline: 20 * HOUR });
    const story = tell(plan, { offline: (id, elapsed) => isProd(id) && elapsed < 10 * HOUR });
    expect(story.state).toMatchObject({ phase: 'Succeeded', reason: 'v2 is delivered' });
  });

  test('I17: half of its own members are enough, fewer are not, and one is always needed', () => {
    const away = (count: number) => (id: string) => isProd(id) && Number(id.slice(-1)) < count;
    expect(tell(fleet({ dev: 1, prod: 4 }), { offline: away(2) }).state.phase).toBe('Succeeded');
    expect(tell(fleet({ dev: 1, prod: 4 }), { offline: away(3) }).state.phase).toBe('Frozen');
    const none = fleet({ dev: 1, prod: 4 }, { minReachable: 0 });
    expect(tell(none, { offline: away(3) }).state.phase).toBe('Succeeded');
    expect(tell(none, { offline: away(4) }).state.phase).toBe('Frozen');
  });

  test('a check after the last environment judges the members that were updated, and takes one that returned', () => {
    const check = { ...environment('check'), kind: 'check' as const };
    const { to: _, ...last } = check;
    const plan = { ...fleet({ dev: 2 }), stages: [environment('dev'), last] };
    const sick = tell(plan, {
      degraded: (id, elapsed) => (id === 'dev-0' && elapsed > 2 * MINUTE ? 'down' : undefined),
    });
    expect(sick.state.phase).toBe('RolledBack');
    const back = tell(plan, { offline: (id, elapsed) => id === 'dev-1' && elapsed < 2 * MINUTE });
    expect(back.state.reason).toBe('v2 is delivered');
    expect(back.phases).toEqual({ Done: ['dev-0', 'dev-1'] });
  });
});
