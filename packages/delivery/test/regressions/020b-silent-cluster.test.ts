import { describe, expect, test } from 'vitest';
import { MINUTE } from '../canary.ts';
import { environment, eventsOf, fleet, HOUR, tell } from '../fleet.ts';

describe('a cluster that was never started and is silent', () => {
  test.each([
    ['the deadline of its stage', { stages: [environment('dev', { deadline: 30 * MINUTE })] }],
    ['the progress deadline', { stages: [environment('dev', { progressDeadline: 20 * MINUTE })] }],
    ['the deadline of the plan', { deadline: 45 * MINUTE }],
  ])('I18: rolls nobody back and puts no hold when %s passes', (_name, change) => {
    const story = tell(fleet({ dev: 3 }, change), { silent: (id) => id === 'dev-2' });
    expect(story.state.phase).toBe('Frozen');
    expect(story.state.hold).toBeUndefined();
    expect(story.phases).toEqual({ Done: ['dev-0', 'dev-1'], Pending: ['dev-2'] });
    expect([...eventsOf(story, 'RollbackStarted'), ...eventsOf(story, 'MemberFailed')]).toEqual([]);
  });

  test('I18: is named by the wait of the stage, whose end is Aborted where nothing was changed', () => {
    const { state, states } = tell(fleet({ dev: 2 }), { silent: () => true });
    const wait = states.at(-2)?.waits.find(({ kind }) => kind === 'offline');
    expect(wait).toMatchObject({ about: 'dev', onDeadline: 'abort' });
    expect(state).toMatchObject({ phase: 'Aborted', failures: 0 });
    const one = tell(fleet({ dev: 3 }), { silent: (id) => id === 'dev-2' });
    expect(one.state.reason).toContain('dev-2');
  });

  test('I18: does not fail a stage by the floor that it would have to hold', () => {
    const away = { offline: (id: string) => id > 'dev-2' };
    const story = tell(fleet({ dev: 5 }, { floor: 3 }), away);
    expect(story.state).toMatchObject({ phase: 'Aborted', failures: 0 });
  });

  test('takes part as soon as it is seen, in the stage that runs', () => {
    const silent = (id: string, elapsed: number): boolean => id === 'dev-0' && elapsed < 30 * MINUTE;
    expect(tell(fleet({ dev: 2, prod: 1 }), { silent }).state).toMatchObject({ phase: 'Succeeded' });
  });

  test('6: offline in the middle is unknown, whatever it showed last, and a failure at its deadline', () => {
    const offline = (id: string, elapsed: number): boolean => id === 'dev-0' && elapsed > 30_000;
    const story = tell(fleet({ dev: 2, prod: 1 }, { maxFailures: 1 }), { offline });
    // Once on its way there, and once on its way back.
    expect(eventsOf(story, 'MemberFailed')).toEqual(['dev-0', 'dev-0']);
    expect(eventsOf(story, 'MemberDone')).toEqual(['dev-1', 'prod-0']);
    expect(story.state).toMatchObject({ phase: 'Frozen', members: { 'dev-0': { phase: 'Failed' } } });
  });

  test('6: one that returns after the end stays deferred: a plan of its own brings it the version', () => {
    const offline = (id: string, elapsed: number): boolean => id === 'dev-0' && elapsed < 2 * HOUR;
    const story = tell(fleet({ dev: 3 }), { offline });
    expect(story.state).toMatchObject({ phase: 'Succeeded', reason: 'v2 is delivered; 1 offline: dev-0' });
    expect(story.phases['Deferred']).toEqual(['dev-0']);
  });
});
