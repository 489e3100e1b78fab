import { Buffer } from 'node:buffer';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import {
  dns1035Faults,
  dns1123LabelFaults,
  labelValueFaults,
  pathSegmentFaults,
  qualifiedNameFaults,
} from './names.ts';
import { invalid, type Problem, required, tooLong } from './problem.ts';

// An embedded resource: its apiVersion, kind and metadata are read as those of any object are.

type Reader = (value: JsonValue) => JsonValue | undefined;

/** Thrown where a field has a type that ObjectMeta cannot hold. */
class Unreadable extends Error {}

function typed(name: string, isValid: (value: JsonValue) => boolean, isEmpty: (value: JsonValue) => boolean): Reader {
  return (value) => {
    if (value === null) return undefined;
    if (!isValid(value)) throw new Unreadable(`${name}, not ${Array.isArray(value) ? 'array' : typeof value}`);
    return isEmpty(value) ? undefined : value;
  };
}

const text = typed(
  'string',
  (value) => typeof value === 'string',
  (value) => value === '',
);
const anyText = typed(
  'string',
  (value) => typeof value === 'string',
  () => false,
);
const flag = typed(
  'bool',
  (value) => typeof value === 'boolean',
  () => false,
);
const count = typed('int64', isInteger, (value) => value === 0);
const anyCount = typed('int64', isInteger, () => false);
const time = typed(
  'string',
  (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  () => false,
);
const raw: Reader = (value) => (value === null ? undefined : value);
const isAnyText = (value: JsonValue) => typeof value === 'string' || value === null;
const texts = typed(
  '[]string',
  (value) => Array.isArray(value) && value.every(isAnyText),
  (value) => (value as JsonValue[]).length === 0,
);
const textMap: Reader = (value) => {
  const map = typed(
    'map[string]string',
    (given) => isJsonObject(given) && Object.values(given).every(isAnyText),
    (given) => Object.keys(given as JsonObject).length === 0,
  )(value);
  return isJsonObject(map) ? Object.fromEntries(Object.entries(map).map(([key, entry]) => [key, entry ?? ''])) : map;
};

function isInteger(value: JsonValue): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

function list(fields: ReadonlyMap<string, Reader>, always: readonly string[]): Reader {
  return (value) => {
    if (value === null) return undefined;
    if (!Array.isArray(value)) throw new Unreadable('list');
    if (value.length === 0) return undefined;
    return value.map((item, index) => {
      const entry = item === null ? {} : readFields(item, fields, [], `[${index}]`);
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
  ['ownerReferences', list(OWNER_REFERENCE, ['apiVersion', 'kind', 'name', 'uid'])],
  ['finalizers', texts],
  ['managedFields', list(MANAGED_FIELDS, [])],
]);

function readFields(
  value: JsonValue,
  fields: ReadonlyMap<string, Reader>,
  unknown: string[],
  path: string,
): JsonObject {
  if (!isJsonObject(value)) throw new Unreadable('object');
  const read: JsonObject = {};
  for (const [key, entry] of Object.entries(value)) {
    const reader = fields.get(key);
    if (reader === undefined) {
      unknown.push(`${path}${path === '' || path.endsWith(']') ? '' : '.'}${key}`);
      continue;
    }
    try {
      const kept = reader(entry);
      if (kept !== undefined) read[key] = kept;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      throw new Unreadable(`${key}: must be of type ${error.message}`);
    }
  }
  return read;
}

/** An embedded resource with its metadata read, or why it cannot be read at all. */
export type Coercion =
  | { readonly value: JsonObject; readonly unknown: readonly string[] }
  | { readonly fault: Problem };

/** Drops what ObjectMeta does not have. `field` prints a path below the embedded resource. */
export function coerceEmbedded(value: JsonObject, field: (below: string) => string): Coercion {
  for (const key of ['apiVersion', 'kind']) {
    const given = Object.hasOwn(value, key) ? value[key] : '';
    if (typeof given !== 'string') return { fault: invalid(field(key), given ?? null, 'must be a string') };
  }
  if (!Object.hasOwn(value, 'metadata')) return { value, unknown: [] };
  const metadata = value['metadata'] as JsonValue;
  const unknown: string[] = [];
  try {
    const read = metadata === null ? {} : readFields(metadata, OBJECT_META, unknown, field('metadata'));
    return { value: { ...value, metadata: read }, unknown };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { fault: invalid(field('metadata'), metadata, error.message) };
  }
}

/** What is wrong with the type and metadata of an embedded resource. Never ratcheted. */
export function embeddedProblems(value: JsonObject, field: (below: string) => string): Problem[] {
  const problems: Problem[] = [];
  for (const key of ['apiVersion', 'kind']) if (!Object.hasOwn(value, key)) problems.push(required(field(key)));
  const { apiVersion, kind, metadata } = value;
  if (typeof apiVersion === 'string') {
    if (apiVersion === '') problems.push(invalid(field('apiVersion'), '', 'must not be empty'));
    else if (apiVersion !== '/' && apiVersion.split('/').length > 2) {
      problems.push(invalid(field('apiVersion'), apiVersion, `unexpected GroupVersion string: ${apiVersion}`));
    }
  }
  if (typeof kind === 'string') {
    const faults = dns1035Faults(kind.toLowerCase());
    if (kind === '') problems.push(invalid(field('kind'), '', 'must not be empty'));
    else if (faults.length > 0) {
      const detail = `may have mixed case, but should otherwise match: ${faults.join(',')}`;
      problems.push(invalid(field('kind'), kind, detail));
    }
  }
  if (isJsonObject(metadata)) problems.push(...metadataProblems(metadata, (below) => field(`metadata.${below}`)));
  return problems;
}

const MAX_ANNOTATION_BYTES = 256 * 1024;

function metadataProblems(metadata: JsonObject, field: (below: string) => string): Problem[] {
  const each = (at: string, value: JsonValue, faults: readonly string[]) =>
    faults.map((fault) => invalid(field(at), value, fault));
  const string = (key: string) => (typeof metadata[key] === 'string' ? metadata[key] : '');
  const [name, generateName, namespace] = [string('name'), string('generateName'), string('namespace')];
  const labels = Object.entries((metadata['labels'] ?? {}) as Record<string, string>);
  const annotations = Object.entries((metadata['annotations'] ?? {}) as Record<string, string>);
  const generation = (metadata['generation'] ?? 0) as number;
  const bytes = annotations.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  return [
    ...each('generateName', generateName, pathSegmentFaults(generateName, true)),
    ...each('name', name, pathSegmentFaults(name, false)),
    ...(namespace === '' ? [] : each('namespace', namespace, dns1123LabelFaults(namespace))),
    ...(generation < 0 ? each('generation', generation, ['must be greater than or equal to 0']) : []),
    ...labels.flatMap(([key, value]) => [
      ...each('labels', key, qualifiedNameFaults(key)),
      ...each('labels', value, labelValueFaults(value)),
    ]),
    ...annotations.flatMap(([key]) => each('annotations', key, qualifiedNameFaults(key.toLowerCase()))),
    ...(bytes > MAX_ANNOTATION_BYTES ? [tooLong(field('annotations'), MAX_ANNOTATION_BYTES)] : []),
    ...ownerProblems((metadata['ownerReferences'] ?? []) as JsonObject[], field('ownerReferences')),
    ...((metadata['finalizers'] ?? []) as string[]).flatMap((finalizer) =>
      each('finalizers', finalizer, qualifiedNameFaults(finalizer)),
    ),
  ];
}

function ownerProblems(owners: readonly JsonObject[], field: string): Problem[] {
  const problems: Problem[] = [];
  let controller = '';
  for (const owner of owners) {
    const { apiVersion = '', kind = '', name = '', uid = '' } = owner as Record<string, string>;
    if (apiVersion === '' || apiVersion.endsWith('/')) {
      problems.push(invalid(`${field}.apiVersion`, apiVersion, 'version must not be empty'));
    }
    for (const [key, value] of Object.entries({ kind, name, uid })) {
      if (value === '') problems.push(invalid(`${field}.${key}`, value, 'must not be empty'));
    }
    if (apiVersion === 'v1' && kind === 'Event') {
      problems.push(invalid(field, owner, '/v1, Kind=Event is disallowed from being an owner'));
    }
    if (owner['controller'] !== true) continue;
    const found = `${kind}/${name}`;
    if (controller !== '') {
      const detail = `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${found}`;
      problems.push(invalid(field, [...owners], detail));
    }
    controller ||= found;
  }
  return problems;
}
