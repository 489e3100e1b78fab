import { Deployment, PodDisruptionBudget } from '@slipway/kube/kinds';
import { expect, it } from 'vitest';
import { autoscale } from '../autoscaled.ts';
import { handlerText } from '../handler-text.ts';
import { conditionOf, type Rig } from '../rig.ts';
import { describeOperator } from '../rigs.ts';

async function replicasOf(rig: Rig): Promise<number | undefined> {
  const [deployment] = await rig.list(Deployment, 'gati.dev/handler=users');
  return deployment?.spec?.replicas;
}

/** As an autoscaler does. */
async function resize(rig: Rig, replicas: number): Promise<void> {
  const [deployment] = await rig.list(Deployment, 'gati.dev/handler=users');
  const ref = { namespace: rig.namespace, name: deployment?.metadata.name ?? '' };
  await rig.client.patch(Deployment, ref, { merge: { spec: { replicas } } }, { fieldManager: 'autoscaler' });
}

describeOperator('the number of pods', (start) => {
  it('G-112: goes to zero and comes back', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    await rig.edit('users', { replicas: 0 });
    const stopped = await rig.untilHandler(
      'users',
      'it is stopped',
      (handler) => conditionOf(handler, 'Ready')?.reason === 'ScaledToZero' && handler.status?.replicas === 0,
    );
    expect(stopped.status?.phase).toBe('Running');
    // By an apply: over the shares of before, a server refuses a map of none.
    await rig.untilHandler('users', 'nobody has a share', ({ status }) => status?.traffic?.achieved === undefined);
    await rig.untilCount(PodDisruptionBudget, 0);
    await rig.edit('users', { replicas: 3 });
    const back = await rig.untilHandler(
      'users',
      'three pods are ready',
      (handler) => handler.status?.readyReplicas === 3 && conditionOf(handler, 'Ready')?.status === 'True',
    );
    expect(back.status).toMatchObject({ phase: 'Running', stableVersion: 'v1' });
    // Nobody serves, so the next one needs no steps.
    await rig.edit('users', { replicas: 0 });
    await rig.untilHandler('users', 'it is stopped again', ({ status }) => status?.replicas === 0);
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await rig.untilHandler('users', 'v2 is stable', ({ status }) => status?.stableVersion === 'v2');
  });

  it('G-113: is an autoscaler’s alone: five stay five when one takes over, and what it sets is never fought over', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1', { replicas: 5 }));
    await rig.untilStable('users', 'v1');
    const { seen, cache } = await autoscale(rig);
    expect([...seen]).toEqual([5]);

    await resize(rig, 7);
    for (let turn = 0; turn < 20; turn++) await rig.annotate('users', { touched: String(turn) });
    await rig.look('users', 19);
    expect(await replicasOf(rig)).toBe(7);
    await rig.until(
      'the watch has seen seven',
      async () => seen,
      (counts) => counts.has(7),
    );
    expect([...seen]).toEqual([5, 7]);
    await cache.release();
  });

  it('G-117: is never below the warm pool', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1', { replicas: 1, more: 'scaling: { warmPool: { minReady: 3 } }' }));
    await rig.untilStable('users', 'v1');
    await rig.until(
      'the warm pool',
      () => replicasOf(rig),
      (replicas) => replicas === 3,
    );
  });
});
