import type { Decision } from '@slipway/delivery';
import { expect, test } from 'vitest';
import { expectReturn, expectSound, expectTidy, weightsIn } from './expectations.ts';
import { Mortal } from './mortal.ts';
import { canaryPlan, installPlan, MINUTE, share } from './plans.ts';
import { deliver, describeDelivery, hasSucceeded, install } from './suite.ts';
import type { DeliveryScene } from './world.ts';

const versions = { v1: { image: 'shop:1' }, v2: { image: 'shop:2' }, v3: { image: 'shop:3' } };
const at =
  (phase: string, weight?: number) =>
  ({ state }: Decision): boolean =>
    state.phase === phase && (weight === undefined || state.weights['v2'] === weight);
const sizes = (world: DeliveryScene): Record<string, number> =>
  Object.fromEntries(
    Object.entries(world.history.moments().at(-1)?.versions ?? {}).map(([version, { wanted }]) => [version, wanted]),
  );
const last = ({ history }: DeliveryScene): Record<string, number> => ({ ...history.moments().at(-1)?.weights });

describeDelivery('a rollout of fixed replicas', (start) => {
  test('G-84: a first version gets all traffic at once, when all of its replicas are ready', async () => {
    const world = await start({ versions });
    await install(world);
    const first = world.history.moments().find(({ weights }) => weights['v1'] === 100);
    expect(first?.versions['v1']).toMatchObject({ wanted: 4, ready: 4 });
    expect(weightsIn(world.history.moments())).toEqual(['0/0/0', '100/0/0']);
  });

  test('I1, G-84: a canary goes 10, 50, 100; the old version is held, drains and is gone', async () => {
    const world = await start({ versions });
    await install(world);
    const { state } = await deliver(world, canaryPlan());
    expect(weightsIn(world.history.moments())).toEqual(['0/0/0', '100/0/0', '90/10/0', '50/50/0', '0/100/0']);
    const windowEnds = (state.succeededAt ?? 0) + 5 * MINUTE;
    await world.until(() => world.clock.wall() >= windowEnds - MINUTE);
    expect(sizes(world)).toEqual({ v1: 4, v2: 4 });
    await world.until((decision) => decision.state.versions['v1']?.phase === 'Retired');
    expect(sizes(world)).toEqual({ v2: 4 });
    expectSound(world);
    expectTidy(world);
  });

  test.each([
    [10, 1],
    [50, 2],
  ])('G-85: a version that turns bad at %i %% goes back in one change of the route', async (weight, replicas) => {
    const world = await start({ versions });
    await install(world);
    await world.begin(canaryPlan());
    await world.until(at('Verifying', weight));
    const from = world.history.length;
    world.behave('v2', { crash: { exitCode: 1 } });
    const { state } = await world.until(at('RolledBack', 0));
    expect(state.hold).toMatchObject({ version: 'v2' });
    expect(weightsIn(world.history.moments(from)).slice(-1)).toEqual(['100/0/0']);
    expect(sizes(world)).toEqual({ v1: 4, v2: replicas });
    await world.until(({ state: { versions: known } }) => known['v2']?.phase === 'Drained');
    expect(sizes(world)).toEqual({ v1: 4, v2: 1 });
    expectReturn(world, 'v2', from);
    expectSound(world);
    expectTidy(world);
  });

  test('G-84, G-86: a version that never becomes ready gets no traffic and is taken away', async () => {
    const world = await start({ versions });
    await install(world);
    world.behave('v2', { readyAfter: false });
    await world.begin(canaryPlan());
    await world.until(at('RolledBack'));
    expect(weightsIn(world.history.moments())).toEqual(['0/0/0', '100/0/0']);
    expect(sizes(world)).toEqual({ v1: 4 });
    expectTidy(world);
  });

  test('G-88: pause stops where it is, resume goes on, promote ends a soak, abort gives the weights back', async () => {
    const world = await start({ versions });
    await install(world);
    await world.begin(canaryPlan({ stages: [share(10, 5), share(50, 60), share(100, 0)] }));
    await world.until(at('Verifying', 10));
    world.say('pause');
    await world.until(at('Paused', 10));
    const paused = world.history.length;
    await world.pass(30 * MINUTE);
    expect(world.history.length).toBe(paused);
    world.say('resume');
    await world.until(at('Verifying', 50));
    await world.pass(2 * MINUTE);
    expect(last(world)).toEqual({ v1: 50, v2: 50, v3: 0 });
    world.say('promote');
    const promoted = world.history.length;
    await world.until(hasSucceeded);
    expect(last(world)).toEqual({ v1: 0, v2: 100, v3: 0 });
    expect(weightsIn(world.history.moments(promoted))).toEqual(['50/50/0', '0/100/0']);
    expectSound(world);
  });

  test('G-88, G-90: abort gives the weights back before anything is scaled; the version drains and is gone', async () => {
    const world = await start({ versions });
    await install(world);
    await world.begin(canaryPlan());
    await world.until(at('Verifying', 50));
    const from = world.history.length;
    world.say('abort');
    await world.until(at('Aborted', 0));
    expect(sizes(world)).toEqual({ v1: 4, v2: 2 });
    await world.until(({ state }) => state.versions['v2']?.phase === 'Retired');
    expect(sizes(world)).toEqual({ v1: 4 });
    expectReturn(world, 'v2', from);
    expectSound(world);
    expectTidy(world);
  });

  test('G-86: freeze leaves everything where it is; a retry after the repair goes on from there', async () => {
    const world = await start({ versions });
    await install(world);
    await world.begin(canaryPlan({ onFailure: 'freeze' }));
    await world.until(at('Verifying', 50));
    world.behave('v2', { crash: { exitCode: 1 } });
    const { state } = await world.until(at('Frozen', 50));
    expect(state.waits[0]).toMatchObject({ action: 'retry, roll back, or make a new plan' });
    const frozen = world.history.moments().filter(({ change }) => change.startsWith('HTTPRoute')).length;
    await world.pass(10 * MINUTE);
    expect(world.history.moments().filter(({ change }) => change.startsWith('HTTPRoute'))).toHaveLength(frozen);
    expect([last(world), sizes(world)]).toEqual([
      { v1: 50, v2: 50, v3: 0 },
      { v1: 4, v2: 2 },
    ]);
    world.behave('v2', {});
    await world.restart('v2');
    world.say('retry');
    await world.until(hasSucceeded);
    expect(last(world)).toEqual({ v1: 0, v2: 100, v3: 0 });
    expectTidy(world);
  });

  test('G-84, G-85: inside the rollback window a rollback finds the old version ready', async () => {
    const world = await start({ versions });
    await install(world);
    await deliver(world, canaryPlan());
    const from = world.history.length;
    world.say('rollback');
    await world.until(at('RolledBack', 0));
    expect(weightsIn(world.history.moments(from))).toEqual(['0/100/0', '100/0/0']);
    expectReturn(world, 'v2', from);
    expectSound(world);
  });

  test('a newer version replaces one on its way, which drains beside the next rollout', async () => {
    const world = await start({ versions });
    await install(world);
    await world.begin(canaryPlan());
    await world.until(at('Verifying', 50));
    const from = world.history.length;
    world.say('replace');
    await world.until(at('Superseded', 0));
    await world.begin(canaryPlan({ id: 'shop-3', to: 'v3', split: { baseline: { v1: 100 }, goal: { v3: 100 } } }));
    await world.until(({ state }) => state.weights['v3'] === 10);
    expect(sizes(world)).toEqual({ v1: 4, v2: 2, v3: 1 });
    await world.until(hasSucceeded);
    expect(weightsIn(world.history.moments(from))).toEqual(['50/50/0', '100/0/0', '90/0/10', '50/0/50', '0/0/100']);
    await world.until(({ state }) => state.versions['v1']?.phase === 'Retired');
    expect(sizes(world)).toEqual({ v3: 4 });
    expectReturn(world, 'v2', from);
    expectSound(world);
    expectTidy(world);
  });

  test('three live versions: one keeps its share while another is replaced', async () => {
    const world = await start({ versions });
    await install(world);
    const stay = { baseline: { v1: 100 }, goal: { v1: 30, v2: 70 } };
    await deliver(world, canaryPlan({ stages: [share(70, 0)], split: stay }));
    const replaced = { baseline: { v1: 30, v2: 70 }, goal: { v1: 30, v3: 70 } };
    const plan = canaryPlan({
      id: 'shop-3',
      from: 'v2',
      to: 'v3',
      stages: [share(20), share(70, 0)],
      split: replaced,
    });
    await deliver(world, plan);
    expect(weightsIn(world.history.moments())).toEqual(['0/0/0', '100/0/0', '30/70/0', '30/50/20', '30/0/70']);
    await world.until(({ state }) => state.versions['v2']?.phase === 'Retired');
    expect(Object.keys(sizes(world))).toEqual(['v1', 'v3']);
    expectSound(world);
    expectTidy(world);
  });

  test('I6, G-87: a process that dies after each of its writes leaves the same behind as one that lives', async () => {
    const end = async (world: DeliveryScene) => {
      await world.begin(installPlan());
      await world.until(hasSucceeded);
      await world.begin(canaryPlan());
      await world.until(at('Verifying', 50));
      world.behave('v2', { crash: { exitCode: 1 } });
      await world.until(at('RolledBack', 0));
      world.behave('v2', {});
      await world.restart('v2');
      world.say('retry');
      await world.until(hasSucceeded);
      const { state } = await world.until(({ state: { versions: known } }) => known['v1']?.phase === 'Retired');
      expectSound(world);
      expectTidy(world);
      const phases = Object.entries(state.versions).map(([version, { phase }]) => `${version} ${phase}`);
      return { phases, weights: weightsIn(world.history.moments()), sizes: sizes(world), attempt: state.attempt };
    };
    const mortal = new Mortal();
    const lives = await end(await start({ versions }));
    const dies = await end(await start({ versions, handle: (cluster) => mortal.live(cluster) }));
    expect(dies).toEqual(lives);
    expect(mortal.deaths).toBeGreaterThan(30);
  });
});
