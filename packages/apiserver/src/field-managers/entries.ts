import { compareEntries, type Fields, identityOf, isEmpty, LEAF, type ManagedEntry, sorted } from '../apply/index.ts';
import { isEqual, isJsonObject, type JsonObject, type ObjectMeta } from '../objects/index.ts';

type Wire = ObjectMeta['managedFields'];

/** The entries of an object; undefined when one of them makes no sense. */
export function decodeEntries(wire: Wire): readonly ManagedEntry[] | undefined {
  const entries = new Map<string, ManagedEntry>();
  for (const one of wire ?? []) {
    const entry = decodeEntry(one);
    if (!entry) return undefined;
    entries.set(identityOf(entry), entry);
  }
  return [...entries.values()];
}

const text = (value: unknown): value is string => typeof value === 'string' && value !== '';

function decodeEntry(wire: JsonObject): ManagedEntry | undefined {
  const { manager, operation, apiVersion, time, fieldsType, fieldsV1, subresource } = wire;
  if ((operation !== 'Apply' && operation !== 'Update') || !text(apiVersion) || fieldsType !== 'FieldsV1')
    return undefined;
  return {
    manager: text(manager) ? manager : '',
    operation,
    apiVersion,
    ...(text(time) && { time }),
    fieldsType,
    // The wire form is the working form; what is not an object under an element cannot be a set.
    fieldsV1: isFields(fieldsV1) ? fieldsV1 : LEAF,
    ...(text(subresource) && { subresource }),
  };
}

function isFields(value: unknown): value is Fields {
  return isJsonObject(value) && Object.values(value).every(isFields);
}

/** K-61: an empty list and a list with one empty entry ask to forget all owners. */
export function isReset(wire: Wire): boolean {
  return wire !== undefined && (wire.length === 0 || (wire.length === 1 && isEmpty(wire[0] as Fields)));
}

/** The entries as an object carries them; undefined when there are none. */
export function encodeEntries(entries: readonly ManagedEntry[], known: readonly ManagedEntry[]): Wire {
  if (entries.length === 0) return undefined;
  const same = new Set(known.map(({ fieldsV1 }) => fieldsV1));
  return entries
    .map((entry) => (same.has(entry.fieldsV1) ? entry : { ...entry, fieldsV1: sorted(entry.fieldsV1) }))
    .sort(compareEntries) as unknown as Wire;
}

/** Whether two lists of entries differ in nothing but times. */
export function isSameBesidesTimes(a: Wire, b: Wire): boolean {
  const untimed = (wire: Wire) => wire?.map(({ time: _time, ...entry }) => entry);
  return isEqual(untimed(a), untimed(b));
}
