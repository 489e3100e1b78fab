import type { Known } from '@gati-framework/contracts/deployment';
import { expect, test } from 'vitest';
import { canary, MINUTE, weight } from '../../test/canary.ts';
import type { Command, Decision, DrainSignal, Plan, VersionHealth } from '../model/index.ts';
import { startDelivery } from './start.ts';
import { step } from './step.ts';

interface Reported {
  /** Minutes after the start. */
  readonly commands?: Readonly<Record<number, Command['type']>>;
  readonly replicas?: Readonly<Record<string, number>>;
}

/** One look a minute at a world that does at once what is asked of it, and whose versions drain at once. */
function run(plan: Plan, minutes: number, { commands = {}, replicas = { v1: 4 } }: Reported = {}): Decision[] {
  const size = new Map(Object.entries(replicas));
  const decisions: Decision[] = [];
  let state = startDelivery(plan, 0);
  for (let minute = 0; minute <= minutes; minute++) {
    const at = minute * MINUTE;
    const look = (version: string): Known<VersionHealth> => {
      const wanted = size.get(version) ?? 0;
      return { at, value: { ready: wanted, wanted, isCurrent: true, weight: state.weights[version] ?? 0 } };
    };
    const drain = (version: string): Known<DrainSignal> => {
      const requests = (state.weights[version] ?? 0) > 0 ? 1 : 0;
      return { at, value: { isNotified: true, requests, streams: 0, tasks: 0, leases: 0, pinnedClients: 0 } };
    };
    const names = [...new Set([...size.keys(), plan.to])];
    const seen = {
      at,
      members: {},
      versions: Object.fromEntries(names.map((name) => [name, look(name)])),
      gates: {},
      drain: Object.fromEntries(names.map((name) => [name, drain(name)])),
      capacity: { unknown: 'nobody asks' },
    };
    const type = commands[minute];
    const stated = type ? [{ type, actor: 'ann', reason: 'because', key: `${minute}` } as Command] : [];
    const decision = step(plan, state, seen, stated, at);
    state = decision.state;
    for (const [version, { min }] of Object.entries(decision.desired.scale)) {
      if (min !== undefined) size.set(version, min);
    }
    decisions.push(decision);
  }
  return decisions;
}

const at = (decisions: readonly Decision[], find: (decision: Decision) => boolean): Decision => {
  const found = decisions.find(find);
  if (!found) throw new Error('it never happened');
  return found;
};

test('G-84, G-111: the old version is held through the rollback window; then a serving one has its own size', () => {
  const decisions = run(canary({ stages: [weight(50, 0), weight(100, 0)] }), 30);
  const success = decisions.findIndex(({ state }) => state.phase === 'Succeeded');
  expect(decisions[success + 4]?.desired.scale).toEqual({ v1: { min: 4, share: 0 }, v2: { min: 4, share: 1 } });
  expect(decisions[success + 5]?.desired.scale['v2']).toEqual({ share: 1 });
  expect(decisions.at(-1)?.desired.scale['v1']).toEqual({ min: 0, withoutScaler: true, share: 0 });
});

test.each(['rollback', 'abort'] as const)(
  'G-84, G-90: after %s the new version loses its scaler, and keeps its replicas until it is drained',
  (type) => {
    const decisions = run(canary({ stages: [weight(50, 20), weight(100, 0)] }), 20, { commands: { 5: type } });
    const back = at(decisions, ({ state }) => state.weights['v2'] === 0 && state.phase !== 'Pending' && state.seq > 3);
    expect(back.desired.scale['v2']).toEqual({ min: 2, withoutScaler: true, share: 0 });
    const end = at(decisions, ({ state }) => state.phase === 'RolledBack' || state.phase === 'Aborted');
    // The traffic comes back to it at once, and its own scaler sees that a while later.
    expect(end.desired.scale['v1']).toEqual({ min: 4, share: 1 });
    expect(decisions[decisions.indexOf(end) + 5]?.desired.scale['v1']).toEqual({ share: 1 });
    const drained = decisions.findIndex(({ state }) => state.versions['v2']?.drain?.drainedAt !== undefined);
    expect(decisions[drained - 1]?.desired.scale['v2']).toEqual({ min: 2, withoutScaler: true, share: 0 });
    // After a rollback it is kept for people to look at; after an abort it goes.
    const min = type === 'rollback' ? 1 : 0;
    expect(decisions[drained]?.desired.scale['v2']).toEqual({ min, withoutScaler: true, share: 0 });
  },
);

test('G-84: a third version that loses its weight keeps its replicas until it is drained', () => {
  const split = { baseline: { v0: 30, v1: 70 }, goal: { v2: 100 } };
  const decisions = run(canary({ split, stages: [weight(100, 0)] }), 30, { replicas: { v0: 3, v1: 7 } });
  const drained = decisions.findIndex(({ state }) => state.versions['v0']?.drain?.drainedAt !== undefined);
  const moved = decisions.findIndex(({ state }) => state.weights['v2'] === 100);
  for (const { desired } of decisions.slice(moved, drained)) expect(desired.scale['v0']?.min).toBe(3);
});

test('G-84: what the scaler of the new version asks for above its min counts for the share that comes next', () => {
  const plan = canary({ stages: [weight(50, 20), weight(100, 0)] });
  const scaled = (wanted: number, min: number, share: number): Known<VersionHealth> => ({
    at: 10 * MINUTE,
    value: { ready: wanted, wanted, isCurrent: true, weight: share, scaler: { min, max: 20 } },
  });
  const { state } = run(plan, 10).at(-1) as Decision;
  expect(state).toMatchObject({ phase: 'Verifying', weights: { v2: 50 }, base: 4 });
  const seen = { at: 10 * MINUTE, members: {}, gates: {}, drain: {}, capacity: { unknown: 'nobody asks' } };
  const versions = { v1: scaled(4, 4, 50), v2: scaled(4, 2, 50) };
  const after = step(plan, state, { ...seen, versions }, [], 10 * MINUTE);
  expect(after.state.base).toBe(8);
  expect(after.desired.scale['v2']?.min).toBe(4);
  // The old one has lost half of its traffic, and not yet the replicas for it.
  const lagging = { v1: scaled(6, 4, 50), v2: scaled(2, 2, 50) };
  expect(step(plan, state, { ...seen, versions: lagging }, [], 10 * MINUTE).state.base).toBe(4);
});
