import { type Cluster, connect } from '@slipway/kube';
import { type ControlPlane, startControlPlane } from '@slipway/tools/control-plane/index';
import { afterAll, beforeAll } from 'vitest';
import { type Controllers, startControllers } from '../../src/controllers/index.ts';
import { type LocalCluster, startLocalCluster } from '../../src/index.ts';
import { Stage } from './stage.ts';

export type Place = 'kube' | 'bare' | 'local';

/**
 * Three places where the same scene is played: a real control plane with kube-controller-manager, a real
 * API server with the controllers of localcluster, and localcluster with its own.
 */
export interface ControlTwins {
  /** Plays a scene in each of the places and returns what is left of it there. */
  play(scene: (stage: Stage) => Promise<void>, places: readonly Place[]): ReadonlyMap<Place, Promise<unknown>>;
}

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
    play(scene, places) {
      const namespace = `scene-${scenes++}`;
      const playAt = async (place: Place): Promise<unknown> => {
        const stage = await Stage.open(clusters.get(place) as Cluster, namespace);
        await scene(stage);
        return stage.whatIsLeft();
      };
      return new Map(places.map((place) => [place, playAt(place)]));
    },
  };
}
