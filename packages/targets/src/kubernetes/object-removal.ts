import type { Ref } from '@gati-framework/contracts/deployment';
import { type AnyKind, type Client, isKubeError } from '@slipway/kube';

/**
 * Deletes one incarnation of an object: the one with `uid`, else the one that is there now.
 * Another object of the same name is left alone; what is gone is gone.
 */
export async function removeObject(
  client: Client,
  kind: AnyKind,
  { namespace, name }: Pick<Ref, 'namespace' | 'name'>,
  uid: string | undefined,
): Promise<void> {
  const ref = { namespace: namespace || undefined, name };
  const wanted = uid ?? (await client.live.get(kind, ref))?.metadata?.uid;
  if (wanted === undefined) return;
  try {
    await client.delete(kind, ref, { uid: wanted });
  } catch (error) {
    if (!isKubeError(error, 'KUBE_CONFLICT')) throw error;
    const there = await client.live.get(kind, ref);
    // The uid differs: the one that was meant went by itself.
    if (there?.metadata?.uid === wanted) throw error;
  }
}
