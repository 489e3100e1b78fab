import { isJsonObject, type KubeObject, textAt } from '../objects/index.ts';
import { internalSpec } from './definition.ts';

/** Formats of strings that are checked, without their hyphens. */
const STRING_FORMATS = new Set(
  'bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13 creditcard ssn hexcolor rgbcolor byte password date duration datetime k8sshortname k8slongname'.split(
    ' ',
  ),
);

const NUMBER_FORMATS: Readonly<Record<string, readonly string[]>> = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};

/** Formats that nobody checks although the schemas name them, in the order in which they are met. */
export function unrecognizedFormats(definition: KubeObject): readonly string[] {
  const { versions, shared } = internalSpec(definition);
  const found: string[] = [];
  for (const schema of [shared.validation, ...versions.map((version) => version['schema'])]) {
    if (isJsonObject(schema)) collect(schema['openAPIV3Schema'], found);
  }
  return found;
}

function collect(schema: unknown, found: string[]): void {
  if (Array.isArray(schema)) return schema.forEach((one) => collect(one, found));
  if (!isJsonObject(schema)) return;
  const format = textAt(schema, 'format');
  if (format !== '' && !isChecked(format, textAt(schema, 'type'))) found.push(format);
  for (const field of ['items', 'allOf', 'anyOf', 'oneOf', 'not']) collect(schema[field], found);
  if (isJsonObject(schema['properties'])) Object.values(schema['properties']).forEach((one) => collect(one, found));
  collect(schema['additionalProperties'], found);
}

function isChecked(format: string, type: string): boolean {
  if (type === '' || type === 'string') return STRING_FORMATS.has(format.replaceAll('-', ''));
  return NUMBER_FORMATS[type]?.includes(format) ?? false;
}
