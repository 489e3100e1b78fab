import { PersistentVolume, PersistentVolumeClaim, Pod } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { claimNames } from '../../volumes/index.ts';
import { actor } from '../effects/index.ts';
import type { Environment } from '../environment.ts';
import { isFinished } from '../pods/index.ts';

const CLAIM_PROTECTION = 'kubernetes.io/pvc-protection';
const VOLUME_PROTECTION = 'kubernetes.io/pv-protection';

export function claimProtectionController(environment: Environment): void {
  environment.manager
    .controller(PersistentVolumeClaim)
    .named('pvc-protection-controller')
    .for(environment.scope)
    .watches(
      Pod,
      (pod) => claimNames(pod).map((name) => ({ namespace: pod.metadata.namespace, name })),
      environment.scope,
    )
    .reconcile((context) => {
      const { key, cache } = context;
      const isUsed = (): boolean =>
        cache(Pod)
          .list({ namespace: key.namespace })
          .some((pod) => pod.spec?.nodeName && !isFinished(pod) && claimNames(pod).includes(key.name));
      return release(environment, context, PersistentVolumeClaim, CLAIM_PROTECTION, isUsed);
    });
}

export function volumeProtectionController(environment: Environment): void {
  environment.manager
    .controller(PersistentVolume)
    .named('pv-protection-controller')
    .reconcile((context) => {
      const isUsed = (): boolean => context.object?.status?.phase === 'Bound';
      return release(environment, context, PersistentVolume, VOLUME_PROTECTION, isUsed);
    });
}

/** Lets an object go that is deleted and not used any more. */
async function release<K extends typeof PersistentVolume | typeof PersistentVolumeClaim>(
  environment: Environment,
  context: ReconcileContext<K>,
  kind: K,
  protection: string,
  isUsed: () => boolean,
): Promise<void> {
  const { object } = context;
  if (!object?.metadata.deletionTimestamp || !object.metadata.finalizers?.includes(protection) || isUsed()) return;
  const hands = actor(environment, 'storage-protection', kind, context);
  const finalizers = object.metadata.finalizers.filter((finalizer) => finalizer !== protection);
  await hands.update(kind, { ...object, metadata: { ...object.metadata, finalizers } });
}
