import { fieldAt } from '../objects/index.ts';
import { type Kernel, updateObject } from '../operations/index.ts';
import { keyOf } from '../store/index.ts';

const CLASSES = 'volumeattributesclasses.storage.k8s.io';
const PROTECTION = 'kubernetes.io/vac-protection';
const USERS = ['persistentvolumeclaims', 'persistentvolumes'];

/** Lets a VolumeAttributesClass go that is deleted and that no claim or volume names any more. */
export function startClassProtection(kernel: Kernel, later: (task: () => void) => void): () => void {
  const { store, registry } = kernel;
  const isUsed = (name: string): boolean =>
    USERS.some((collection) =>
      store.list(collection).some(({ object }) =>
        [
          ['spec', 'volumeAttributesClassName'],
          ['status', 'currentVolumeAttributesClassName'],
        ].some((path) => fieldAt(object, path) === name),
      ),
    );
  const look = (): void => {
    const resource = registry.named(CLASSES);
    const served = resource?.versions[0];
    if (!resource || !served) return;
    for (const { object } of store.list(CLASSES)) {
      const { name = '', deletionTimestamp, finalizers = [] } = object.metadata;
      if (deletionTimestamp === undefined || !finalizers.includes(PROTECTION) || isUsed(name)) continue;
      if (!store.get(CLASSES, keyOf(undefined, name))) continue;
      updateObject(kernel, { resource, served, name }, (old) => ({
        ...old,
        metadata: { ...old.metadata, finalizers: finalizers.filter((finalizer) => finalizer !== PROTECTION) },
      }));
    }
  };
  return store.subscribe('*', ({ current }, collection) => {
    const isReleased = USERS.includes(collection) && store.count(CLASSES) > 0;
    if ((collection === CLASSES && current) || isReleased) later(look);
  });
}
