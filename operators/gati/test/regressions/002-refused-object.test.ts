import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import { expect, it } from 'vitest';
import { versionObjectName } from '../../src/names/index.ts';
import { FakeCluster, HANDLER, NAMESPACE } from '../crashes/fake-world.ts';

const handler: DeploymentResource = {
  kind: 'GatiHandler',
  metadata: { namespace: NAMESPACE, name: HANDLER, finalizers: ['gati.dev/handler-cleanup'] },
  spec: {
    handlerPath: '/users',
    version: 'v1',
    replicas: 2,
    image: 'users:v1',
    port: 8080,
    rollout: { strategy: 'direct', rollbackWindow: '1m' },
    decommission: { gracePeriod: '1m', zeroSamples: 2 },
  },
};
const REFUSED = `Deployment/${versionObjectName(HANDLER, 'v2')}`;

/** v1 serves, and v2 is wanted, whose Deployment is refused. */
async function refusedObservation(): Promise<FakeCluster> {
  const world = await FakeCluster.make();
  world.target.place(handler);
  await world.until('v1 is stable', () => isStable(world, 'v1'));
  world.refused.set(REFUSED, 0);
  await world.edit({ version: 'v2', image: 'users:v2' });
  await world.until('the handler says so', async () => {
    const { conditions = [] } = (await world.handler())?.status ?? {};
    return conditions.some(({ type, status }) => type === 'Synced' && status === 'False');
  });
  return world;
}

async function isStable(world: FakeCluster, version: string): Promise<boolean> {
  const { stableVersion, phase } = (await world.handler())?.status ?? {};
  return stableVersion === version && phase === 'Running';
}

async function syncedOf(world: FakeCluster, version: string) {
  return (await world.versions()).get(version)?.status?.conditions?.find(({ type }) => type === 'Synced');
}

it('F-10 G-153: a version whose own objects are in place rolls out although an earlier one is refused', async () => {
  const world = await refusedObservation();
  expect(await syncedOf(world, 'v2')).toMatchObject({ reason: 'ApplyFailed' });
  expect((await syncedOf(world, 'v2'))?.message).toContain('admission denied it');
  expect(await syncedOf(world, 'v1')).toMatchObject({ status: 'True' });
  await world.edit({ version: 'v3', image: 'users:v3' });
  await world.until('v3 is stable', () => isStable(world, 'v3'));
});

it('F-10: a refused version that nobody asks for any more is not applied again, and goes', async () => {
  const world = await refusedObservation();
  await world.edit({ version: 'v3', image: 'users:v3' });
  const isGone = async (): Promise<boolean> =>
    (await world.versions()).get('v2')?.status?.stage === 'Decommissioned' && (await isStable(world, 'v3'));
  await world.until('v2 is gone and v3 is stable', isGone);
  const tries = world.refused.get(REFUSED);
  await world.writesWithin(3_600_000);
  expect(world.refused.get(REFUSED)).toBe(tries);
});

it('F-10: a template that is corrected under the same version id rolls out', async () => {
  const world = await refusedObservation();
  await world.edit({ image: 'users:v2-corrected' });
  await world.until('another version is stable', async () => {
    const { stableVersion, phase } = (await world.handler())?.status ?? {};
    return stableVersion !== 'v1' && phase === 'Running';
  });
  expect((await world.handler())?.status?.stableVersion).toMatch(/^v2\+/);
});

it('F-10: what is allowed again under the same version id rolls out', async () => {
  const world = await refusedObservation();
  world.refused.delete(REFUSED);
  await world.until('v2 is stable', () => isStable(world, 'v2'));
});
