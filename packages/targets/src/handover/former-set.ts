import type { Ref } from '@gati-framework/contracts/deployment';
import type { AnyObject } from '@slipway/kube';
import { appliedFields, type FieldSet } from '@slipway/kube/apply';
import { markedObjects, SetRecords } from '../kubernetes/index.ts';
import { markOf, setIdOf } from '../marks/index.ts';
import { refKey } from '../resources/index.ts';
import { find, type LettingGo, letGo } from './letting-go.ts';

/**
 * Has the kubernetes target forget an owner: fields that it owned by apply, references by which the garbage collector
 * would take objects along with records, and at last its own record. Where the record was lost, what is wanted and what
 * bears the mark of the set is looked at in its place.
 */
export async function forgetSet(parts: LettingGo, owner: Ref, manager: string, wanted: readonly Ref[]): Promise<void> {
  const { cluster, kinds } = parts;
  const records = new SetRecords(cluster, manager);
  const stored = await records.read(owner);
  const lost = { cluster, owner, manager, watched: kinds.known, unwatched: [] };
  const resources = stored?.record.resources ?? unique([...wanted, ...(await markedObjects(lost))]);
  const setId = setIdOf(owner);
  const isHeld = (object: AnyObject): boolean => markOf(object) === setId;
  for (const ref of resources.toReversed()) {
    const held = await find(parts, ref);
    if (!held || !isHeld(held.object)) continue;
    // What another target has made by now is none of ours to remove.
    if (!stored && !appliedFields(held.object, manager, undefined)) continue;
    await letGo(parts, held, isHeld, (object) => ({
      owners: ownersIn(appliedFields(object, manager, undefined)),
      isFormer: (entry) => entry.manager === manager && entry.operation === 'Apply' && !entry.subresource,
    }));
  }
  if (stored) await records.remove(stored);
}

const unique = (refs: readonly Ref[]): Ref[] => [...new Map(refs.map((ref) => [refKey(ref), ref])).values()];

/** Uids of the references among the fields: `k:{"uid":"…"}` names each. */
function ownersIn(fields: FieldSet | undefined): string[] {
  const references = fields?.['f:metadata']?.['f:ownerReferences'] ?? {};
  return Object.keys(references)
    .filter((key) => key.startsWith('k:'))
    .map((key) => (JSON.parse(key.slice(2)) as { uid: string }).uid);
}
