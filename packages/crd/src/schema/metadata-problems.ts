import {
  ANNOTATIONS_LIMIT_BYTES,
  bytesOfAnnotations,
  dns1123LabelFaults,
  dns1123SubdomainFaults,
  labelValueFaults,
  pathSegmentFaults,
  qualifiedNameFaults,
} from '@slipway/apimachinery/names';
import type { JsonObject, JsonValue } from './json.ts';
import { readMetadata, Unreadable } from './object-meta.ts';
import { invalid, type Problem, required, tooLong } from './problem.ts';

/** What the API server makes of an object's own metadata. */
export interface MetadataAdmission {
  /** Without what ObjectMeta does not know. */
  readonly metadata: JsonObject;
  /** Why the create is refused with 422; empty means accepted. */
  readonly problems: readonly Problem[];
  /** Paths that were dropped: the warnings or, with `fieldValidation=Strict`, the refusal. */
  readonly unknownFields: readonly string[];
  /** Metadata of a type that cannot be read: refused with 400, and nothing else was looked at. */
  readonly undecodable?: Problem;
}

/**
 * Reads and checks the metadata of a custom object as on create. What the server sets itself (uid, generation,
 * managedFields, …) is not looked at, and neither is the namespace of the request.
 */
export function admitMetadata(object: JsonObject): MetadataAdmission {
  const unknown: string[] = [];
  try {
    const metadata = readMetadata(object['metadata'] ?? null, unknown);
    const { name, generateName, generation: _, managedFields: __, ...checked } = metadata;
    const problems = [
      ...nameProblems(textOf(name), textOf(generateName)),
      ...metadataProblems(checked, (below) => `metadata.${below}`),
    ];
    return { metadata, problems, unknownFields: unknown.map((path) => `metadata.${path}`) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const { message } = error;
    const undecodable: Problem = { reason: 'FieldValueTypeInvalid', field: 'metadata', message, detail: message };
    return { metadata: {}, problems: [], unknownFields: [], undecodable };
  }
}

/** Any five letters: what the server puts behind a generateName, which has to fit as a whole. */
const SUFFIX = 'aaaaa';

function nameProblems(name: string, generateName: string): Problem[] {
  if (name !== '') return dns1123SubdomainFaults(name).map((fault) => invalid('metadata.name', name, fault));
  if (generateName === '') return [required('metadata.name', 'name or generateName is required')];
  const faults = dns1123SubdomainFaults(`${generateName}${SUFFIX}`);
  return faults.map((fault) => invalid('metadata.generateName', generateName, fault));
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** What is wrong with metadata that was read. A name may be any segment of a URL. */
export function metadataProblems(metadata: JsonObject, field: (below: string) => string): Problem[] {
  const each = (at: string, value: JsonValue, faults: readonly string[]) =>
    faults.map((fault) => invalid(field(at), value, fault));
  const string = (key: string) => (typeof metadata[key] === 'string' ? metadata[key] : '');
  const [name, generateName, namespace] = [string('name'), string('generateName'), string('namespace')];
  const labels = Object.entries((metadata['labels'] ?? {}) as Record<string, string>);
  const annotations = Object.entries((metadata['annotations'] ?? {}) as Record<string, string>);
  const generation = (metadata['generation'] ?? 0) as number;
  const bytes = bytesOfAnnotations(Object.fromEntries(annotations));
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
    ...(bytes > ANNOTATIONS_LIMIT_BYTES ? [tooLong(field('annotations'), ANNOTATIONS_LIMIT_BYTES)] : []),
    ...ownerProblems((metadata['ownerReferences'] ?? []) as JsonObject[], field('ownerReferences')),
    ...((metadata['finalizers'] ?? []) as string[]).flatMap((finalizer) =>
      each('finalizers', finalizer, qualifiedNameFaults(finalizer)),
    ),
    ...((metadata['managedFields'] ?? []) as JsonObject[]).flatMap((entry, index) =>
      managerProblems(entry as Record<string, string>, field(`managedFields[${index}]`)),
    ),
  ];
}

function managerProblems(entry: Record<string, string>, field: string): Problem[] {
  const { operation = '', fieldsType = '' } = entry;
  const problems: Problem[] = [];
  if (operation !== 'Apply' && operation !== 'Update') {
    problems.push(invalid(`${field}.operation`, operation, 'must be `Apply` or `Update`'));
  }
  if (fieldsType !== '' && fieldsType !== 'FieldsV1') {
    problems.push(invalid(`${field}.fieldsType`, fieldsType, 'must be `FieldsV1`'));
  }
  return problems;
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
