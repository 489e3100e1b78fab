import type { Decision } from '@slipway/delivery';
import { expect, test } from 'vitest';
import { expectBounded, expectReturn, expectSound, expectTidy, ownsReplicas } from './expectations.ts';
import { canaryPlan, MINUTE } from './plans.ts';
import { deliver, describeDelivery, hasSucceeded, install } from './suite.ts';
import type { DeliveryScene } from './world.ts';

const scaling = { min: 2, max: 12, cpu: 70 };
const versions = { v1: { image: 'shop:1', scaling }, v2: { image: 'shop:2', scaling } };
const at =
  (phase: string, weight: number) =>
  ({ state }: Decision): boolean =>
    state.phase === phase && state.weights['v2'] === weight;
const now = ({ history }: DeliveryScene) => history.moments().at(-1)?.versions;
/** Enough for the autoscalers' window of five minutes and the drain of a version. */
const LONG = 12 * MINUTE;

describeDelivery('a rollout under autoscalers', (start) => {
  /** A first version that has grown to what the demand needs. */
  async function serving(demand: number): Promise<DeliveryScene> {
    const world = await start({ versions });
    world.load.demand = demand;
    await install(world);
    await world.pass(6 * MINUTE);
    expect(now(world)).toMatchObject({ v1: { ready: Math.max(demand, 2), scaler: { min: 2, max: 12 } } });
    return world;
  }

  test('G-84, G-111: load follows the weights, nothing is scaled beyond need, and at the end each min is its own', async () => {
    const world = await serving(6);
    const from = world.history.length;
    await deliver(world, canaryPlan());
    expect(now(world)).toMatchObject({
      v1: { wanted: 6, scaler: { min: 6, max: 12 } },
      v2: { wanted: 6, scaler: { min: 6, max: 12 } },
    });
    expect([await ownsReplicas(world, 'v1'), await ownsReplicas(world, 'v2')]).toEqual([false, false]);
    await world.until(({ state }) => state.versions['v1']?.phase === 'Retired');
    expect(now(world)).toEqual({ v2: { wanted: 6, ready: 6, scaler: { min: 2, max: 12 } } });
    world.load.demand = 1;
    await world.pass(LONG);
    expect(now(world)).toEqual({ v2: { wanted: 2, ready: 2, scaler: { min: 2, max: 12 } } });
    expectBounded(world, 6, from);
    expectSound(world);
    expectTidy(world);
  });

  test('G-84: demand that doubles at 50 % is met before the rest of the traffic moves', async () => {
    const world = await serving(4);
    await world.begin(canaryPlan());
    await world.until(at('Verifying', 50));
    const from = world.history.length;
    world.load.demand = 8;
    await world.until(hasSucceeded);
    const moved = world.history.moments(from).find(({ weights }) => weights['v2'] === 100);
    expect(moved?.versions['v2']?.ready).toBe(8);
    expectSound(world);
  });

  test.each([
    ['rollback', 'RolledBack'],
    ['abort', 'Aborted'],
  ] as const)(
    'G-90: on %s the autoscaler goes, then the pods; the old version has its own min again',
    async (command, phase) => {
      const world = await serving(6);
      await world.begin(canaryPlan());
      await world.until(at('Verifying', 50));
      const from = world.history.length;
      world.say(command);
      await world.until(at(phase, 0));
      // Who takes the traffic back keeps what it needs for all of it through the rollback window.
      expect(now(world)).toEqual({
        v1: { wanted: 6, ready: 6, scaler: { min: 6, max: 12 } },
        v2: { wanted: 3, ready: 3 },
      });
      await world.pass(LONG);
      // After a rollback one pod stays for people to look at.
      expect(now(world)).toEqual({
        v1: { wanted: 6, ready: 6, scaler: { min: 2, max: 12 } },
        ...(command === 'rollback' && { v2: { wanted: 1, ready: 1 } }),
      });
      expectReturn(world, 'v2', from);
      expectBounded(world, 6, from);
      expectTidy(world);
    },
  );

  test('G-113: what an autoscaler decided survives a hundred turns', async () => {
    const world = await serving(5);
    const written = world.history.length;
    for (let turn = 0; turn < 100; turn++) await world.until(() => true);
    expect(world.history.moments(written)).toHaveLength(1);
    expect([now(world)?.['v1']?.wanted, await ownsReplicas(world, 'v1')]).toEqual([5, false]);
  });
});
