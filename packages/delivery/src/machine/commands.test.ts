import { describe, expect, test } from 'vitest';
import { canary, MINUTE, wave, weight } from '../../test/canary.ts';
import type { Command, Gate, Observation, Plan, State } from '../model/index.ts';
import { simulate } from '../simulator/index.ts';
import { startDelivery } from './start.ts';
import { step } from './step.ts';

const stated = (type: Command['type'], afterMs: number, more: object = {}) => ({
  afterMs,
  command: { actor: 'ann', reason: 'because', key: `${type} ${afterMs}`, type, ...more } as Command,
});
const last = (plan: Plan, options: Parameters<typeof simulate>[1]): State | undefined =>
  simulate(plan, options).moments.at(-1)?.state;
const approval: Gate = {
  name: 'approval',
  kind: 'approval',
  when: 'before',
  deadline: 72 * 60 * MINUTE,
  spec: { approvers: ['bob'] },
};

describe('an attempt after one that stopped in the first stage', () => {
  const metric: Gate = { name: 'errors', kind: 'metric', when: 'after', deadline: MINUTE, spec: { count: 1 } };
  const plan = canary({ stages: [weight(10, 5, metric), weight(100, 0)], onFailure: 'freeze' });
  const stopped = { measure: () => 'Fail' as const };

  test.each([
    ['abort', 'Aborted'],
    ['rollback', 'RolledBack'],
  ] as const)('I1: %s takes its weight back although it has not begun again', (type, phase) => {
    const commands = [stated('retry', 60 * MINUTE), stated('hold', 60 * MINUTE), stated(type, 61 * MINUTE)];
    // Commanded in the same moment: the new attempt is held before it begins.
    const state = last(plan, { ...stopped, commands });
    expect(state).toMatchObject({ phase, weights: { v1: 100, v2: 0 } });
  });

  test('I1: so does the end of a hold that nobody lifts', () => {
    const commands = [stated('retry', 60 * MINUTE), stated('hold', 60 * MINUTE)];
    const state = last(plan, { ...stopped, commands, untilMs: 400 * 60 * MINUTE });
    expect(state?.phase).toBe('Frozen');
  });
});

describe('rollback', () => {
  test('8.4: brings a version back that has been scaled down meanwhile', () => {
    const plan = canary({ retire: { scaleDownDelay: 0, deleteDelay: 24 * 60 * MINUTE } });
    const { moments } = simulate(plan, { commands: [stated('rollback', 120 * MINUTE)] });
    expect(moments.findLast(({ at }) => at < 120 * MINUTE)?.state.versions['v1']?.phase).toBe('ScaledDown');
    expect(moments.at(-1)?.state).toMatchObject({ phase: 'RolledBack', weights: { v1: 100, v2: 0 } });
  });

  test('8.3: is refused where nothing is left to go back to', () => {
    const { moments } = simulate(canary(), { commands: [stated('rollback', 120 * MINUTE)] });
    expect(moments.at(-1)?.state.phase).toBe('Succeeded');
    expect(moments.flatMap(({ events }) => events).at(-1)).toMatchObject({
      type: 'CommandRefused',
      message: 'v1 is retired; deliver it by a plan of its own',
    });
  });

  test('a plan that was paused before it began ends as one that was not', () => {
    const plan = canary({ stages: [{ ...weight(10, 5), gates: [approval] }, weight(100, 0)] });
    const state = last(plan, { commands: [stated('pause', 1_000), stated('rollback', 2_000)] });
    expect(state).toMatchObject({ phase: 'Aborted', weights: { v1: 100 } });
    expect(state?.hold).toBeUndefined();
  });

  test('8.3: each member goes to what it ran before the plan, however often the plan was tried', () => {
    const plan = wave(1, { onFailure: 'freeze' });
    const id = plan.members[0]?.id ?? '';
    const look = (at: number, version: string, ready: boolean): Observation => ({
      at,
      members: { [id]: { at, value: { version, ready, isCurrent: true, reachable: true } } },
      versions: {},
      gates: {},
      drain: {},
      capacity: { unknown: 'nothing' },
    });
    const say = (type: Command['type']): Command[] => [stated(type, 0).command];
    let { state } = step(plan, startDelivery(plan, 0), look(0, 'v1', true), [], 0);
    expect(state.members[id]).toMatchObject({ phase: 'Updating', previous: 'v1' });
    ({ state } = step(plan, state, look(15 * MINUTE, 'v2', false), [], 15 * MINUTE));
    expect(state.phase).toBe('Frozen');
    ({ state } = step(plan, state, look(16 * MINUTE, 'v2', false), say('retry'), 16 * MINUTE));
    expect(state.members[id]).toMatchObject({ phase: 'Updating', previous: 'v1' });
    ({ state } = step(plan, state, look(31 * MINUTE, 'v2', false), [], 31 * MINUTE));
    const decision = step(plan, state, look(32 * MINUTE, 'v2', false), say('rollback'), 32 * MINUTE);
    expect(decision.desired.members[id]).toBe('v1');
  });

  test('8.3: a member that was tried and waits to be tried again goes back too', () => {
    const plan = wave(1, { onFailure: 'freeze' });
    const [stage] = plan.stages;
    const gated = { ...plan, stages: stage ? [{ ...stage, to: 100, gates: [approval, ...stage.gates] }] : [] };
    const id = plan.members[0]?.id ?? '';
    const failed: State = {
      ...startDelivery(gated, 0),
      phase: 'Frozen',
      isStarted: true,
      members: { [id]: { phase: 'Failed', since: 0, previous: 'v1' } },
    };
    const seen = { at: 1, value: { version: 'v2', ready: false, isCurrent: true, reachable: true } };
    const world: Observation = {
      at: 1,
      members: { [id]: seen },
      versions: {},
      gates: {},
      drain: {},
      capacity: { unknown: 'nothing' },
    };
    const { state } = step(gated, failed, world, [stated('retry', 1).command], 1);
    expect(state.members[id]?.phase).toBe('Pending');
    const { desired } = step(gated, state, world, [stated('rollback', 2).command], 2);
    expect(desired.members[id]).toBe('v1');
  });
});

