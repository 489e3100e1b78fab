import type { KubeObject } from '../objects/index.ts';
import { badRequest, conflict, notFound } from '../status/index.ts';
import { type Entry, keyOf } from '../store/index.ts';
import type { Admission } from './admission.ts';
import { tryCreate } from './create.ts';
import type { Kernel, Target, WriteOptions } from './kernel.ts';
import { requestUpdate } from './update.ts';

/**
 * Server-side apply: changes the stored object, or creates it where there is none. `change` makes
 * the object with its owners from the newest state.
 */
export async function requestApply(
  kernel: Kernel,
  admission: Admission,
  target: Target,
  change: (old?: KubeObject) => KubeObject,
  options: WriteOptions,
): Promise<{ readonly entry: Entry; readonly isNew: boolean }> {
  const { resource, namespace, name = '', subresource } = target;
  const applied = { ...options, isApplied: true };
  const exists = (): boolean => kernel.store.get(resource.collection, keyOf(namespace, name)) !== undefined;
  if (!exists()) {
    if (subresource !== undefined) throw notFound(resource, name);
    const entry = await tryCreate(kernel, admission, target, fresh(target, change()), applied);
    if (entry) return { entry, isNew: true };
    // Another write came first: there is an object to change now.
  }
  return { entry: await requestUpdate(kernel, admission, target, change, applied), isNew: false };
}

/** The object as it can be created. */
function fresh({ resource, name = '' }: Target, { metadata, ...object }: KubeObject): KubeObject {
  // Without an object there is nothing that a version could be of.
  const { resourceVersion: _ignored, uid, ...rest } = metadata;
  if (uid !== undefined) {
    const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
    throw conflict(resource, name, why);
  }
  if (rest.name !== undefined && rest.name !== name) {
    throw badRequest(`the name of the object (${rest.name}) does not match the name on the URL (${name})`);
  }
  return { ...object, metadata: { ...rest, name } };
}
