import { type ObjectRef } from '@slipway/apimachinery/references';
import type { LiveReader, Writer } from '../client/index.ts';
import type { AnyKind, AnyObject, ManagedFieldsEntry, ObjectOf } from '../kinds/index.ts';
import type { FieldSet } from './owned-part.ts';

/** managedFields after `from` has become `to`; the same array when `from` owns nothing. */
export function renameManager(
  entries: readonly ManagedFieldsEntry[],
  from: string,
  to: string,
): readonly ManagedFieldsEntry[] {
  const isFrom = (entry: ManagedFieldsEntry): boolean => entry.manager === from && entry.operation === 'Apply';
  if (!entries.some(isFrom)) return entries;
  const sameSlot = (a: ManagedFieldsEntry, b: ManagedFieldsEntry): boolean =>
    a.operation === 'Apply' && a.subresource === b.subresource;

  return entries
    .filter((entry) => !(entry.manager === to && entries.some((old) => isFrom(old) && sameSlot(entry, old))))
    .map((entry) => {
      if (!isFrom(entry)) return entry;
      const present = entries.find((other) => other.manager === to && sameSlot(other, entry));
      const fieldsV1 = union((entry.fieldsV1 ?? {}) as FieldSet, (present?.fieldsV1 ?? {}) as FieldSet);
      return { ...entry, manager: to, fieldsV1 };
    });
}

function union(a: FieldSet, b: FieldSet): Record<string, FieldSet> {
  const merged: Record<string, FieldSet> = { ...a };
  for (const [path, fields] of Object.entries(b)) merged[path] = union(merged[path] ?? {}, fields);
  return merged;
}

/**
 * Hands the fields that `from` applied over to `to` in one guarded write. Without it the
 * fields of the old name would stay owned for ever, and what the new one leaves out would not go.
 * Returns the object, or undefined when it does not exist. `KUBE_CONFLICT` when it changed
 * between read and write: call again.
 */
export async function migrateManager<K extends AnyKind>(
  { live, writer }: { readonly live: LiveReader; readonly writer: Writer },
  kind: K,
  ref: ObjectRef,
  names: { readonly from: string; readonly to: string },
): Promise<ObjectOf<K> | undefined> {
  const object = await live.get(kind, ref);
  if (!object) return undefined;
  const { managedFields = [], resourceVersion } = (object as AnyObject).metadata ?? {};
  const renamed = renameManager(managedFields, names.from, names.to);
  if (renamed === managedFields) return object;
  return writer.patch(kind, ref, {
    json: [
      { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
      { op: 'replace', path: '/metadata/managedFields', value: renamed },
    ],
  });
}
