import { expect, test } from 'vitest';
import type { Gate, GateRun } from '../model/index.ts';
import { startRun } from './run.ts';
import { gateWords } from './words.ts';

const metric: Gate = {
  name: 'metric-answers',
  title: 'success rate',
  kind: 'metric',
  when: 'during',
  deadline: 1,
  spec: { count: 2 },
};
const run = (change: Partial<GateRun>): GateRun => ({ ...startRun(0), ...change });
const last = (outcome: 'Fail' | 'Pass' | 'Inconclusive', message: string) => ({ at: 1, outcome, message });

test('a metric tells its title, what was measured and how often, never its key', () => {
  const bad = last('Fail', '51 %, at least 95 % asked');
  expect(gateWords(metric, run({ outcome: 'Fail', samples: 2, last: [bad] }))).toBe(
    'success rate 51 %, at least 95 % asked, 2 of 2 samples',
  );
  expect(gateWords(metric, run({ outcome: 'Running', samples: 3, last: [bad] }))).toMatch(/, 3 samples$/);
  const few = last('Inconclusive', 'fewer than 20 requests in the interval');
  expect(gateWords(metric, run({ outcome: 'Inconclusive', samples: 1, last: [few] }))).toBe(
    'success rate: fewer than 20 requests in the interval, 1 of 2 samples',
  );
  expect(gateWords(metric, undefined)).toBe('success rate is not measured yet');
});

test('what is reported of an outcome is the measurement that led to it', () => {
  const measured = [last('Fail', '51 %'), last('Pass', '99 %')];
  expect(gateWords(metric, run({ outcome: 'Fail', samples: 2, last: measured }))).toContain('51 %');
});

test('health tells what is wrong', () => {
  const health: Gate = { name: 'health', kind: 'health', when: 'during', deadline: 1 };
  expect(gateWords(health, run({ last: [last('Fail', 'container app of pod x crashed 3 times')] }))).toBe(
    'container app of pod x crashed 3 times',
  );
  expect(gateWords(health, run({}))).toBe('it is not healthy for long enough');
  expect(gateWords(health, run({ outcome: 'Pass' }))).toBe('it is healthy');
});