describe('promote', () => {
  test('opens a window without taking the soak of the stage along', () => {
    const window: Gate = { name: 'window', kind: 'window', when: 'before', deadline: 60 * 60 * MINUTE };
    const plan = canary({ stages: [weight(10, 5, window), weight(100, 0)] });
    const closed = (key: string): 'Pass' | 'Inconclusive' => (key.endsWith('/window') ? 'Inconclusive' : 'Pass');
    const { moments } = simulate(plan, { measure: closed, commands: [stated('promote', MINUTE)] });
    const started = moments.filter(({ events }) => events.some(({ type }) => type === 'StageStarted'));
    const [first = 0, second = 0] = started.map(({ at }) => at);
    expect(first).toBe(MINUTE);
    expect(second - first).toBeGreaterThan(5 * MINUTE);
  });

  test('to the last stage never jumps over an approval', () => {
    const plan = canary({ stages: [weight(10, 5), weight(50, 5, approval), weight(100, 0)] });
    const { moments } = simulate(plan, { untilMs: 10 * MINUTE, commands: [stated('promote', MINUTE, { full: true })] });
    expect(moments.flatMap(({ events }) => events)).toContainEqual(
      expect.objectContaining({ type: 'CommandRefused', message: expect.stringContaining('50%/approval') }),
    );
    expect(moments.at(-1)?.state.weights['v2']).toBe(10);
  });
});

describe('a first version that stopped', () => {
  test('goes on by itself when it is healthy, but not against the word of a person', () => {
    const plan = canary({
      from: null,
      split: { baseline: {}, goal: { v2: 100 } },
      stages: [{ ...weight(100, 0), kind: 'install' }],
    });
    const crash = (_: string, elapsed: number): boolean => elapsed < 60 * MINUTE;
    expect(last(plan, { crash, commands: [stated('resume', 61 * MINUTE)], untilMs: 90 * MINUTE })?.phase).toBe(
      'Succeeded',
    );
    const held = last(plan, { crash, commands: [stated('hold', 30 * MINUTE), stated('resume', 61 * MINUTE)] });
    expect(held).toMatchObject({ phase: 'Frozen', attempt: 1, hold: { by: 'ann' } });
  });
});

describe('resume', () => {
  test('does not shorten a deadline where the clock went back meanwhile', () => {
    const plan = canary();
    const nothing = { members: {}, versions: {}, gates: {}, drain: {}, capacity: { unknown: 'nothing' } };
    const look = (at: number): Observation => ({ at, ...nothing });
    const hour = 60 * MINUTE;
    const { state: begun } = step(plan, startDelivery(plan, hour), look(hour), [], hour);
    const { state: paused } = step(plan, begun, look(hour), [stated('pause', 0).command], hour);
    const { state } = step(plan, paused, look(hour - MINUTE), [stated('resume', 0).command], hour - MINUTE);
    const deadlineOf = ({ waits }: State): number => waits.find(({ kind }) => kind === 'plan')?.deadline ?? 0;
    expect(deadlineOf(state)).toBe(deadlineOf(begun));
  });
});
