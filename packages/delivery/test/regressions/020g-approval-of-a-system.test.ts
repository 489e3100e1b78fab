import { describe, expect, test } from 'vitest';
import { judgeRun, startRun, takeMeasurements } from '../../src/gates/index.ts';
import { startDelivery, step } from '../../src/machine/index.ts';
import type { Gate, Measurement, Observation, Plan } from '../../src/model/index.ts';
import { validatePlan } from '../../src/plan/index.ts';
import { canary, MINUTE, weight } from '../canary.ts';
import { command, eventsOf, HOUR, tell } from '../fleet.ts';

const approval: Gate = { name: 'change', kind: 'approval', when: 'before', deadline: 2 * HOUR };
const plan = (change: Partial<Gate> = {}): Plan =>
  canary({ stages: [weight(10, 0, { ...approval, ...change }), weight(100, 0)] });
const judged = (...outcomes: Measurement['outcome'][]) => {
  const measured = outcomes.map((outcome, at) => ({ at, outcome }));
  return judgeRun(takeMeasurements(startRun(0), approval, measured, 1_000), approval, 'eve', false);
};

describe('an approval gate without approvers', () => {
  test('I23: is a valid gate; an empty list, or a quorum of nobody, is not', () => {
    expect(validatePlan(plan())).toEqual([]);
    expect(validatePlan(plan({ spec: { approvers: [] } }))).toHaveLength(1);
    expect(validatePlan(plan({ spec: { quorum: 2 } }))).toEqual([
      {
        field: 'stages[0].gates[1].spec.quorum',
        message: 'is 2 without approvers; name them, or leave the quorum to the system that asks',
      },
    ]);
  });

  test('I23: is decided by the first Pass or Fail, whatever comes before and after', () => {
    expect(judged()).toBe('Running');
    expect(judged('Error', 'Inconclusive')).toBe('Running');
    expect(judged('Inconclusive', 'Pass', 'Fail')).toBe('Pass');
    expect(judged('Error', 'Fail', 'Pass')).toBe('Fail');
    expect(judged('Fail', ...Array.from({ length: 15 }, () => 'Pass' as const))).toBe('Fail');
    expect(judged('Pass', ...Array.from({ length: 15 }, () => 'Fail' as const))).toBe('Pass');
  });

  test('I23: stays decided while the stage lasts', () => {
    const measure = (key: string, elapsed: number): Measurement['outcome'] =>
      key === '10%/change' && elapsed > 30_000 ? 'Fail' : 'Pass';
    expect(tell(plan({ when: 'during' }), { measure }).state.phase).toBe('Succeeded');
  });

  test('I23: lets the plan begin by its Pass, refuses it by its Fail', () => {
    expect(tell(plan()).state.phase).toBe('Succeeded');
    const refused = tell(plan(), { measure: (key) => (key.endsWith('change') ? 'Fail' : 'Pass') });
    expect(refused.state).toMatchObject({ phase: 'Aborted', weights: { v1: 100 } });
  });

  test.each([
    command('promote', MINUTE),
    command('promote', MINUTE, { full: true }),
    command('skip', MINUTE, { gate: 'change' }),
    command('skip', MINUTE, { stage: '10%' }),
    command('resume', MINUTE),
  ])('I23: is passed by no command ($command.type)', (given) => {
    const stages = [{ ...weight(10, 0), gates: [approval] }, weight(100, 0)];
    const story = tell(canary({ stages }), { measure: () => 'Inconclusive', commands: [given] });
    expect(eventsOf(story, 'CommandRefused')).toEqual([given.command.type]);
    expect(story.state).toMatchObject({ phase: 'Aborted', weights: { v1: 100 } });
    const wait = story.states[0]?.waits.find(({ kind }) => kind === 'approval');
    expect(wait?.blocker).toBe('the system that asks has not reported Pass or Fail');
  });

  test('I23: takes the decision that is reported during a pause', () => {
    const refused = canary();
    const gated = { ...refused, stages: [{ ...weight(10, 0), gates: [approval] }] };
    const look = (at: number, measured: readonly Measurement[]): Observation => ({
      at,
      members: {},
      versions: {},
      gates: { '10%/change': { at, value: measured } },
      drain: {},
      capacity: { unknown: 'nobody asks' },
    });
    const decided = [{ at: 2, outcome: 'Fail' as const }];
    const asked = step(gated, startDelivery(gated, 0), look(0, []), [], 0).state;
    const paused = step(gated, asked, look(1, []), [command('pause', 0).command], 1).state;
    expect(paused.phase).toBe('Paused');
    const resumed = step(gated, paused, look(3, decided), [command('resume', 0).command], 3).state;
    expect(resumed).toMatchObject({ phase: 'Aborted', gates: { '10%/change': { outcome: 'Fail' } } });
  });
});
