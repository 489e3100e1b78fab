import type { Decision } from '@slipway/delivery';
import { expect, test } from 'vitest';
import { nameOfVersion } from './app.ts';
import { expectBounded, expectReturn, expectSound, expectTidy } from './expectations.ts';
import { isPaused, PAUSED } from './keda.ts';
import { ScaledObject } from './kinds.ts';
import { canaryPlan, MINUTE } from './plans.ts';
import { deliver, describeDelivery, install } from './suite.ts';
import type { DeliveryScene } from './world.ts';

const QUEUE = 'sum(queue_length)';
const scaling = (min: number) => ({
  min,
  max: 12,
  queries: [{ serverAddress: 'http://prometheus.monitoring:9090', query: QUEUE, target: 10 }],
});
const at =
  (phase: string, weight: number) =>
  ({ state }: Decision): boolean =>
    state.phase === phase && state.weights['v2'] === weight;
const now = ({ history }: DeliveryScene) => history.moments().at(-1)?.versions;
const thresholds = ({ history }: DeliveryScene): string[] =>
  history.objects.scaledObjects
    .toSorted((one, other) => (one.metadata?.name ?? '').localeCompare(other.metadata?.name ?? ''))
    .map(({ spec }) => spec.triggers[0]?.metadata['threshold'] ?? '');
/** Enough for a cooldown, the autoscalers' window, and the drain of a version. */
const LONG = 15 * MINUTE;

describeDelivery('a rollout of workers on one queue, under KEDA', (start) => {
  /** A first version that has grown to what the queue needs. */
  async function serving(
    length: number,
    min = 2,
  ): Promise<{ world: DeliveryScene; queue: { length: number | undefined } }> {
    const queue: { length: number | undefined } = { length };
    const version = { scaling: scaling(min), hasSharedQueue: true };
    const versions = { v1: { image: 'shop:1', ...version }, v2: { image: 'shop:2', ...version } };
    const world = await start({ versions, answers: (query) => (query === QUEUE ? queue.length : undefined) });
    await install(world);
    await world.pass(6 * MINUTE);
    return { world, queue };
  }

  test('section 9: thresholds follow the shares, so that all versions together have what one would', async () => {
    const { world } = await serving(60);
    expect([now(world), thresholds(world)]).toEqual([
      { v1: { wanted: 6, ready: 6, scaler: { min: 2, max: 12 } } },
      ['10'],
    ]);
    const from = world.history.length;
    await world.begin(canaryPlan());
    await world.until(at('Verifying', 50));
    expect([now(world)?.['v2']?.wanted, thresholds(world)]).toEqual([3, ['20', '20']]);
    const { state } = await world.until(({ state: { versions } }) => versions['v1']?.phase === 'Retired');
    expect(state.phase).toBe('Succeeded');
    expect([now(world), thresholds(world)]).toEqual([
      { v2: { wanted: 6, ready: 6, scaler: { min: 2, max: 12 } } },
      ['10'],
    ]);
    expectBounded(world, 6, from);
    expectSound(world);
    expectTidy(world);
  });

  test('G-90: on abort the ScaledObject and its autoscaler go, then the pods', async () => {
    const { world } = await serving(60);
    await world.begin(canaryPlan());
    await world.until(at('Verifying', 50));
    const from = world.history.length;
    world.say('abort');
    await world.until(at('Aborted', 0));
    // Who takes the traffic back keeps what it needs for all of it through the rollback window.
    expect(now(world)).toMatchObject({ v1: { wanted: 6, scaler: { min: 6 } }, v2: { wanted: 3 } });
    await world.until(({ state }) => state.versions['v2']?.phase === 'Retired');
    await world.until(() => now(world)?.['v1']?.scaler?.min === 2);
    expect(now(world)).toEqual({ v1: { wanted: 6, ready: 6, scaler: { min: 2, max: 12 } } });
    expectReturn(world, 'v2', from);
    expectTidy(world);
  });

  test('G-116: a rollout wakes a version that sleeps; the new one sleeps only when it has all of the queue', async () => {
    const { world, queue } = await serving(0, 0);
    await world.pass(LONG);
    expect(now(world)).toEqual({ v1: { wanted: 0, ready: 0, scaler: { min: 0, max: 12 } } });
    const from = world.history.length;
    const { state } = await deliver(world, canaryPlan());
    for (const { versions, weights } of world.history.moments(from)) {
      if ((weights['v2'] ?? 0) > 0) expect(versions['v2']?.wanted).toBeGreaterThanOrEqual(1);
    }
    await world.until(() => world.clock.wall() >= (state.succeededAt ?? 0) + LONG);
    expect(now(world)).toEqual({ v2: { wanted: 0, ready: 0, scaler: { min: 0, max: 12 } } });
    queue.length = 35;
    await world.pass(MINUTE);
    expect(now(world)).toEqual({ v2: { wanted: 4, ready: 4, scaler: { min: 0, max: 12 } } });
  });

  test('I14, G-115: a pause that a person set is not copied, and no version that serves is paused at the end', async () => {
    const { world } = await serving(60);
    const ref = { namespace: world.app.namespace, name: nameOfVersion(world.app, 'v1') };
    await world.cluster.client.patch(ScaledObject, ref, { merge: { metadata: { annotations: { [PAUSED]: 'true' } } } });
    await world.begin(canaryPlan());
    await world.until(at('Verifying', 50));
    expect(world.history.objects.scaledObjects.filter(isPaused).map(({ metadata }) => metadata?.name)).toEqual([
      'shop-v1',
    ]);
    await world.until(({ state }) => state.versions['v1']?.phase === 'Retired');
    expect(now(world)).toEqual({ v2: { wanted: 6, ready: 6, scaler: { min: 2, max: 12 } } });
    expectTidy(world);
  });

  test('G-115: without an answer replicas stay, and the rollout goes on', async () => {
    const { world, queue } = await serving(60);
    await world.begin(canaryPlan());
    await world.until(at('Verifying', 10));
    queue.length = undefined;
    await world.until(at('Succeeded', 100));
    await world.until(({ state }) => state.versions['v1']?.phase === 'Retired');
    await world.pass(LONG);
    expect(now(world)).toEqual({ v2: { wanted: 6, ready: 6, scaler: { min: 2, max: 12 } } });
    expectTidy(world);
  });
});
