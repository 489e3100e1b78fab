import type { AdmissionPlugin } from '../operations/index.ts';

const FINALIZERS: Readonly<Record<string, string>> = {
  persistentvolumes: 'kubernetes.io/pv-protection',
  persistentvolumeclaims: 'kubernetes.io/pvc-protection',
  'volumeattributesclasses.storage.k8s.io': 'kubernetes.io/vac-protection',
};

/** K-153: storage that is in use stays until it is not. */
export const storageObjectInUseProtection: AdmissionPlugin = {
  name: 'StorageObjectInUseProtection',
  mutate({ operation, target, object }) {
    const finalizer = FINALIZERS[target.resource.collection];
    if (operation !== 'CREATE' || finalizer === undefined || target.resource.custom) return object;
    const { finalizers = [] } = object.metadata;
    if (finalizers.includes(finalizer)) return object;
    return { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, finalizer] } };
  },
};
