import { describe, expect, test } from 'vitest';
import { canary, MINUTE, wave, weight } from '../../test/canary.ts';
import { randomPlan } from '../../test/plans.ts';
import { Random } from '../../test/random.ts';
import type { Command, Decision, Observation, Plan, State } from '../model/index.ts';
import { validatePlan } from '../plan/index.ts';
import { simulate } from '../simulator/index.ts';
import { startDelivery } from './start.ts';
import { step } from './step.ts';
import { TERMINAL } from './turn.ts';

const NOTHING_SEEN: Observation = {
  at: 0,
  members: {},
  versions: {},
  gates: {},
  drain: {},
  capacity: { unknown: 'nothing' },
};
const command = (type: Command['type'], more: object = {}): Command => ({
  actor: 'ann',
  reason: 'because',
  key: type,
  type,
  ...more,
});
const stated = (type: Command['type'], afterMs: number, more: object = {}) => ({
  afterMs,
  command: command(type, more),
});
const last = (plan: Plan, options: Parameters<typeof simulate>[1]): State | undefined =>
  simulate(plan, { untilMs: 400 * 60 * MINUTE, ...options }).moments.at(-1)?.state;

describe('under no input at all', () => {
  test('I3 I8: every plan ends, by its deadlines alone, and nothing is promoted', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const plan = randomPlan(new Random(seed));
      if (validatePlan(plan).length > 0) continue;
      let now = 0;
      let state = startDelivery(plan, now);
      for (let steps = 0; !TERMINAL.has(state.phase) && steps < 100; steps++) {
        state = step(plan, state, NOTHING_SEEN, [], now).state;
        now = state.wakeAt ?? now;
      }
      expect([seed, TERMINAL.has(state.phase), state.phase]).toEqual([
        seed,
        true,
        expect.not.stringMatching('Succeeded'),
      ]);
      expect(state.weights).toEqual(plan.split?.baseline ?? {});
    }
  });
});

describe('two plans at once', () => {
  test('I16: what happens to one changes no decision of the other', () => {
    const run = (plan: Plan, between: () => void): Decision[] => {
      let state = startDelivery(plan, 0);
      return [0, 1_000, 60_000, 600_000, 3_600_000].map((now) => {
        between();
        const decision = step(plan, state, NOTHING_SEEN, [], now);
        state = decision.state;
        return decision;
      });
    };
    const other = wave(5);
    const alone = run(canary(), () => undefined);
    const beside = run(canary(), () => void step(other, startDelivery(other, 0), NOTHING_SEEN, [command('abort')], 5));
    expect(beside).toEqual(alone);
  });
});

