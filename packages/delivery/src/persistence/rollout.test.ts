import { expect, test } from 'vitest';
import { canary, wave, weight } from '../../test/canary.ts';
import { startRun } from '../gates/index.ts';
import { startDelivery } from '../machine/index.ts';
import { simulate } from '../simulator/index.ts';
import { canBeStored, LARGEST_BYTES, loadRollout, storeRollout } from './rollout.ts';

test('I6: a rollout that was stored and read goes on as if it had not been', () => {
  for (const { state } of simulate(canary()).moments) {
    const stored = storeRollout(canary(), state);
    expect(loadRollout(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
    expect(JSON.stringify(stored).length).toBeLessThanOrEqual(LARGEST_BYTES);
  }
});

test('a rollout that is too large loses measurements before anything else', () => {
  const { moments } = simulate(canary());
  const state = moments.at(-1)?.state ?? startDelivery(canary(), 0);
  const last = Array.from({ length: 10 }, (_, at) => ({ at, outcome: 'Pass' as const, message: 'x'.repeat(400) }));
  const gates = Object.fromEntries(Object.entries(state.gates).map(([key, run]) => [key, { ...run, last }]));
  const stored = storeRollout(canary(), { ...state, gates });
  expect(Object.values(stored.state.gates).map((run) => run.last.length)).toEqual([1, 1, 1, 1, 1]);
});

test('G-87: a rollout of many stages forgets what past ones measured rather than stop on its way', () => {
  const shares = Array.from({ length: 30 }, (_, index) => index * 3 + 10);
  const plan = canary({ stages: shares.map((share) => weight(share, 1)) });
  const { moments } = simulate(plan);
  const sizes = moments.map(({ state }) => JSON.stringify(storeRollout(plan, state)).length);
  expect(moments.some(({ state }) => JSON.stringify({ plan, state }).length > LARGEST_BYTES)).toBe(true);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(LARGEST_BYTES);
  const late = moments.find(({ state }) => state.stage === 29)?.state;
  expect(Object.keys(late ? storeRollout(plan, late).state.gates : {}).every((key) => key.startsWith('97%'))).toBe(
    true,
  );
});

test('G-87: a plan that could not be stored on its way is known before it begins', () => {
  const metric = (index: number) => ({
    name: `metric-${index}`,
    kind: 'metric' as const,
    when: 'during' as const,
    deadline: 60_000,
    spec: { metric: { query: 'x'.repeat(300) } },
  });
  const planOf = (metrics: number) => {
    const gates = Array.from({ length: metrics }, (_, index) => metric(index));
    return canary({ stages: [5, 10, 25, 50, 75, 100].map((share) => weight(share, 1, ...gates)) });
  };
  const most = [1, 2, 3, 4, 5, 6].findLast((metrics) => canBeStored(planOf(metrics))) ?? 0;
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThan(6);
  for (const { state } of simulate(planOf(most)).moments) storeRollout(planOf(most), state);
});

test('G-87: what people and pods say is cut before a rollout cannot be stored', () => {
  const said = 'x'.repeat(20_000);
  const { moments } = simulate(canary());
  const state = moments.find(({ state: { waits } }) => waits.length > 0)?.state ?? startDelivery(canary(), 0);
  const talkative = {
    ...state,
    reason: said,
    hold: { by: said, reason: said, since: 0 },
    pausedFrom: { phase: 'Verifying' as const, at: 0, by: said, reason: said },
    ending: { to: 'Aborted' as const, reason: said },
    versions: { ...state.versions, v2: { phase: 'Ramping' as const, since: 0, bad: said } },
    waits: state.waits.map((wait) => ({ ...wait, blocker: said, owner: said })),
  };
  expect(canBeStored(canary())).toBe(true);
  const stored = storeRollout(canary(), talkative);
  expect(stored.state.hold?.reason.length).toBeLessThan(said.length);
  expect(storeRollout(canary(), { ...state, reason: 'short' }).state.reason).toBe('short');
});

test('an approval is not forgotten for want of room', () => {
  const people = ['ann', 'bob', 'cid'];
  const approval = { name: 'approval', kind: 'approval', when: 'before', deadline: 60_000 } as const;
  const plan = canary({ stages: [weight(100, 1, { ...approval, spec: { approvers: people, quorum: 3 } })] });
  const last = people
    .slice(0, 2)
    .map((actor, at) => ({ at, outcome: 'Pass' as const, actor, message: 'x'.repeat(9_000) }));
  const run = { ...startRun(0), samples: 2, passes: 2, lastAt: 1, last };
  const stored = storeRollout(plan, { ...startDelivery(plan, 0), gates: { '100%/approval': run } });
  expect(stored.state.gates['100%/approval']?.last.map(({ actor }) => actor)).toEqual(['ann', 'bob']);
});

test('a rollout that never fits is refused with the way out', () => {
  const plan = wave(500);
  expect(() => storeRollout(plan, startDelivery(plan, 0))).toThrow(/takes more than 16384 bytes; use fewer stages/);
});

test.each([
  ['text', 'it is no object'],
  [{ version: 2 }, 'its version is 2, this one knows 1'],
  [{ version: 1 }, 'plan or state is missing'],
  [{ version: 1, plan: {}, state: {} }, 'plan has not the shape of one'],
  [
    { version: 1, plan: canary(), state: { ...startDelivery(canary(), 0), planId: 'other' } },
    'its state is of plan "other"',
  ],
  [{ version: 1, plan: canary(), state: { ...startDelivery(canary(), 0), stage: 9 } }, 'it is in stage 9'],
  [
    { version: 1, plan: canary(), state: { ...startDelivery(canary(), 0), waits: undefined } },
    'its lists of waits and commands are missing',
  ],
])('what cannot be read is refused, never guessed: %#', (stored, why) => {
  expect(() => loadRollout(stored)).toThrow(why);
});

test('G-87: a server that keeps no empty maps has stored the same', () => {
  const plan = canary({ from: null, split: { baseline: {}, goal: { v2: 100 } } });
  const state = startDelivery(plan, 0);
  const kept = JSON.parse(JSON.stringify({ version: 1, plan, state })) as ReturnType<typeof storeRollout>;
  const bare = {
    ...kept,
    plan: { ...kept.plan, split: { ...kept.plan.split, baseline: null } },
    state: { ...kept.state, weights: null, gates: undefined },
  };
  const install = { ...plan.stages[0], name: 'install', kind: 'install' };
  const installed = { ...bare, plan: { ...bare.plan, stages: [install] } };
  expect(loadRollout(installed)).toMatchObject({
    plan: { split: { baseline: {} } },
    state: { weights: {}, gates: {} },
  });
});
