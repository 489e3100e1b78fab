import { withSpec } from '../admitted/index.ts';
import { fieldAt, type KubeObject } from '../objects/index.ts';
import type { AdmissionPlugin, Kernel } from '../operations/index.ts';
import type { Store } from '../store/index.ts';

const STORAGE_MARKS = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];
const INGRESS_MARKS = ['ingressclass.kubernetes.io/is-default-class'];

/** A claim that names no class gets the one that is marked as default. An empty name is a name. */
export function defaultStorageClass({ store }: Pick<Kernel, 'store'>): AdmissionPlugin {
  return {
    name: 'DefaultStorageClass',
    mutate({ operation, target, object }) {
      if (operation !== 'CREATE' || target.resource.collection !== 'persistentvolumeclaims') return object;
      if (names(object, 'storageClassName', 'volume.beta.kubernetes.io/storage-class')) return object;
      return withClass(object, 'storageClassName', newestMarked(store, 'storageclasses.storage.k8s.io', STORAGE_MARKS));
    },
  };
}

export function defaultIngressClass({ store }: Pick<Kernel, 'store'>): AdmissionPlugin {
  return {
    name: 'DefaultIngressClass',
    mutate({ operation, target, object }) {
      if (operation !== 'CREATE' || target.resource.collection !== 'ingresses.networking.k8s.io') return object;
      if (names(object, 'ingressClassName', 'kubernetes.io/ingress.class')) return object;
      const name = newestMarked(store, 'ingressclasses.networking.k8s.io', INGRESS_MARKS);
      return withClass(object, 'ingressClassName', name);
    },
  };
}

function names(object: KubeObject, field: string, annotation: string): boolean {
  const given = fieldAt(object, ['spec', field]);
  return (given !== undefined && given !== null) || object.metadata.annotations?.[annotation] !== undefined;
}

function withClass(object: KubeObject, field: string, name: string | undefined): KubeObject {
  return name === undefined ? object : withSpec(object, { [field]: name });
}

/** Of several defaults the newest counts; among those of one second, the first by name. */
function newestMarked(store: Store, collection: string, marks: readonly string[]): string | undefined {
  let newest: KubeObject | undefined;
  // In order of names, so that only a newer one replaces what was found.
  for (const { object } of store.list(collection)) {
    if (!marks.some((mark) => object.metadata.annotations?.[mark] === 'true')) continue;
    if ((object.metadata.creationTimestamp ?? '') > (newest?.metadata.creationTimestamp ?? '')) newest = object;
  }
  return newest?.metadata.name;
}
