import type { AnyKind } from '@slipway/kube';
import { ControllerRevision, Deployment, Job, Pod, ReplicaSet, StatefulSet } from '@slipway/kube/kinds';
import { crashAtEveryWrite, type ScenarioContext } from '@slipway/runtime/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ControllerName, startControllers } from '../../src/controllers/index.ts';
import { startLocalCluster } from '../../src/index.ts';

const labels = { app: 'web' };
const template = (image: string) => ({
  metadata: { labels },
  spec: { terminationGracePeriodSeconds: 0, containers: [{ name: 'web', image }] },
});

/** What a kubelet would say of each pod that waits. */
async function act({ client, namespace }: ScenarioContext, status: object): Promise<void> {
  for (const { metadata, status: seen } of await client.live.listAll(Pod, { namespace })) {
    if (seen?.phase !== 'Pending' || metadata.deletionTimestamp) continue;
    await client.subresource(Pod, { namespace, name: metadata.name ?? '' }, 'status').patch({ merge: { status } });
  }
}

const READY = {
  phase: 'Running',
  conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }],
};

async function expectSameEnd(
  only: readonly ControllerName[],
  kinds: readonly AnyKind[],
  scenario: (world: ScenarioContext) => Promise<void>,
) {
  const local = await startLocalCluster();
  onTestFinished(() => local.stop());
  const { crashes } = await crashAtEveryWrite({
    kubeconfig: local.kubeconfig,
    kinds,
    start: ({ kubeconfig, namespace, clock }) => startControllers({ kubeconfig, clock, only, namespaces: [namespace] }),
    scenario,
    // When something began and ended differs from run to run.
    normalise: (state) => JSON.parse(JSON.stringify(state).replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, 'TIME')) as unknown,
    withinMs: 60_000,
    quietMs: 1500,
    atOnce: 3,
    sample: 10,
  });
  expect(crashes).toBeGreaterThan(0);
}

describe('controllers that crash before and after their writes', () => {
  it('L-20 F-1: a rolling update ends the same, without a pod too many', () =>
    expectSameEnd(['deployment', 'replicaset'], [Deployment, ReplicaSet, Pod], async (world) => {
      const { client, namespace, until } = world;
      const spec = { replicas: 2, selector: { matchLabels: labels }, template: template('web:1') };
      await client.create(Deployment, { metadata: { namespace, name: 'web' }, spec });
      const isDone = async (): Promise<boolean> => {
        await act(world, READY);
        const found = await client.live.get(Deployment, { namespace, name: 'web' });
        const { observedGeneration, updatedReplicas, availableReplicas, replicas } = found?.status ?? {};
        return (
          observedGeneration === found?.metadata.generation &&
          [updatedReplicas, availableReplicas, replicas].every((count) => count === 2)
        );
      };
      await until(isDone);
      await client.patch(Deployment, { namespace, name: 'web' }, { merge: { spec: { template: template('web:2') } } });
      await until(isDone);
    }));

  it('L-20 F-1: a Job counts the same, and a StatefulSet has the same pods', () =>
    expectSameEnd(['job', 'statefulset'], [Job, StatefulSet, ControllerRevision, Pod], async (world) => {
      const { client, namespace, until } = world;
      const work = {
        template: { spec: { restartPolicy: 'Never', containers: [{ name: 'work', image: 'work:1' }] } },
        completions: 2,
      };
      await client.create(Job, { metadata: { namespace, name: 'work' }, spec: work });
      await until(async () => {
        await act(world, { phase: 'Succeeded' });
        const { conditions = [] } = (await client.live.get(Job, { namespace, name: 'work' }))?.status ?? {};
        return conditions.some(({ type }) => type === 'Complete');
      });
      const spec = { replicas: 2, serviceName: 'web', selector: { matchLabels: labels }, template: template('web:1') };
      await client.create(StatefulSet, { metadata: { namespace, name: 'web' }, spec });
      await until(async () => {
        await act(world, READY);
        return (await client.live.get(StatefulSet, { namespace, name: 'web' }))?.status?.availableReplicas === 2;
      });
    }));
});
