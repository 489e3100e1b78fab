import { PersistentVolumeClaim, Pod } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { claimNameOf } from '../../volumes/index.ts';
import { actor, refusalText } from '../effects/index.ts';
import type { Environment } from '../environment.ts';
import type { Written } from '../objects/index.ts';
import { controllerReference, isControlledBy } from '../ownership/index.ts';
import { isEnding } from '../pods/index.ts';

export function ephemeralVolumeController(environment: Environment): void {
  environment.manager
    .controller(Pod)
    .named('ephemeral_volume')
    .for(environment.scope)
    .owns(PersistentVolumeClaim, environment.scope)
    .reconcile((context) => reconcile(environment, context));
}

async function reconcile(environment: Environment, context: ReconcileContext<typeof Pod>): Promise<void> {
  const { object: pod, cache } = context;
  if (!pod || isEnding(pod)) return;
  const hands = actor(environment, 'ephemeral_volume', Pod, context);
  const { namespace } = pod.metadata;
  for (const volume of pod.spec?.volumes ?? []) {
    const template = volume.ephemeral?.volumeClaimTemplate;
    const name = claimNameOf(pod, volume) ?? '';
    if (!template) continue;
    const found = cache(PersistentVolumeClaim).get({ namespace, name });
    if (found && isControlledBy(found, pod)) continue;
    try {
      if (found) throw new Error(`PVC "${namespace}/${name}" was not created for the pod, it is not safe to use it`);
      const ownerReferences = [controllerReference(Pod, pod)];
      const metadata = { ...template.metadata, namespace, name, ownerReferences };
      await hands.create(PersistentVolumeClaim, { metadata, spec: template.spec } as Written<
        typeof PersistentVolumeClaim
      >);
    } catch (error) {
      const note = `ephemeral volume ${volume.name}: ${refusalText(error)}`;
      hands.event(pod, 'FailedToCreate', note, 'Warning');
      throw error;
    }
  }
}
