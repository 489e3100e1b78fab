import type { Plan, State } from '@slipway/delivery';
import type { StoredRollout } from '@slipway/delivery/persistence';
import { expect, test } from 'vitest';
import { outlookOf } from './outlook.ts';

const MINUTE = 60_000;
const NOW = 3_000;
const wait = (kind: string, deadline: number, more: object = {}) => ({
  kind,
  about: 'x',
  blocker: 'v2 has 1 of 2 ready replicas',
  owner: 'gati-operator',
  action: 'fix what blocks it, or abort',
  since: 0,
  onDeadline: 'fail',
  deadline,
  ...more,
});

const gates = [
  { name: 'health', kind: 'health', when: 'during', deadline: MINUTE, spec: { minReadyMs: 30_000 } },
  { name: 'pause', kind: 'soak', when: 'after', deadline: MINUTE, spec: { forMs: 5 * MINUTE } },
  {
    name: 'metric-errors',
    title: 'errors',
    kind: 'metric',
    when: 'during',
    deadline: MINUTE,
    spec: { count: 5, intervalMs: MINUTE },
  },
];

function rollout(state: object, plan: object = {}): StoredRollout {
  const stages = [
    { name: '10%', kind: 'weight', to: 10, gates },
    { name: 'after 10%', kind: 'pause', gates: [] },
    { name: '100%', kind: 'weight', to: 100, gates },
  ];
  return {
    version: 1,
    plan: { to: 'v2', from: 'v1', onFailure: 'rollback', stages, ...plan } as unknown as Plan,
    state: { phase: 'Verifying', stage: 0, gates: {}, waits: [wait('plan', 100)], ...state } as unknown as State,
  };
}

test('G-86: what is in the way is reported with the deadline that comes first, and what follows it', () => {
  expect(outlookOf(rollout({ waits: [wait('plan', 100), wait('progress', 50)] }), NOW)).toEqual({
    step: '10 % (step 1 of 2)',
    blocker: 'v2 has 1 of 2 ready replicas',
    deadline: 50,
    otherwise: 'it is rolled back',
    owner: 'the owner of the handler',
    action: 'fix what blocks it, or abort',
  });
  expect(outlookOf(rollout({}, { onFailure: 'freeze' }), NOW)?.otherwise).toBe('it freezes where it is');
  expect(outlookOf(rollout({ waits: [] }), NOW)).toBeUndefined();
});

test('G-81: once a step is reached, it is reported when it goes on at the earliest: when the last of its gates can pass', () => {
  const waits = [wait('plan', 100, { blocker: 'the gates of stage 10%' })];
  const run = { outcome: 'Running', samples: 0, last: [] };
  const reached = { waits, reachedAt: 1_000, gates: { '10%/health': { ...run, goodSince: 2_000 }, '10%/pause': run } };
  expect(outlookOf(rollout(reached), NOW)).toMatchObject({
    notBefore: 1_000 + 5 * MINUTE,
    blocker: 'v2 is watched at this step',
  });
  expect(outlookOf(rollout(reached), 1_000 + 5 * MINUTE)).not.toHaveProperty('notBefore');
  const measured = { ...run, samples: 2, nextAt: 4 * MINUTE, last: [{ at: 1, outcome: 'Pass', message: '0.99' }] };
  const both = { ...reached, gates: { ...reached.gates, '10%/metric-errors': measured } };
  expect(outlookOf(rollout(both), NOW)?.notBefore).toBe(6 * MINUTE);
  const bad = { ...measured, last: [{ at: 1, outcome: 'Fail', message: '51 %, at least 95 % asked' }] };
  const health = { ...run, outcome: 'Pass' };
  const failing = { ...reached, gates: { '10%/health': health, '10%/metric-errors': bad } };
  expect(outlookOf(rollout(failing), NOW)?.blocker).toBe('errors 51 %, at least 95 % asked, 2 of 5 samples');
});

test('G-88: a pause tells who asked for it; a step that ends by hand is the step before its pause', () => {
  const pause = wait('pause', 900, { owner: 'ann', onDeadline: 'freeze', action: 'resume, promote or abort' });
  const paused = (by: string, reason: string) =>
    outlookOf(
      rollout({ phase: 'Paused', stage: 1, waits: [pause, wait('stage', 5)], pausedFrom: { by, reason } }),
      NOW,
    );
  expect(paused('ann', 'lunch first')).toMatchObject({
    step: '10 % (step 1 of 2)',
    blocker: 'ann asked for it (lunch first)',
    deadline: 900,
    owner: 'ann',
  });
  expect(paused('plan', 'x')?.blocker).toBe('it goes on when a person says so');
  expect(paused('spec', 'rollout.paused is true')?.blocker).toBe('rollout.paused is true');
});
