import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import { expect, it } from 'vitest';
import { FakeCluster, HANDLER, NAMESPACE } from '../crashes/fake-world.ts';

const REF = { kind: 'GatiHandler', namespace: NAMESPACE, name: HANDLER };
const handler: DeploymentResource = {
  kind: 'GatiHandler',
  metadata: { namespace: NAMESPACE, name: HANDLER, finalizers: ['gati.dev/handler-cleanup'] },
  spec: {
    handlerPath: '/users',
    version: 'v1',
    replicas: 2,
    image: 'users:v1',
    port: 8080,
    rollout: { rollbackWindow: '1m', steps: [{ weight: 50, pause: '10m' }, { weight: 100 }] },
    decommission: { gracePeriod: '1m', zeroSamples: 2 },
  },
};

const progressing = async (world: FakeCluster) =>
  (await world.handler())?.status?.conditions?.find(({ type }) => type === 'Progressing');

const weights = async (world: FakeCluster): Promise<Record<string, number | undefined>> =>
  Object.fromEntries([...(await world.versions())].map(([id, { status }]) => [id, status?.effectiveWeight]));

/** At 50 %, with a text of the rollout that nothing reads. */
async function damaged(): Promise<FakeCluster> {
  const world = await FakeCluster.make();
  world.target.place(handler);
  await world.until('v1 is stable', async () => (await world.handler())?.status?.stableVersion === 'v1');
  await world.writesWithin(600_000);
  await world.edit({ version: 'v2', image: 'users:v2' });
  await world.until('v2 has half', async () => (await weights(world))['v2'] === 50);
  world.target.setStatus(REF, { rollout: { phase: 'Verifying', encoded: 'H4sIAAAAAAAA/w==' } });
  return world;
}

it('G-87: of a rollout that cannot be read nothing is guessed: the handler says so once and its traffic stays', async () => {
  const world = await damaged();
  await world.until('it is reported', async () => (await progressing(world))?.reason === 'RolloutUnreadable');
  expect(await progressing(world)).toMatchObject({ status: 'Unknown' });
  expect((await progressing(world))?.message).toMatch(
    /cannot be read.*kubectl patch gatihandler users -n shop --subresource=status .*\/status\/rollout/,
  );
  expect(await world.writesWithin(3_600_000)).toBe(0);
  expect(await weights(world)).toEqual({ v1: 50, v2: 50 });
});

it('G-87: once it is removed the rollout begins anew, and its steps are taken again', async () => {
  const world = await damaged();
  await world.until('it is reported', async () => (await progressing(world))?.reason === 'RolloutUnreadable');
  await world.target.patch(REF, [{ op: 'remove', path: '/status/rollout' }]);
  await world.writesWithin(300_000);
  expect(await progressing(world)).toMatchObject({ reason: 'Verifying' });
  expect(await weights(world)).toEqual({ v1: 50, v2: 50 });
  await world.until('v2 has all', async () => (await weights(world))['v2'] === 100);
  expect((await world.handler())?.status?.rollout?.to).toBe('v2');
});

it.each([
  [50, { replicas: 4 }],
  [75, { replicas: 4 }],
])(
  'G-87: a version at %d %% whose rollout is lost goes back to it and is not given the rest at once',
  async (share, more) => {
    const world = await FakeCluster.make();
    const rollout = { rollbackWindow: '1m', steps: [{ weight: share, pause: '10m' }, { weight: 100 }] };
    world.target.place({ ...handler, spec: { ...(handler.spec as object), rollout, ...more } });
    await world.until('v1 is stable', async () => (await world.handler())?.status?.stableVersion === 'v1');
    await world.writesWithin(600_000);
    await world.edit({ version: 'v2', image: 'users:v2' });
    await world.until('v2 has its share', async () => (await weights(world))['v2'] === share);
    await world.target.patch(REF, [{ op: 'remove', path: '/status/rollout' }]);
    await world.writesWithin(300_000);
    expect((await world.handler())?.status).toMatchObject({ stableVersion: 'v1', rollout: { from: 'v1', to: 'v2' } });
    expect(await weights(world)).toEqual({ v1: 100 - share, v2: share });
    await world.until('v2 has all', async () => (await weights(world))['v2'] === 100);
  },
);

it('G-156: a handler whose rollout cannot be read can be deleted', async () => {
  const world = await damaged();
  await world.target.delete('GatiHandler', NAMESPACE, HANDLER);
  await world.until('it is gone', async () => (await world.handler()) === null);
});
