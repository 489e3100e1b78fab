import { type Cluster, connect } from '@slipway/kube';
import { type ControlPlane, startControlPlane } from '@slipway/tools/control-plane/index';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { type Controllers, startControllers } from '../../src/controllers/index.ts';
import { type LocalCluster, startLocalCluster } from '../../src/index.ts';
import { Stage } from './stage.ts';

export type Place = 'kube' | 'bare' | 'local';

/**
 * Three places where the same scene is played: a real control plane with kube-controller-manager, a real
 * API server with the controllers of localcluster, and localcluster with its own.
 */
export interface ControlTwins {
  /** Plays a scene on the real control plane and in these places; the same has to be left of it everywhere. */
  expectSame(scene: (stage: Stage) => Promise<void>, places: readonly Place[]): Promise<void>;
}

/** A controller may be late by more than the time in which nothing changed, and events come last. */
const PATIENCE = { timeout: 60_000, interval: 500 };

export function useControlTwins(): ControlTwins {
  let planes: ControlPlane[] = [];
  let local: LocalCluster | undefined;
  let controllers: Controllers | undefined;
  const clusters = new Map<Place, Cluster>();
  let scenes = 0;
  beforeAll(async () => {
    // No scheduler: pods stay without a node, so that ending one needs no kubelet.
    planes = await Promise.all([
      startControlPlane({ scheduler: false }),
      startControlPlane({ scheduler: false, controllerManager: false }),
    ]);
    const [kube, bare] = planes as [ControlPlane, ControlPlane];
    local = await startLocalCluster({ controllers: true });
    controllers = await startControllers({ kubeconfig: bare.kubeconfig });
    for (const [name, { kubeconfig }] of Object.entries({ kube, bare, local })) {
      clusters.set(name as Place, await connect({ text: kubeconfig, name }));
    }
  }, 300_000);
  afterAll(async () => {
    await Promise.all([...clusters.values()].map((cluster) => cluster.close()));
    await controllers?.stop();
    await Promise.all(planes.map((plane) => plane.stop()));
    await local?.stop();
  });
  return {
    async expectSame(scene, places) {
      const namespace = `scene-${scenes++}`;
      const playAt = async (place: Place): Promise<Stage> => {
        const stage = await Stage.open(clusters.get(place) as Cluster, namespace);
        await scene(stage);
        return stage;
      };
      const played = [...places, 'kube' as const].map(playAt);
      // All of them end before one may fail: what goes on would disturb the next scene.
      await Promise.allSettled(played);
      const stages = await Promise.all(played);
      await vi.waitFor(async () => {
        const left = await Promise.all(stages.map((stage) => stage.whatIsLeft()));
        const real = left.pop();
        for (const [index, place] of places.entries()) expect(left[index], place).toEqual(real);
      }, PATIENCE);
    },
  };
}
