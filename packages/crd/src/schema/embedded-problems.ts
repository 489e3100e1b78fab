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
