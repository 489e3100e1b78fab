import { goQuote } from './go-text.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

// The metadata of an object, read field by field as Go reads it into ObjectMeta.

/** Reads one field; undefined drops it, as Go drops an empty one. `at` is where it stands, `unknown` what was not read. */
type Reader = (value: JsonValue, at: Spot) => JsonValue | undefined;

interface Spot {
  /** Below the metadata: `ownerReferences[0].name`. */
  readonly path: string;
  readonly unknown: string[];
}

/** Thrown where a field has a type that ObjectMeta cannot hold; the text is Go's. */
export class Unreadable extends Error {}

function mismatch(value: JsonValue, goType: string, path: string): Unreadable {
  const found = Array.isArray(value)
    ? 'array'
    : typeof value === 'boolean'
      ? 'bool'
      : typeof value === 'bigint'
        ? 'number'
        : typeof value;
  const where = path === '' ? 'Go value' : `Go struct field ObjectMeta.${path.replaceAll(/\[\d+\]/g, '')}`;
  return new Unreadable(`json: cannot unmarshal ${found} into ${where} of type ${goType}`);
}

function typed(goType: string, isValid: (value: JsonValue) => boolean, isEmpty: (value: JsonValue) => boolean): Reader {
  return (value, { path }) => {
    if (value === null) return undefined;
    if (!isValid(value)) throw mismatch(value, goType, path);
    return isEmpty(value) ? undefined : value;
  };
}

const never = () => false;
const isText = (value: JsonValue) => typeof value === 'string';
const isInteger = (value: JsonValue) => typeof value === 'bigint' || Number.isInteger(value);
const text = typed('string', isText, (value) => value === '');
const anyText = typed('string', isText, never);
const flag = typed('bool', (value) => typeof value === 'boolean', never);
const count = typed('int64', isInteger, (value) => value === 0);
const anyCount = typed('int64', isInteger, never);
const raw: Reader = (value) => (value === null ? undefined : value);

const time: Reader = (value, at) => {
  const given = anyText(value, at);
  if (typeof given === 'string' && Number.isNaN(Date.parse(given))) {
    const shown = goQuote(given);
    throw new Unreadable(`parsing time ${shown} as "2006-01-02T15:04:05Z07:00": cannot parse ${shown} as "2006"`);
  }
  return given;
};

const texts: Reader = (value, at) => {
  if (value === null) return undefined;
  if (!Array.isArray(value)) throw mismatch(value, '[]string', at.path);
  return value.length === 0 ? undefined : value.map((item) => anyText(item, at) ?? '');
};

const textMap: Reader = (value, at) => {
  if (value === null) return undefined;
  if (!isJsonObject(value)) throw mismatch(value, 'map[string]string', at.path);
  const entries = Object.entries(value).map(([key, entry]) => [key, anyText(entry, at) ?? ''] as const);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
};

/** `always`: fields that Go writes even if they are empty. */
function list(goType: string, fields: ReadonlyMap<string, Reader>, always: readonly string[]): Reader {
  return (value, { path, unknown }) => {
    if (value === null) return undefined;
    if (!Array.isArray(value)) throw mismatch(value, `[]v1.${goType}`, path);
    if (value.length === 0) return undefined;
    return value.map((item, index) => {
      const spot = { path: `${path}[${index}]`, unknown };
      const entry = item === null ? {} : readFields(item, `v1.${goType}`, fields, spot);
      for (const key of always) entry[key] ??= '';
      return entry;
    });
  };
}

const OWNER_REFERENCE = new Map<string, Reader>([
  ['apiVersion', anyText],
  ['kind', anyText],
  ['name', anyText],
  ['uid', anyText],
  ['controller', flag],
  ['blockOwnerDeletion', flag],
]);

const MANAGED_FIELDS = new Map<string, Reader>([
  ['manager', text],
  ['operation', text],
  ['apiVersion', text],
  ['time', time],
  ['fieldsType', text],
  ['fieldsV1', raw],
  ['subresource', text],
]);

const OBJECT_META = new Map<string, Reader>([
  ['name', text],
  ['generateName', text],
  ['namespace', text],
  ['selfLink', text],
  ['uid', text],
  ['resourceVersion', text],
  ['generation', count],
  ['creationTimestamp', time],
  ['deletionTimestamp', time],
  ['deletionGracePeriodSeconds', anyCount],
  ['labels', textMap],
  ['annotations', textMap],
  ['ownerReferences', list('OwnerReference', OWNER_REFERENCE, ['apiVersion', 'kind', 'name', 'uid'])],
  ['finalizers', texts],
  ['managedFields', list('ManagedFieldsEntry', MANAGED_FIELDS, [])],
]);

function readFields(
  value: JsonValue,
  goType: string,
  fields: ReadonlyMap<string, Reader>,
  { path, unknown }: Spot,
): JsonObject {
  if (!isJsonObject(value)) throw mismatch(value, goType, path);
  const read: JsonObject = {};
  for (const [key, entry] of Object.entries(value)) {
    const spot = { path: path === '' ? key : `${path}.${key}`, unknown };
    const reader = fields.get(key);
    const kept = reader?.(entry, spot);
    if (reader === undefined) unknown.push(spot.path);
    else if (kept !== undefined) read[key] = kept;
  }
  return read;
}

/** What ObjectMeta keeps of a value; paths of what it does not know go into `unknown`. Throws Unreadable. */
export function readMetadata(metadata: JsonValue, unknown: string[]): JsonObject {
  return metadata === null ? {} : readFields(metadata, 'v1.ObjectMeta', OBJECT_META, { path: '', unknown });
}
