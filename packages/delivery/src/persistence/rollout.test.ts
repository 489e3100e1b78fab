import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { canary, wave, weight } from '../../test/canary.ts';
import { startRun } from '../gates/index.ts';
import { startDelivery } from '../machine/index.ts';
import { simulate } from '../simulator/index.ts';
import { canBeStored, decodeRollout, encodeRollout, LARGEST_BYTES, loadRollout, storeRollout } from './rollout.ts';

test('I6: a rollout that was stored and read goes on as if it had not been', () => {
  for (const { state } of simulate(canary()).moments) {
    const stored = storeRollout(canary(), state);
    expect(decodeRollout(encodeRollout(stored))).toEqual(stored);
    expect(encodeRollout(stored).length).toBeLessThanOrEqual(LARGEST_BYTES);
  }
});

test('G-87: a rollout is kept as one short text, the same for the same state, and given back as it was read', () => {
  const stored = storeRollout(canary(), simulate(canary()).moments.at(-1)?.state ?? startDelivery(canary(), 0));
  const text = encodeRollout(stored);
  expect(text).toMatch(/^[A-Za-z0-9+/=]+$/);
  expect(text.length).toBeLessThan(JSON.stringify(stored).length / 2);
  expect(encodeRollout({ ...stored })).toBe(text);
  // Of another compressor: what is not changed is not written again.
  const other = gzipSync(JSON.stringify(stored), { level: 1 }).toString('base64');
  expect(encodeRollout(decodeRollout(other))).toBe(other);
});

test.each(['', 'text', Buffer.from('{}').toString('base64'), gzipSync('{').toString('base64')])(
  'a text that is no rollout is refused, never guessed: %j',
  (text) => expect(() => decodeRollout(text)).toThrow('it is not gzip and base64 of JSON'),
);

test('a few bytes that unpack to very many are refused', () => {
  const bomb = gzipSync(Buffer.alloc(17 * 1024 * 1024, ' ')).toString('base64');
  expect(() => decodeRollout(bomb)).toThrow('it is not gzip and base64 of JSON');
});

/** A text that hardly compresses, as those of people and pods may be. */
function noise(length: number, seed = 1): string {
  let state = (seed + 7) * 2_654_435;
  const next = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return 0x23 + ((state >>> 16) % 57);
  };
  return Array.from({ length }, () => String.fromCharCode(next())).join('');
}

test('a rollout that is too large loses measurements before anything else', () => {
  const { moments } = simulate(canary());
  const state = moments.at(-1)?.state ?? startDelivery(canary(), 0);
  const last = Array.from({ length: 10 }, (_, at) => ({
    at,
    outcome: 'Pass' as const,
    message: noise(4_000, at),
  }));
  const gates = Object.fromEntries(Object.entries(state.gates).map(([key, run]) => [key, { ...run, last }]));
  const stored = storeRollout(canary(), { ...state, gates });
  expect(Object.values(stored.state.gates).map((run) => run.last.length)).toEqual([1, 1, 1, 1, 1]);
});

test('G-87: a rollout of many stages forgets what past ones measured rather than stop on its way', () => {
  const shares = Array.from({ length: 90 }, (_, index) => index + 10);
  const plan = canary({ stages: shares.map((share) => weight(share, 1)) });
  const { moments } = simulate(plan);
  const state = moments.find(({ state: { stage } }) => stage === 89)?.state ?? startDelivery(plan, 0);
  const gates = Object.fromEntries(
    Object.entries(state.gates).map(([key, run], at) => [
      key,
      { ...run, last: [{ at, outcome: 'Pass' as const, message: noise(300, at) }] },
    ]),
  );
  const late = storeRollout(plan, { ...state, gates });
  expect(encodeRollout(late).length).toBeLessThanOrEqual(LARGEST_BYTES);
  expect(Object.keys(gates).every((key) => key.startsWith('99%'))).toBe(false);
  expect(Object.keys(late.state.gates).every((key) => key.startsWith('99%'))).toBe(true);
});