describe('commands', () => {
  test('pause stops at the weight it finds; resume soaks again from the beginning', () => {
    const options = { commands: [stated('pause', 2 * MINUTE), stated('resume', 60 * MINUTE)] };
    const { moments } = simulate(canary(), options);
    const second = moments.find(({ events }) =>
      events.some(({ type, about }) => type === 'StageStarted' && about === '50%'),
    );
    expect(second?.at).toBe(65 * MINUTE);
    expect(moments.at(-1)?.state.phase).toBe('Succeeded');
  });

  test('promote ends the soak, never the health gate', () => {
    const { moments } = simulate(canary(), {
      commands: [stated('promote', 21_000), stated('promote', 25_000, { key: '2' })],
    });
    const second = moments.find(({ events }) =>
      events.some(({ about, type }) => type === 'StageStarted' && about === '50%'),
    );
    expect(second?.at).toBe(52_000);
  });

  test('promote does not pass a gate that failed', () => {
    const metric = { name: 'm', kind: 'metric', when: 'after', deadline: MINUTE, spec: { count: 1 } } as const;
    const plan = canary({ stages: [weight(10, 5, metric), weight(100, 0)], onFailure: 'freeze' });
    const state = last(plan, { measure: () => 'Fail', commands: [stated('promote', 3 * MINUTE)] });
    expect(state).toMatchObject({ phase: 'Frozen', weights: { v2: 10 } });
  });

  test('abort gives the weights back', () => {
    const state = last(canary(), { commands: [stated('abort', 7 * MINUTE)] });
    expect(state).toMatchObject({ phase: 'Aborted', weights: { v1: 100 } });
  });

  test('abort leaves updated clusters, and says which; with rollback they go back', () => {
    const kept = last(wave(10), { commands: [stated('abort', 4 * MINUTE)] });
    expect(kept?.phase).toBe('Aborted');
    expect(Object.values(kept?.members ?? {}).some(({ phase }) => phase === 'Done')).toBe(true);
    const undone = last(wave(10), { commands: [stated('abort', 4 * MINUTE, { rollback: true })] });
    expect(undone?.phase).toBe('RolledBack');
    expect(Object.values(undone?.members ?? {}).some(({ phase }) => phase === 'Done')).toBe(false);
  });

  test('replace ends the plan and leaves its start as the baseline of the next', () => {
    expect(last(canary(), { commands: [stated('replace', 7 * MINUTE)] })).toMatchObject({
      phase: 'Superseded',
      weights: { v1: 100 },
    });
  });

  test('I11: rollback after success is an attempt of its own; a second one is refused', () => {
    const options = { commands: [stated('rollback', 20 * MINUTE), stated('rollback', 40 * MINUTE, { key: '2' })] };
    const { moments } = simulate(
      canary({ retire: { scaleDownDelay: 60 * MINUTE, deleteDelay: 60 * MINUTE } }),
      options,
    );
    const events = moments.flatMap((moment) => moment.events);
    expect(events.filter(({ type }) => type === 'RollbackStarted')).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'CommandRefused')).toHaveLength(1);
    expect(moments.at(-1)?.state).toMatchObject({ phase: 'RolledBack', attempt: 2, weights: { v1: 100, v2: 0 } });
  });

  test('I11: what cannot be undone goes back only by hand, with approval', () => {
    const plan = canary({
      reversibility: 'one-way',
      retire: { scaleDownDelay: 60 * MINUTE, deleteDelay: 60 * MINUTE },
    });
    const refused = last(plan, { commands: [stated('rollback', 7 * MINUTE)] });
    expect(refused?.phase).toBe('Succeeded');
    const approved = last(plan, { commands: [stated('rollback', 7 * MINUTE, { approved: true })] });
    expect(approved).toMatchObject({ phase: 'RolledBack', weights: { v1: 100 } });
  });

  test('retry starts an attempt from where it stopped, and clears the mark', () => {
    const crash = (version: string, elapsed: number): boolean => version === 'v2' && elapsed < 60 * MINUTE;
    const state = last(canary({ onFailure: 'freeze' }), { crash, commands: [stated('retry', 70 * MINUTE)] });
    expect(state).toMatchObject({ phase: 'Succeeded', attempt: 2 });
    expect(state?.versions['v2']?.bad).toBeUndefined();
  });

  test('hold keeps a plan from starting, and a held one ends where nobody lifts it', () => {
    const held = last(canary(), { commands: [stated('hold', 0)] });
    expect(held).toMatchObject({ phase: 'Aborted', weights: { v1: 100 } });
    const lifted = last(canary(), { commands: [stated('hold', 0), stated('unhold', 10 * MINUTE)] });
    expect(lifted?.phase).toBe('Succeeded');
  });

  test('the same key twice is one command; one that the phase does not allow is refused with the reason', () => {
    const { moments } = simulate(canary(), { commands: [stated('resume', MINUTE), stated('resume', 2 * MINUTE)] });
    const refused = moments.flatMap(({ events }) => events).filter(({ type }) => type === 'CommandRefused');
    expect(refused.map(({ message, actor }) => [message, actor])).toEqual([['cannot resume while Verifying', 'ann']]);
  });

  test('skip takes a gate, a member or a stage, but never health', () => {
    const gate = last(canary(), { commands: [stated('skip', MINUTE, { gate: 'health' })] });
    expect(gate?.phase).toBe('Succeeded');
    const { moments } = simulate(canary(), { commands: [stated('skip', 30_000, { gate: 'health' })] });
    expect(moments.flatMap(({ events }) => events)).toContainEqual(
      expect.objectContaining({ type: 'CommandRefused', message: 'a health gate cannot be skipped' }),
    );
    const member = last(wave(3), { commands: [stated('skip', 0, { member: 'c0002' })] });
    expect(member).toMatchObject({ phase: 'Succeeded', members: { c0002: { phase: 'Skipped' } } });
  });
});

