import { type Clock, type Cluster, isKubeError, type ObjectOf } from '@slipway/kube';
import { PersistentVolume, PersistentVolumeClaim } from '@slipway/kube/kinds';
import { claimNames, isBound, SELECTED_NODE, withAnnotations, withClaim } from '../volumes/index.ts';
import type { ClaimPlan } from './claim-plan.ts';
import type { ClusterView } from './cluster-view.ts';
import type { PodObject } from './objects.ts';

/** How long a pod waits for its volumes before it is decided anew: as long as the real scheduler does. */
const PATIENCE_MS = 600_000;

/** Gets a pod's claims bound for the node that was chosen, before the pod goes there. */
export class ClaimBinding {
  readonly #cluster: Cluster;
  readonly #view: ClusterView;
  readonly #clock: Clock;

  constructor({
    cluster,
    view,
    clock,
  }: { readonly cluster: Cluster; readonly view: ClusterView; readonly clock: Clock }) {
    this.#cluster = cluster;
    this.#view = view;
    this.#clock = clock;
  }

  /** Whether all of them are bound now; false: the pod has to be decided anew. */
  async settle(pod: PodObject, node: string, { bind, provision }: ClaimPlan, signal: AbortSignal): Promise<boolean> {
    if (bind.length + provision.length === 0) return true;
    const { client } = this.#cluster;
    try {
      for (const { claim, volume } of bind) {
        const taken = withClaim(volume, claim);
        // What a cache shows is typed as read-only; what is sent is not changed.
        if (taken) await client.update(PersistentVolume, taken as ObjectOf<typeof PersistentVolume>, { signal });
      }
      for (const claim of provision) {
        const chosen = withAnnotations(claim, { [SELECTED_NODE]: node });
        await client.update(PersistentVolumeClaim, chosen as ObjectOf<typeof PersistentVolumeClaim>, { signal });
      }
    } catch (error) {
      // Another write came first.
      if (isKubeError(error, 'KUBE_CONFLICT') || isKubeError(error, 'KUBE_NOT_FOUND')) return false;
      throw error;
    }
    return this.#bound(pod, signal);
  }

  /** Waits until all claims are bound. It ends early with the pod, and when a provisioner gives its order back. */
  #bound(pod: PodObject, signal: AbortSignal): Promise<boolean> {
    const { namespace, name, uid } = pod.metadata;
    const { claims, pods } = this.#view;
    return new Promise((resolve) => {
      const end = (isSettled: boolean): void => {
        timer.cancel();
        for (const subscription of subscriptions) subscription.close();
        signal.removeEventListener('abort', giveUp);
        resolve(isSettled);
      };
      const giveUp = (): void => end(false);
      const look = (): void => {
        const found = claimNames(pod).map((claim) => claims.get({ namespace, name: claim }));
        if (found.every((claim) => claim && isBound(claim))) return end(true);
        const isHere = pods.get({ namespace, name })?.metadata.uid === uid;
        if (!isHere || found.includes(undefined)) giveUp();
      };
      const timer = this.#clock.timer(PATIENCE_MS, giveUp);
      const subscriptions = [
        claims.onEvent(({ old, object }) => {
          const isReturned =
            object.metadata.namespace === namespace &&
            claimNames(pod).includes(object.metadata.name) &&
            old?.metadata.annotations?.[SELECTED_NODE] !== undefined &&
            object.metadata.annotations?.[SELECTED_NODE] === undefined;
          if (isReturned) giveUp();
          else look();
        }),
        pods.onEvent(({ type }) => {
          if (type === 'deleted') look();
        }),
      ];
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) giveUp();
      else look();
    });
  }
}
