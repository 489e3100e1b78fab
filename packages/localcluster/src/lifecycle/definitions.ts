import { CLEANUP_FINALIZER, ESTABLISHED_CONDITIONS, withConditions } from '../kinds/index.ts';
import { isEqual, type KubeObject } from '../objects/index.ts';
import { type Kernel, removeObject, timestamp, updateObject } from '../operations/index.ts';
import { customResource, type Resource } from '../resources/index.ts';
import { keyOf } from '../store/index.ts';
import type { WatchHub } from '../watch/index.ts';

const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';

/**
 * Keeps what is served equal to the CRDs: a new one is served at once and says so in its
 * conditions; one in deletion takes its objects with it, ends their watches and goes.
 */
export function startDefinitions(kernel: Kernel, hub: WatchHub, later: (task: () => void) => void): () => void {
  const ending = new Map<string, string>();

  return kernel.store.subscribe('*', ({ key, current, previous }, collection) => {
    if (collection !== DEFINITIONS) {
      const name = current ? undefined : ending.get(collection);
      if (name !== undefined) later(() => cleanUp(kernel, name));
      return;
    }
    const name = key.slice(1);
    if (!current) {
      const resource = customResource((previous as { object: KubeObject }).object);
      ending.delete(resource.collection);
      kernel.registry.remove(resource);
      later(() => hub.endAll(resource.collection));
      return;
    }
    const resource = customResource(current.object);
    if (current.object.metadata.deletionTimestamp === undefined) {
      if (!previous || !isEqual(previous.object['spec'], current.object['spec'])) kernel.registry.add(resource);
      later(() => establish(kernel, name));
    } else {
      ending.set(resource.collection, name);
      later(() => cleanUp(kernel, name));
    }
  });
}

function definitionTarget(kernel: Kernel, name: string, subresource?: string) {
  const resource = kernel.registry.named(DEFINITIONS) as Resource;
  return { resource, served: resource.versions[0] as Resource['versions'][number], name, subresource };
}

function establish(kernel: Kernel, name: string): void {
  const entry = kernel.store.get(DEFINITIONS, keyOf(undefined, name));
  if (!entry || entry.object.metadata.deletionTimestamp !== undefined) return;
  const now = timestamp(kernel.clock.wall());
  updateObject(kernel, definitionTarget(kernel, name, 'status'), (old) =>
    withConditions(old, ESTABLISHED_CONDITIONS, now),
  );
}

function cleanUp(kernel: Kernel, name: string): void {
  const entry = kernel.store.get(DEFINITIONS, keyOf(undefined, name));
  if (!entry?.object.metadata.finalizers?.includes(CLEANUP_FINALIZER)) return;
  const resource = customResource(entry.object);
  const served = resource.versions[0];
  if (served) {
    for (const { object } of kernel.store.list(resource.collection)) {
      const { namespace, name: objectName, deletionTimestamp } = object.metadata;
      if (deletionTimestamp === undefined) removeObject(kernel, { resource, served, namespace, name: objectName });
    }
  }
  if (kernel.store.count(resource.collection) > 0) return;
  updateObject(kernel, definitionTarget(kernel, name), (old) => {
    const finalizers = old.metadata.finalizers?.filter((finalizer) => finalizer !== CLEANUP_FINALIZER) ?? [];
    return { ...old, metadata: { ...old.metadata, finalizers } };
  });
}
