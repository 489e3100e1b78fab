import { timestamp } from '@slipway/apimachinery/clock';
import { fieldAt, type KubeObject } from '../objects/index.ts';
import { type Kernel, removeObject, type Target, updateObject } from '../operations/index.ts';
import type { Resource } from '../resources/index.ts';
import { keyOf } from '../store/index.ts';
import { type Remaining, terminatingConditions, withConditions } from './namespace-conditions.ts';

/**
 * Ends namespaces in deletion: their pods are deleted, then all other objects, and once none is left the
 * namespace goes. Objects that finalizers hold keep it; each object that goes is a reason to look again.
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
  // Pods first: until the last of them is gone, nothing that they may need is taken away.
  const pods = registry.named('pods');
  if (pods && removeAll(kernel, pods, namespace).length > 0) return tell(kernel, namespace, NOTHING_SEEN);
  const resources = new Map<string, number>();
  const finalizers = new Map<string, number>();
  for (const resource of registry.resources()) {
    if (!resource.namespaced) continue;
    const left = removeAll(kernel, resource, namespace);
    if (left.length > 0) resources.set(`${resource.plural}.${resource.group}`, left.length);
    for (const { metadata } of left) {
      for (const finalizer of metadata.finalizers ?? [])
        finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
    }
  }
  tell(kernel, namespace, { resources, finalizers });
  if (resources.size === 0) release(kernel, namespace);
}

/** What a real controller reports while it waits for pods: it has not looked at anything else yet. */
const NOTHING_SEEN: Remaining = { resources: new Map(), finalizers: new Map() };

/** Deletes the objects of a kind; what finalizers or grace periods hold is left. */
function removeAll(kernel: Kernel, resource: Resource, namespace: string): KubeObject[] {
  const served = resource.versions[0];
  if (!served) return [];
  return kernel.store.list(resource.collection, namespace).flatMap(({ key, object }) => {
    const { name, deletionTimestamp } = object.metadata;
    if (deletionTimestamp === undefined) {
      removeObject(kernel, { resource, served, namespace, name }, { propagationPolicy: 'Background' });
    }
    const left = kernel.store.get(resource.collection, key)?.object;
    return left ? [left] : [];
  });
}

/** Writes the conditions where they are not what they were. */
function tell(kernel: Kernel, name: string, remaining: Remaining): void {
  const resource = kernel.registry.named('namespaces');
  const served = resource?.versions[0];
  const held = kernel.store.get('namespaces', keyOf(undefined, name))?.object;
  if (!resource || !served || !held) return;
  const conditions = terminatingConditions(remaining);
  const now = timestamp(kernel.clock.wall());
  if (withConditions(held, conditions, now) === held) return;
  const target: Target = { resource, served, name, subresource: 'status' };
  updateObject(kernel, target, (old) => withConditions(old, conditions, now), { manager: 'kube-controller-manager' });
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