describe('a swap of slots', () => {
  const swap = (change: Partial<Plan>): Plan =>
    wave(3, {
      actuator: 'swap',
      stages: [{ name: 'all', kind: 'swap', to: 100, maxConcurrent: 1, gates: [], deadline: 240 * MINUTE }],
      floor: 2,
      ...change,
    });

  test('I2 I13: without room the old pod goes before the new one comes, one slot at a time', () => {
    const { moments } = simulate(swap({ slotNeeds: { gpu: 1 } }));
    const slots = moments.map(({ state }) =>
      Object.values(state.members)
        .map(({ slot = '-' }) => slot)
        .join(' '),
    );
    expect(slots.filter((slot, index) => slot !== slots[index - 1]).slice(0, 5)).toEqual([
      'Cordoned - -',
      'Released - -',
      'Starting - -',
      '- Cordoned -',
      '- Released -',
    ]);
    expect(moments.at(-1)?.state.phase).toBe('Succeeded');
  });

  test('with room the new pod is there before the old one is asked to stop', () => {
    const { moments } = simulate(swap({ swapMode: 'surge' }));
    const slots = moments.map(({ state }) => Object.values(state.members)[0]?.slot ?? '-');
    expect(slots.filter((slot, index) => slot !== slots[index - 1])).toEqual(['Starting', 'Cordoned', 'Released', '-']);
  });

  test('a single slot without room waits, and says for what', () => {
    const plan = { ...swap({ slotNeeds: { gpu: 1 }, floor: 0 }), members: [{ id: 'only' }] };
    const { moments } = simulate(plan, { untilMs: MINUTE });
    expect(moments.at(-1)?.state).toMatchObject({ phase: 'Progressing', members: { only: { phase: 'Pending' } } });
  });
});

describe('an engine that was away', () => {
  test('G-89: a stage that nobody watched from its start does not end before a minute of good looks', () => {
    const plan = canary({ stages: [weight(100, 5)] });
    const look = (at: number, since?: number): Observation => ({
      ...NOTHING_SEEN,
      at,
      ...(since !== undefined && { since }),
      versions: Object.fromEntries(
        ['v1', 'v2'].map((id) => [
          id,
          { at, value: { ready: 4, wanted: 4, isCurrent: true, weight: id === 'v2' ? 100 : 0 } },
        ]),
      ),
    });
    const run = (since: number | undefined, times: readonly number[]): State =>
      times.reduce((state, now) => step(plan, state, look(now, since), [], now).state, startDelivery(plan, 0));
    const watched = [0, 1, 2, 31_000];
    const back = 20 * MINUTE;
    expect(run(undefined, [...watched, back]).phase).toBe('Succeeded');
    const returned = run(back, [...watched, back]);
    expect(returned).toMatchObject({ phase: 'Verifying', wakeAt: back + MINUTE });
    expect(run(back, [...watched, back, back + MINUTE]).phase).toBe('Succeeded');
  });
});

