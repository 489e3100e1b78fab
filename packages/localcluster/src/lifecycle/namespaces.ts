import { fieldAt, type KubeObject } from '../objects/index.ts';
import { type Kernel, removeObject, type Target, updateObject } from '../operations/index.ts';
import { keyOf } from '../store/index.ts';

/**
 * Ends namespaces in deletion: their objects are deleted, and once none is left the namespace goes.
 * Objects that finalizers hold keep it; each object that goes is a reason to look again.
 */
export function startNamespaceTermination(kernel: Kernel, later: (task: () => void) => void): () => void {
  const ending = new Set<string>();
  const due = new Set<string>();

  const lookLater = (namespace: string): void => {
    if (due.has(namespace)) return;
    due.add(namespace);
    later(() => {
      due.delete(namespace);
      look(kernel, namespace);
    });
  };

  return kernel.store.subscribe('*', ({ key, current }, collection) => {
    const separator = key.indexOf('/');
    if (collection === 'namespaces') {
      const name = key.slice(separator + 1);
      if (!current) ending.delete(name);
      else if (current.object.metadata.deletionTimestamp !== undefined) {
        ending.add(name);
        lookLater(name);
      }
    } else if (!current && ending.has(key.slice(0, separator))) lookLater(key.slice(0, separator));
  });
}

function look(kernel: Kernel, namespace: string): void {
  const { store, registry } = kernel;
  if (!store.get('namespaces', keyOf(undefined, namespace))) return;
  let left = 0;
  for (const resource of registry.resources()) {
    const served = resource.versions[0];
    if (!resource.namespaced || !served) continue;
    for (const { object } of store.list(resource.collection, namespace)) {
      const { name, deletionTimestamp } = object.metadata;
      const gone =
        deletionTimestamp === undefined &&
        removeObject(kernel, { resource, served, namespace, name }, { propagationPolicy: 'Background' }).gone;
      if (!gone) left++;
    }
  }
  if (left === 0) release(kernel, namespace);
}

function release(kernel: Kernel, name: string): void {
  const resource = kernel.registry.named('namespaces');
  const served = resource?.versions[0];
  if (!resource || !served) return;
  const target: Target = { resource, served, name, subresource: 'finalize' };
  updateObject(kernel, target, withoutServerFinalizer);
}

function withoutServerFinalizer(namespace: KubeObject): KubeObject {
  const finalizers = fieldAt(namespace, ['spec', 'finalizers']);
  const others = Array.isArray(finalizers) ? finalizers.filter((finalizer) => finalizer !== 'kubernetes') : [];
  return { ...namespace, spec: others.length > 0 ? { finalizers: others } : {} };
}
