import {
  type AnyKind,
  type AnyObject,
  type Client,
  type DeepReadonly,
  isKubeError,
  type JsonPatchOperation,
  KubeError,
  refOf,
  saysAbsent,
} from '@slipway/kube';

/** More rivals at once than this is something else than a race. */
const MOST_TRIES = 8;

/**
 * Adds or removes a finalizer by a guarded patch. When the object changed under it (`KUBE_CONFLICT`) it is
 * read again and the patch made anew; when it is gone there is nothing to do.
 */
export async function changeFinalizer(
  client: Client,
  kind: AnyKind,
  object: DeepReadonly<AnyObject>,
  patchFor: (object: DeepReadonly<AnyObject>) => readonly JsonPatchOperation[] | undefined,
  signal: AbortSignal,
): Promise<void> {
  const ref = refOf(object as AnyObject);
  let current: DeepReadonly<AnyObject> | undefined = object;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    // Another object of the same name is another's business.
    if (!current || current.metadata?.uid !== object.metadata?.uid) return;
    const patch = patchFor(current);
    if (!patch) return;
    try {
      await client.patch(kind, ref, { json: patch }, { signal });
      return;
    } catch (error) {
      if (saysAbsent(error, ref)) return;
      if (!isKubeError(error, 'KUBE_CONFLICT')) throw error;
    }
    current = await client.live.get(kind, ref, { signal });
  }
  throw new KubeError('KUBE_CONFLICT', `The finalizers of ${kind.kind} ${ref.name} changed at every try; try again.`);
}
