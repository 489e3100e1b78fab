import { PersistentVolumeClaim, Pod } from '@slipway/kube';
import type { ReconcileContext } from '@slipway/runtime';
import { actor } from '../effects/index.ts';
import type { Environment } from '../environment.ts';
import { isFinished, type PodObject } from '../pods/index.ts';

const PROTECTION = 'kubernetes.io/pvc-protection';

export function claimProtectionController(environment: Environment): void {
  environment.manager
    .controller(PersistentVolumeClaim)
    .named('pvc-protection-controller')
    .watching(environment.scope)
    .watches(
      Pod,
      (pod) => claimNames(pod).map((name) => ({ namespace: pod.metadata.namespace, name })),
      environment.scope,
    )
    .settings({ maxConcurrent: 5, reportFailures: false })
    .reconcile((context) => reconcile(environment, context));
}

/** The claims that a pod mounts: those it names, and those that are made for it. */
function claimNames({ metadata, spec }: PodObject): string[] {
  return (spec?.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim) return [persistentVolumeClaim.claimName];
    return ephemeral ? [`${metadata.name}-${name}`] : [];
  });
}

async function reconcile(
  environment: Environment,
  context: ReconcileContext<typeof PersistentVolumeClaim>,
): Promise<void> {
  const { object: claim, key, cache } = context;
  if (!claim?.metadata.deletionTimestamp || !claim.metadata.finalizers?.includes(PROTECTION)) return;
  const isUsed = cache(Pod)
    .list({ namespace: key.namespace })
    .some((pod) => pod.spec?.nodeName && !isFinished(pod) && claimNames(pod).includes(key.name));
  if (isUsed) return;
  const hands = actor(environment, 'pvc-protection-controller', PersistentVolumeClaim, context);
  const finalizers = claim.metadata.finalizers.filter((finalizer) => finalizer !== PROTECTION);
  await hands.update(PersistentVolumeClaim, { ...claim, metadata: { ...claim.metadata, finalizers } });
}
