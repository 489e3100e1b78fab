import { compareQuantities } from '@slipway/apimachinery/quantity';
import { refusal } from '../../admitted/index.ts';
import { fieldAt, type KubeObject, textAt } from '../../objects/index.ts';
import type { AdmissionPlugin, Kernel } from '../../operations/index.ts';
import { keyOf, type Store } from '../../store/index.ts';

/** A claim grows only once it is bound, and only where its class allows it. */
export function persistentVolumeClaimResize({ store }: Pick<Kernel, 'store'>): AdmissionPlugin {
  return {
    name: 'PersistentVolumeClaimResize',
    validate(attributes) {
      const { operation, target, object, old } = attributes;
      if (operation !== 'UPDATE' || target.resource.collection !== 'persistentvolumeclaims') return;
      if (target.subresource !== undefined || !object || !old) return;
      if (compareQuantities(requested(object), requested(old)) <= 0) return;
      if (textAt(old, 'status', 'phase') !== 'Bound') {
        throw refusal(attributes, 'Only bound persistent volume claims can be expanded');
      }
      if (isExpandable(store, object, old)) return;
      throw refusal(
        attributes,
        'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
      );
    },
  };
}

function requested(claim: KubeObject): string {
  return textAt(claim, 'spec', 'resources', 'requests', 'storage') || '0';
}

function classOf(claim: KubeObject): string {
  return (
    claim.metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? textAt(claim, 'spec', 'storageClassName')
  );
}

function isExpandable(store: Store, claim: KubeObject, old: KubeObject): boolean {
  const name = classOf(claim);
  if (name === '' || name !== classOf(old)) return false;
  const entry = store.get('storageclasses.storage.k8s.io', keyOf(undefined, name));
  return fieldAt(entry?.object, ['allowVolumeExpansion']) === true;
}
