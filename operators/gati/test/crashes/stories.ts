import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import { type FakeCluster, HANDLER, NAMESPACE } from './fake-world.ts';

export interface Story {
  readonly title: string;
  /** What a person does, and what they wait for. */
  play(world: FakeCluster): Promise<void>;
}

const handler: DeploymentResource = {
  kind: 'GatiHandler',
  metadata: { namespace: NAMESPACE, name: HANDLER, finalizers: ['gati.dev/handler-cleanup'] },
  spec: {
    handlerPath: '/users',
    version: 'v1',
    replicas: 2,
    image: 'users:v1',
    port: 8080,
    rollout: {
      steps: [
        { weight: 10, pause: '1m' },
        { weight: 50, pause: '1m' },
      ],
      progressDeadline: '2m',
      rollbackWindow: '1m',
    },
    decommission: { gracePeriod: '1m', zeroSamples: 2 },
  },
};

async function install(world: FakeCluster): Promise<void> {
  world.target.place(handler);
  await world.until('v1 is stable', () => isStable(world, 'v1'));
}

async function isStable(world: FakeCluster, version: string): Promise<boolean> {
  const status = (await world.handler())?.status;
  return status?.stableVersion === version && status.phase === 'Running' && phaseOf(status) === 'Succeeded';
}

function phaseOf(status: { readonly rollout?: { readonly phase?: string } } | undefined): string | undefined {
  return status?.rollout?.phase;
}

const stageOf = async (world: FakeCluster, version: string): Promise<string | undefined> =>
  (await world.versions()).get(version)?.status?.stage;

const bump = (world: FakeCluster): Promise<void> => world.edit({ version: 'v2', image: 'users:v2' });

async function reachHalf(world: FakeCluster): Promise<void> {
  await world.until('half of the traffic is moved', async () => {
    const status = (await world.handler())?.status;
    return status?.traffic?.wanted?.['v2'] === 50 && phaseOf(status) === 'Verifying';
  });
}

/** Everything that the operator does in order, each story a part of it. */
export const STORIES: readonly Story[] = [
  {
    title: 'v1, a canary to v2, and v1 is retired',
    async play(world) {
      await install(world);
      await bump(world);
      await world.until('v2 is stable', () => isStable(world, 'v2'));
      await world.until('v1 is gone', async () => (await stageOf(world, 'v1')) === 'Decommissioned');
    },
  },
  {
    title: 'v2 never becomes ready and is taken back',
    async play(world) {
      world.badImages.add('users:v2');
      await install(world);
      await bump(world);
      await world.until('v2 is marked', async () => (await stageOf(world, 'v2')) === 'Failed');
    },
  },
  {
    title: 'a person aborts at half of the traffic',
    async play(world) {
      await install(world);
      await bump(world);
      await reachHalf(world);
      await world.say('abort by=ann');
      await world.until('v2 is marked and the word is answered', async () => {
        const { metadata, status } = (await world.handler()) ?? {};
        const isAnswered = status?.lastCommand?.result === 'Accepted' && !metadata?.annotations?.['gati.dev/command'];
        return isAnswered && (await stageOf(world, 'v2')) === 'Failed';
      });
    },
  },
  {
    title: 'a record that a person writes takes over',
    async play(world) {
      await install(world);
      world.target.place({
        kind: 'GatiVersion',
        metadata: { namespace: NAMESPACE, name: 'users-v1' },
        spec: { versionId: 'v1', breaking: false, routingWeight: 100, handlerRef: { name: HANDLER } },
      });
      await world.until('the record is the version', async () => {
        const version = (await world.versions()).get('v1');
        const isAlone = (await world.versions()).size === 1 && version?.metadata.name === 'users-v1';
        return isAlone && version.status?.stage === 'Current' && version.spec.template !== undefined;
      });
    },
  },
  {
    title: 'the handler is deleted in the middle of a canary',
    async play(world) {
      await install(world);
      await bump(world);
      await reachHalf(world);
      await world.target.delete('GatiHandler', NAMESPACE, HANDLER);
      await world.until('nothing is left', async () => (await world.handler()) === null);
    },
  },
];
