import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import { expect, it } from 'vitest';
import { FakeCluster, HANDLER, NAMESPACE } from '../crashes/fake-world.ts';

const handlerWith = (spec: object): DeploymentResource => ({
  kind: 'GatiHandler',
  metadata: { namespace: NAMESPACE, name: HANDLER, finalizers: ['gati.dev/handler-cleanup'] },
  spec: { handlerPath: '/users', version: 'v1', replicas: 2, image: 'users:v1', port: 8080, ...spec },
});

async function acceptedBy(world: FakeCluster) {
  const { status } = (await world.handler()) ?? {};
  const accepted = status?.conditions?.find(({ type }) => type === 'Accepted');
  return { observed: status?.observedGeneration, ...accepted };
}

it('G-75: of two handlers with one path and no Gateway the younger names the older, and both serve', async () => {
  const world = await FakeCluster.make();
  const older = handlerWith({});
  world.target.place({ ...older, metadata: { ...older.metadata, name: 'a-first' } });
  world.target.place(handlerWith({}));
  await world.until('it serves', async () => (await world.handler())?.status?.phase === 'Running');
  const conflicted = (await world.handler())?.status?.conditions?.find(({ type }) => type === 'Conflicted');
  expect(conflicted).toMatchObject({ status: 'True', reason: 'PathConflict' });
  expect(conflicted?.message).toContain(`GatiHandler ${NAMESPACE}/a-first is older`);
  await world.target.delete('GatiHandler', NAMESPACE, 'a-first');
  await world.until('it is alone', async () => {
    const now = (await world.handler())?.status?.conditions?.find(({ type }) => type === 'Conflicted');
    return now?.status === 'False';
  });
});

it.each<[string, object, object, string]>([
  [
    'an annotation key',
    { service: { annotations: { 'bad key': 'x' } } },
    { service: { annotations: {} } },
    'spec.service.annotations has the key "bad key"',
  ],
  [
    'replicas beyond what a scaler takes',
    { replicas: 2_000_000_000, scaling: { cpu: 50 } },
    { replicas: 2 },
    'spec.replicas is 2000000000',
  ],
  ['a path', { handlerPath: 'no-slash' }, { handlerPath: '/users' }, 'spec.handlerPath is "no-slash"'],
  ['a path of metrics', { traffic: { metricsPath: 'metrics' } }, { traffic: {} }, 'spec.traffic.metricsPath'],
  [
    'a length of time of an older schema',
    { traffic: { interval: '-1s' } },
    { traffic: { interval: '1s' } },
    'spec.traffic.interval is "-1s"',
  ],
  [
    'two equal secrets',
    { imagePullSecrets: [{ name: 'registry' }, { name: 'registry' }] },
    { imagePullSecrets: [{ name: 'registry' }], version: 'v2' },
    'imagePullSecrets[1] is "registry"',
  ],
])('G-14: %s that cannot be acted on is refused by name, and accepted once corrected', async (_, bad, good, named) => {
  const world = await FakeCluster.make();
  world.target.place(handlerWith(bad));
  const accepted = async (): Promise<boolean> => (await acceptedBy(world)).status !== undefined;
  await world.until('it is judged', accepted);
  expect(await acceptedBy(world)).toMatchObject({ status: 'False', reason: 'InvalidSpec', observed: 1 });
  expect((await acceptedBy(world)).message).toContain(named);
  await world.edit(good);
  await world.until('it is stable', async () => (await world.handler())?.status?.phase === 'Running');
  expect(await acceptedBy(world)).toMatchObject({ status: 'True', observed: 2 });
});
