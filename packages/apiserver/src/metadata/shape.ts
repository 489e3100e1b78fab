import { isJsonObject, type ObjectMeta } from '../objects/index.ts';
import { badRequest } from '../status/index.ts';

type Check = (value: unknown) => boolean;

const isString: Check = (value) => typeof value === 'string';
const isInteger: Check = (value) => Number.isSafeInteger(value);
const isStrings: Check = (value) => Array.isArray(value) && value.every(isString);
const isStringMap: Check = (value) => isJsonObject(value) && Object.values(value).every(isString);
const isObjects: Check = (value) => Array.isArray(value) && value.every(isJsonObject);
const isTime: Check = (value) => isString(value) && !Number.isNaN(Date.parse(value as string));

/** Every field that metadata can have, in the order in which the server writes them. */
const FIELDS: readonly (readonly [keyof ObjectMeta, Check, string])[] = [
  ['name', isString, 'string'],
  ['generateName', isString, 'string'],
  ['namespace', isString, 'string'],
  ['uid', isString, 'string'],
  ['resourceVersion', isString, 'string'],
  ['generation', isInteger, 'int64'],
  ['creationTimestamp', isTime, 'v1.Time'],
  ['deletionTimestamp', isTime, 'v1.Time'],
  ['deletionGracePeriodSeconds', isInteger, 'int64'],
  ['labels', isStringMap, 'map[string]string'],
  ['annotations', isStringMap, 'map[string]string'],
  ['ownerReferences', isObjects, '[]v1.OwnerReference'],
  ['finalizers', isStrings, '[]string'],
  ['managedFields', isObjects, '[]v1.ManagedFieldsEntry'],
];

/**
 * Metadata from a request as the server's own type would hold it: fields it does not know are gone,
 * empty ones are left out, wrong types are a 400 whose message starts with `subject`. Values are
 * shared with the input.
 */
export function shapeMetadata(input: unknown, subject: string): ObjectMeta {
  if (input === undefined || input === null) return {};
  if (!isJsonObject(input)) throw badShape(subject, 'metadata', 'v1.ObjectMeta', input);
  const fields: [string, unknown][] = [];
  for (const [field, check, type] of FIELDS) {
    if (!Object.hasOwn(input, field)) continue;
    const value = input[field];
    if (value === undefined || value === null || value === '' || isEmpty(field, value)) continue;
    // A generation of nothing is none; a grace of nothing is one.
    if (value === 0 && field !== 'deletionGracePeriodSeconds') continue;
    const kept = field === 'labels' || field === 'annotations' ? withoutNullValues(value) : value;
    if (!check(kept)) throw badShape(subject, `metadata.${field}`, type, kept);
    fields.push([field, kept]);
  }
  return Object.fromEntries(fields);
}

/** Empty managedFields are a wish (K-61), other empty fields are absent ones. */
function isEmpty(field: string, value: unknown): boolean {
  return field !== 'managedFields' && typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** A null among strings becomes the empty string, as it does in Go. */
function withoutNullValues(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const values = Object.entries(value);
  if (values.every(([, item]) => item !== null)) return value;
  return Object.fromEntries(values.map(([key, item]) => [key, item ?? '']));
}

function badShape(subject: string, field: string, type: string, value: unknown): Error {
  if (type === 'v1.Time' && typeof value === 'string') {
    const shown = JSON.stringify(value);
    return badRequest(
      `${subject}: parsing time ${shown} as "2006-01-02T15:04:05Z07:00": cannot parse ${shown} as "2006"`,
    );
  }
  // Of a map or a list it is the first wrong element that is complained about.
  const parts = typeof value === 'object' && value !== null && type !== 'v1.ObjectMeta' ? Object.values(value) : [];
  const wrong: unknown = parts.find((part) => typeof part !== 'string') ?? value;
  const owner = field === 'metadata' ? (subject.split(' ')[0] ?? '') : 'ObjectMeta';
  const wanted = parts.length > 0 ? type.replace(/^(map\[string\]|\[\])/, '') : type;
  return badRequest(
    `${subject}: json: cannot unmarshal ${goType(wrong)} into Go struct field ${owner}.${field} of type ${wanted}`,
  );
}

function goType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
