import type { Ref } from '@gati-framework/contracts/deployment';
import { type AnyObject, appliedFields, type FieldSet } from '@slipway/kube';
import { SetRecords } from '../kubernetes/index.ts';
import { markOf, setIdOf } from '../marks/index.ts';
import { find, type LettingGo, letGo } from './letting-go.ts';

/**
 * Has the kubernetes target forget an owner: fields that it owned by apply, references by which the garbage collector
 * would take objects along with records, and at last its own record.
 */
export async function forgetSet(parts: LettingGo, owner: Ref, manager: string): Promise<void> {
  const records = new SetRecords(parts.cluster, manager);
  const stored = await records.read(owner);
  if (!stored) return;
  const setId = setIdOf(owner);
  const isHeld = (object: AnyObject): boolean => markOf(object) === setId;
  for (const ref of stored.record.resources.toReversed()) {
    const held = await find(parts, ref);
    if (!held || !isHeld(held.object)) continue;
    await letGo(parts, held, isHeld, (object) => ({
      owners: ownersIn(appliedFields(object, manager, undefined)),
      isFormer: (entry) => entry.manager === manager && entry.operation === 'Apply' && !entry.subresource,
    }));
  }
  await records.remove(stored);
}

/** Uids of the references among the fields: `k:{"uid":"…"}` names each. */
function ownersIn(fields: FieldSet | undefined): string[] {
  const references = fields?.['f:metadata']?.['f:ownerReferences'] ?? {};
  return Object.keys(references)
    .filter((key) => key.startsWith('k:'))
    .map((key) => (JSON.parse(key.slice(2)) as { uid: string }).uid);
}
