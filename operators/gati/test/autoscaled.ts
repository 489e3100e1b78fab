import type { Cache, ObjectOf } from '@slipway/kube';
import { Deployment, HorizontalPodAutoscaler } from '@slipway/kube/kinds';
import { conditionOf, type Rig } from './rig.ts';

interface Watched {
  /** Every number of pods that was asked for since. */
  readonly seen: ReadonlySet<number>;
  /** The caller releases it. */
  readonly cache: Cache<ObjectOf<typeof Deployment>>;
}

/** Gives the pods of `users` to an autoscaler, and watches how many of them are asked for. */
export async function autoscale(rig: Rig): Promise<Watched> {
  const seen = new Set<number>();
  const cache = rig.cluster.cache(Deployment, { namespaces: [rig.namespace] });
  await cache.waitForSync();
  cache.onEvent(({ object }) => seen.add(object.spec?.replicas ?? -1));
  await rig.edit('users', { scaling: { minReplicas: 2, maxReplicas: 10 } });
  // Nothing measures here, so it may say already that it cannot work.
  const reasons = ['HPA', 'ScalerFailed'];
  await rig.untilHandler('users', 'an HPA is there', (handler) =>
    reasons.includes(conditionOf(handler, 'Scaled')?.reason ?? ''),
  );
  // What it may go back to is held until the time for that has passed.
  await rig.until(
    'its bounds are those of the spec',
    () => rig.list(HorizontalPodAutoscaler),
    ([scaler]) => scaler?.spec?.minReplicas === 2 && scaler.spec.maxReplicas === 10,
  );
  return { seen, cache };
}
