import { expect, test } from 'vitest';
import { canary, MINUTE, wave, weight } from '../../test/canary.ts';
import type { Observation, Plan, State, VersionHealth } from '../model/index.ts';
import { startDelivery } from './start.ts';
import { step } from './step.ts';

/** Steps through looks at `v2`, each a minute after the one before. */
function run(plan: Plan, state: State, looks: readonly (Partial<VersionHealth> | undefined)[]): State {
  return looks.reduce<State>((current, look, index) => {
    const at = index * MINUTE;
    const seen = (health: Partial<VersionHealth>) => ({
      at,
      value: { ready: 4, wanted: 4, isCurrent: true, weight: 0, ...health },
    });
    const observation: Observation = {
      at,
      members: {},
      versions: { v1: seen({}), ...(look && { v2: seen(look) }) },
      gates: {},
      drain: {},
      capacity: { unknown: 'nothing' },
    };
    return step(plan, current, observation, [], at).state;
  }, state);
}

const soaked = canary({ stages: [{ ...weight(100, 5), gates: weight(100, 5).gates.slice(1) }] });
const verifying: State = {
  ...startDelivery(soaked, 0),
  phase: 'Verifying',
  isStarted: true,
  base: 4,
  reachedAt: -10 * MINUTE,
  weights: { v1: 0, v2: 100 },
  weightsAt: -20 * MINUTE,
};

test('I8: a stage does not end while its weights are not in the accepted route, or nobody knows', () => {
  expect(run(soaked, verifying, [{ weight: 100 }]).phase).toBe('Succeeded');
  const edited = run(soaked, verifying, [{ weight: 40 }]);
  expect(edited).toMatchObject({ phase: 'Verifying' });
  expect(edited.waits.find(({ kind }) => kind === 'stage')?.blocker).toBe('the route has not taken its weights yet');
  const [first] = soaked.stages;
  const more = {
    ...soaked,
    stages: first
      ? [
          { ...first, to: 50 },
          { ...first, name: 'all' },
        ]
      : [],
  };
  const half = { ...verifying, weights: { v1: 50, v2: 50 } };
  expect(run(more, half, [{ weight: 50 }]).stage).toBe(1);
  expect(run(more, half, [undefined]).stage).toBe(0);
});

test('4: health that came too late to be proved at the deadline is a question, health that never came a failure', () => {
  const plan = canary({ stages: [weight(100, 0)], onFailure: 'rollback' });
  const state = { ...verifying, reachedAt: 0, weightsAt: -MINUTE };
  const bad = { weight: 100, ready: 1 };
  const late = run(plan, state, [...Array.from({ length: 10 }, () => bad), { weight: 100 }]);
  expect(late).toMatchObject({ phase: 'Paused', weights: { v2: 100 } });
  const never = run(
    plan,
    state,
    Array.from({ length: 11 }, () => bad),
  );
  expect(never.phase).toBe('RollingBack');
});

test('10: slots that start beside their old pods take no more room than there is', () => {
  const plan = wave(3, {
    actuator: 'swap',
    stages: [{ name: 'all', kind: 'swap', to: 100, maxConcurrent: 2, gates: [], deadline: 240 * MINUTE }],
    slotNeeds: { gpu: 1 },
  });
  const look = (at: number, capacityAt: number): Observation => ({
    at,
    members: Object.fromEntries(
      plan.members.map(({ id }) => [
        id,
        { at, value: { version: 'v1', ready: true, isCurrent: true, reachable: true } },
      ]),
    ),
    versions: {},
    gates: {},
    drain: {},
    capacity: { at: capacityAt, value: { free: { gpu: 1 } } },
  });
  const { state } = step(plan, startDelivery(plan, 0), look(0, 0), [], 0);
  expect(Object.values(state.members).map(({ mode }) => mode)).toEqual(['surge', 'no-surge', undefined]);
});
