import type { Decision, Plan } from '@slipway/delivery';
import { connect } from '@slipway/kube';
import { type Nodes, startNodes } from '@slipway/localcluster/kubelet';
import { describeCluster } from '@slipway/test/clusters/suite';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { installDefinitions } from './definitions.ts';
import { expectSound } from './expectations.ts';
import { installPlan } from './plans.ts';
import { DeliveryScene, type DeliverySceneOptions } from './world.ts';

type Start = (options: Omit<DeliverySceneOptions, 'cluster' | 'nodes'>) => Promise<DeliveryScene>;

/** Scenarios on localcluster and on a real control plane; the nodes are simulated on both. */
export function describeDelivery(title: string, body: (start: Start) => void): void {
  describeCluster(title, { needs: ['objects', 'apply', 'schema', 'controllers'] }, (cluster) => {
    let nodes: Nodes;
    beforeAll(async () => {
      const admin = await connect({ text: cluster().kubeconfig });
      await installDefinitions(admin.client, cluster());
      await admin.close();
      nodes = await startNodes({ kubeconfig: cluster().kubeconfig, nodes: 3 });
    });
    afterAll(() => nodes?.stop());
    body(async (options) => {
      const world = await DeliveryScene.start({ cluster: cluster(), nodes, ...options });
      onTestFinished(() => world.stop());
      return world;
    });
  });
}

export const hasSucceeded = ({ state }: Decision): boolean => state.phase === 'Succeeded';

/** Brings the first version, as every app begins. */
export async function install(world: DeliveryScene, version = 'v1'): Promise<void> {
  await deliver(world, installPlan(version));
}

/** Carries out a plan to its success, and looks at all that happened on the way. */
export async function deliver(world: DeliveryScene, plan: Plan): Promise<Decision> {
  await world.begin(plan);
  const decision = await world.until(hasSucceeded);
  expectSound(world);
  return decision;
}
