import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Gate, GateOutcome, GateSpec, Measurement } from '../model/index.ts';
import { judgeConditions } from './measurement.ts';
import { judgeRun, startRun, takeMeasurements, worstOutcome } from './run.ts';

const metric = (spec: GateSpec = {}): Gate => ({ name: 'm', kind: 'metric', when: 'after', deadline: 1, spec });
const letters = { P: 'Pass', F: 'Fail', I: 'Inconclusive', E: 'Error' } as const;

function judged(gate: Gate, outcomes: string, isOver = false): GateOutcome {
  const measured = outcomes.split('').map((letter, at) => ({ at, outcome: letters[letter as keyof typeof letters] }));
  return judgeRun(takeMeasurements(startRun(0), gate, measured, 1_000), gate, 'eve', isOver);
}

test.each([
  [{ failure: true, success: true }, 'Fail'],
  [{ failure: false, success: true }, 'Pass'],
  [{ failure: false, success: false }, 'Inconclusive'],
  [{ success: false }, 'Fail'],
  [{ failure: false }, 'Pass'],
  [{}, 'Inconclusive'],
] as const)('one measurement, conditions %j: %s', (conditions, outcome) => {
  expect(judgeConditions(conditions)).toBe(outcome);
});

describe('a run of measurements', () => {
  test.each([
    ['PPPPP', {}, 'Pass'],
    ['PPPP', {}, 'Running'],
    ['PPPPF', {}, 'Fail'],
    ['PFPPP', { failureLimit: 1 }, 'Pass'],
    ['PI', {}, 'Inconclusive'],
    ['PIPPP', { inconclusiveLimit: 1 }, 'Pass'],
    ['EEEE', {}, 'Running'],
    ['EEEEE', {}, 'Error'],
    ['EEEEPEEEEP', {}, 'Running'],
    ['PPP', { consecutiveSuccessLimit: 3 }, 'Pass'],
    ['PPP', { consecutiveSuccessLimit: 3, minSamples: 4 }, 'Running'],
    ['PPPP', { consecutiveSuccessLimit: 3, minSamples: 4 }, 'Pass'],
    ['PPIPP', { consecutiveSuccessLimit: 3, inconclusiveLimit: 5 }, 'Inconclusive'],
  ] as const)('%s with %j: %s', (outcomes, spec, outcome) => {
    expect(judged(metric(spec), outcomes)).toBe(outcome);
  });

  test('I8: too few samples never pass, however the run ends', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[PIE]{0,4}$/), (outcomes) => {
        expect(judged(metric({ inconclusiveLimit: 9 }), outcomes, true)).not.toBe('Pass');
      }),
    );
  });

  test('what was measured before the run, twice, or ahead of time does not count', () => {
    const at = (when: number): Measurement => ({ at: when, outcome: 'Fail' });
    const run = takeMeasurements(startRun(100), metric(), [at(99), at(2_000)], 1_000);
    expect(run.samples).toBe(0);
    const once = takeMeasurements(run, metric(), [at(100)], 1_000);
    expect(takeMeasurements(once, metric(), [at(100)], 1_000)).toEqual(once);
  });
});

describe('approval', () => {
  const gate: Gate = {
    name: 'a',
    kind: 'approval',
    when: 'before',
    deadline: 1,
    spec: { approvers: ['ann', 'bob', 'eve'], quorum: 2 },
  };
  const stated = (...votes: [string, 'Pass' | 'Fail'][]): GateOutcome => {
    const measured = votes.map(([actor, outcome], at) => ({ at, actor, outcome }));
    return judgeRun(takeMeasurements(startRun(0), gate, measured, 1_000), gate, 'eve', false);
  };
  test('needs its quorum of different people, and never counts the author', () => {
    expect(stated(['ann', 'Pass'], ['ann', 'Pass'])).toBe('Running');
    expect(stated(['ann', 'Pass'], ['eve', 'Pass'])).toBe('Running');
    expect(stated(['ann', 'Pass'], ['mallory', 'Pass'])).toBe('Running');
    expect(stated(['ann', 'Pass'], ['bob', 'Pass'])).toBe('Pass');
    expect(stated(['ann', 'Pass'], ['bob', 'Fail'])).toBe('Fail');
  });
});

test('over several gates the worst outcome counts', () => {
  expect(worstOutcome(['Pass', 'Inconclusive', 'Error'])).toBe('Error');
  expect(worstOutcome(['Pass', 'Fail', 'Error'])).toBe('Fail');
  expect(worstOutcome([])).toBe('Pass');
});
