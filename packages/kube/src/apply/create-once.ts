import { refOf } from '@slipway/apimachinery/references';
import { describeObject, type LiveReader, type WriteOptions, type Writer } from '../client/index.ts';
import { isKubeError, KubeError } from '../errors.ts';
import type { AnyKind, ObjectOf, Stored } from '../kinds/index.ts';

/**
 * Creates an object whose content is generated (a password, a suffix), or returns the one that is
 * there. The first writer wins, so a crash between generating and writing, and a second
 * leader, both end with one value. The name must be given: a generated name would never collide.
 */
export async function createOnce<K extends AnyKind>(
  { live, writer }: { readonly live: LiveReader; readonly writer: Writer },
  kind: K,
  object: ObjectOf<K>,
  options: WriteOptions = {},
): Promise<Stored<ObjectOf<K>>> {
  const ref = refOf(object);
  try {
    return await writer.create(kind, object, options);
  } catch (error) {
    if (!isKubeError(error, 'KUBE_CONFLICT') || error.body?.reason !== 'AlreadyExists') throw error;
    const existing = await live.get(kind, ref, options);
    if (existing) return existing;
    throw new KubeError('KUBE_CONFLICT', `${describeObject(kind, ref)} existed and was deleted meanwhile; try again`, {
      cause: error,
    });
  }
}