describe('a baseline of two versions', () => {
  const plan = canary({ split: { baseline: { v0: 30, v1: 70 }, goal: { v0: 0, v1: 0, v2: 100 } } });
  const look = (
    at: number,
    state: State,
    there: readonly string[],
    change: Partial<Observation> = {},
  ): Observation => ({
    ...NOTHING_SEEN,
    at,
    versions: Object.fromEntries(
      there.map((id) => [id, { at, value: { ready: 4, wanted: 4, isCurrent: true, weight: state.weights[id] ?? 0 } }]),
    ),
    ...change,
  });
  const before: State = {
    ...startDelivery(plan, 0),
    phase: 'RollingBack',
    base: 4,
    weights: { v0: 0, v1: 0, v2: 100 },
  };
  const backFrom = (there: readonly string[], change: Partial<Observation>): State => {
    let state = before;
    for (let now = 1; now <= 3; now++) state = step(plan, state, look(now, state, there, change), [], now).state;
    return state;
  };

  test('I1: who is not seen is waited for; the share of who is gone goes to the others', () => {
    const unseen = backFrom(['v1', 'v2'], {});
    expect(unseen).toMatchObject({ phase: 'RollingBack', weights: { v2: 100 } });
    expect(unseen.waits[0]?.blocker).toBe('nothing was seen of v0');
    const gone = backFrom(['v1', 'v2'], { gone: ['v0'] });
    expect(gone).toMatchObject({ phase: 'RolledBack', weights: { v0: 0, v1: 100, v2: 0 } });
  });

  test('I5: where all are gone what serves keeps its traffic, and makes way for the next at once', () => {
    const gone = { gone: ['v0', 'v1'] };
    const failed = backFrom(['v2'], gone);
    expect(failed).toMatchObject({ phase: 'RollbackFailed', weights: { v2: 100 } });
    expect(failed.reason).toContain('there is no version to go back to: v0, v1 exists no longer');
    const say = (state: State, type: 'rollback' | 'replace'): State => {
      const command: Command = { type, actor: 'spec', reason: 'v3 is wanted', key: type };
      return step(plan, state, look(9, state, ['v2'], gone), [command], 9).state;
    };
    expect(say(failed, 'rollback')).toMatchObject({ phase: 'RollbackFailed', attempt: failed.attempt });
    expect(say(failed, 'replace')).toMatchObject({ phase: 'Superseded', weights: { v2: 100 } });
    const serving: State = { ...before, phase: 'Verifying', stage: 2, isStarted: true, weightsAt: 0 };
    expect(say(serving, 'replace')).toMatchObject({ phase: 'Superseded', weights: { v2: 100 } });
  });

  test('I5: who makes way for the next does not wait for ever for a version that cannot answer', () => {
    const dead = (at: number, state: State): Observation => {
      const seen = look(at, state, ['v0', 'v1', 'v2']);
      const without = (id: string) => [id, { at, value: { ready: 0, wanted: 4, isCurrent: true, weight: 0 } }];
      return { ...seen, versions: { ...seen.versions, ...Object.fromEntries(['v0', 'v1'].map(without)) } };
    };
    const replace: Command = { type: 'replace', actor: 'spec', reason: 'v3 is wanted', key: 'replace' };
    const serving: State = { ...before, phase: 'Verifying', stage: 2, isStarted: true, weightsAt: 0 };
    const asked = step(plan, serving, dead(9, serving), [replace], 9);
    expect(asked.state).toMatchObject({ phase: 'Verifying', ending: { to: 'Superseded', since: 9 } });
    expect(asked.wakeAt).toBeLessThanOrEqual(9 + MINUTE);
    const later = step(plan, asked.state, dead(9 + MINUTE, asked.state), [], 9 + MINUTE);
    expect(later.state).toMatchObject({ phase: 'Superseded', weights: { v2: 100 } });
    const failed: State = { ...serving, phase: 'RollbackFailed' };
    expect(step(plan, failed, dead(9, failed), [replace], 9).state).toMatchObject({
      phase: 'Superseded',
      weights: { v2: 100 },
    });
  });

  test('I12: each of them stays while the plan may go back, whatever its goal', () => {
    let state: State = { ...before, phase: 'Verifying', stage: 2, isStarted: true, weightsAt: 0 };
    const still = { isNotified: true, requests: 0, streams: 0, tasks: 0, leases: 0, pinnedClients: 0, isExact: true };
    for (let now = 1; now <= 20; now++) {
      const drain = Object.fromEntries(['v0', 'v1'].map((id) => [id, { at: now, value: still }]));
      const decision = step(plan, state, look(now, state, ['v0', 'v1', 'v2'], { drain }), [], now);
      expect(decision.desired.retire).toEqual([]);
      ({ state } = decision);
    }
    expect(state.phase).toBe('Verifying');
  });
});
