import type { KubeObject } from '../objects/index.ts';
import { badRequest, conflict, notFound } from '../status/index.ts';
import { type Entry, keyOf } from '../store/index.ts';
import { createObject } from './create.ts';
import type { Kernel, Target, WriteOptions } from './kernel.ts';
import { updateObject } from './update.ts';

/**
 * Server-side apply: changes the stored object, or creates it where there is none. `change` makes
 * the object with its owners from the newest state.
 */
export function applyObject(
  kernel: Kernel,
  target: Target,
  change: (old?: KubeObject) => KubeObject,
  options: WriteOptions,
): { readonly entry: Entry; readonly isNew: boolean } {
  const { resource, namespace, name = '', subresource } = target;
  const applied = { ...options, isApplied: true };
  if (kernel.store.get(resource.collection, keyOf(namespace, name))) {
    return { entry: updateObject(kernel, target, change, applied), isNew: false };
  }
  if (subresource !== undefined) throw notFound(resource, name);
  const { metadata, ...object } = change();
  // Without an object there is nothing that a version could be of.
  const { resourceVersion: _ignored, uid, ...rest } = metadata;
  if (uid !== undefined) {
    const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
    throw conflict(resource, name, why);
  }
  if (rest.name !== undefined && rest.name !== name) {
    throw badRequest(`the name of the object (${rest.name}) does not match the name on the URL (${name})`);
  }
  return { entry: createObject(kernel, target, { ...object, metadata: { ...rest, name } }, applied), isNew: true };
}
