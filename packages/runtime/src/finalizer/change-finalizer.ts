import { type AnyKind, type AnyObject, type Client, type DeepReadonly, isKubeError, KubeError } from '@slipway/kube';
import { isNotFoundOf, type JsonPatchOperation, refOf } from '@slipway/kube/client';

/** How the object whose finalizers change is reached. */
export interface FinalizerAccess {
  /** Sends a JSON Patch; `KUBE_CONFLICT` where a test of it failed. */
  patch(operations: readonly JsonPatchOperation[]): Promise<unknown>;
  /** Reads the object from the server, not from a cache. */
  read(): Promise<DeepReadonly<AnyObject> | undefined>;
}

/** More rivals at once than this is something else than a race. */
const MOST_TRIES = 8;

/**
 * Adds or removes a finalizer by a guarded patch. When the object changed under it (`KUBE_CONFLICT`) it is
 * read again and the patch made anew; when it is gone there is nothing to do.
 */
export async function changeFinalizer(
  access: FinalizerAccess,
  object: DeepReadonly<AnyObject>,
  patchFor: (object: DeepReadonly<AnyObject>) => readonly JsonPatchOperation[] | undefined,
): Promise<void> {
  const ref = refOf(object);
  let current: DeepReadonly<AnyObject> | undefined = object;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    // Another object of the same name is another's business.
    if (!current || current.metadata?.uid !== object.metadata?.uid) return;
    const patch = patchFor(current);
    if (!patch) return;
    try {
      await access.patch(patch);
      return;
    } catch (error) {
      if (isNotFoundOf(error, ref)) return;
      if (!isKubeError(error, 'KUBE_CONFLICT')) throw error;
    }
    current = await access.read();
  }
  throw new KubeError('KUBE_CONFLICT', `The finalizers of ${ref.name} changed at every try; try again.`);
}

/** An object of the cluster, reached by a client. */
export function finalizerAccess(
  client: Client,
  kind: AnyKind,
  object: DeepReadonly<AnyObject>,
  signal: AbortSignal,
): FinalizerAccess {
  const ref = refOf(object);
  return {
    patch: (json) => client.patch(kind, ref, { json }, { signal }),
    read: () => client.live.get(kind, ref, { signal }),
  };
}