test('G-87: a plan that could not be stored on its way is known before it begins', () => {
  const metric = (index: number) => ({
    name: `metric-${index}`,
    kind: 'metric' as const,
    when: 'during' as const,
    deadline: 60_000,
    spec: { metric: { query: noise(1_500, index) } },
  });
  const planOf = (metrics: number) => {
    const gates = Array.from({ length: metrics }, (_, index) => metric(index));
    return canary({ stages: [5, 10, 25, 50, 75, 100].map((share) => weight(share, 1, ...gates)) });
  };
  const most = [1, 2, 3, 4, 5, 6, 7, 8, 9].findLast((metrics) => canBeStored(planOf(metrics))) ?? 0;
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThan(9);
  // However talkative its gates are.
  const { moments } = simulate(planOf(most));
  for (const { state } of moments.filter((_, at) => at % Math.ceil(moments.length / 10) === 0)) {
    const gates = Object.entries(state.gates).map(([key, run], at) => [
      key,
      { ...run, last: run.last.map((one) => ({ ...one, message: noise(5_000, at) })) },
    ]);
    storeRollout(planOf(most), { ...state, gates: Object.fromEntries(gates) });
  }
});

test('G-87: what people and pods say is cut before a rollout cannot be stored', () => {
  const stated = noise(20_000);
  const { moments } = simulate(canary());
  const state = moments.find(({ state: { waits } }) => waits.length > 0)?.state ?? startDelivery(canary(), 0);
  const talkative = {
    ...state,
    reason: stated,
    hold: { by: stated, reason: stated, since: 0 },
    pausedFrom: { phase: 'Verifying' as const, at: 0, by: stated, reason: stated },
    ending: { to: 'Aborted' as const, reason: stated },
    versions: { ...state.versions, v2: { phase: 'Ramping' as const, since: 0, bad: stated } },
    waits: state.waits.map((wait) => ({ ...wait, blocker: stated, owner: stated })),
  };
  expect(canBeStored(canary())).toBe(true);
  const stored = storeRollout(canary(), talkative);
  expect(stored.state.hold?.reason.length).toBeLessThan(stated.length);
  expect(storeRollout(canary(), { ...state, reason: 'short' }).state.reason).toBe('short');
});

test('an approval is not forgotten for want of room', () => {
  const people = ['ann', 'bob', 'cid'];
  const approval = { name: 'approval', kind: 'approval', when: 'before', deadline: 60_000 } as const;
  const plan = canary({ stages: [weight(100, 1, { ...approval, spec: { approvers: people, quorum: 3 } })] });
  const last = people
    .slice(0, 2)
    .map((actor, at) => ({ at, outcome: 'Pass' as const, actor, message: noise(9_000, at) }));
  const run = { ...startRun(0), samples: 2, passes: 2, lastAt: 1, last };
  const stored = storeRollout(plan, { ...startDelivery(plan, 0), gates: { '100%/approval': run } });
  expect(stored.state.gates['100%/approval']?.last.map(({ actor }) => actor)).toEqual(['ann', 'bob']);
});

test('a rollout that never fits is refused with the way out', () => {
  const plan = wave(5_000);
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

test('I6: a wave is stored with what its members wait for, and goes on with it', () => {
  const plan = wave(6, { maxFailures: 2, offlineDeadline: 3_600_000 });
  const options = { failing: ['c0001'], failingReturns: ['c0001'], offline: (id: string) => id > 'c0003' };
  const { moments } = simulate(plan, options);
  expect(moments.some(({ state }) => state.waits.some(({ suspends }) => suspends !== undefined))).toBe(true);
  expect(moments.some(({ state }) => state.members['c0001']?.return === 'failed')).toBe(true);
  for (const { state } of moments)
    expect(loadRollout(JSON.parse(JSON.stringify(storeRollout(plan, state))))).toEqual(storeRollout(plan, state));
});

test('a wave whose members could outgrow the place is known before it begins', () => {
  const sizes = [5, 10, 20, 40, 80, 200];
  const most = sizes.findLast((size) => canBeStored(wave(size))) ?? 0;
  expect(most).toBeGreaterThanOrEqual(10);
  expect(most).toBeLessThan(200);
});
