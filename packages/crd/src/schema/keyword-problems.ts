import { contentsOf } from './contents.ts';
import { itemsOf, type JsonSchema } from './crd.ts';
import { hasDefault, mergeKeywordProblems } from './list-keywords.ts';
import { forbidden, notSupported, type Problem } from './problem.ts';
import { ruleTextProblems } from './rule-problems.ts';

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const META = new Set(['metadata', 'kind', 'apiVersion']);

/** What the place of a schema allows. */
interface Place {
  /** Why a default is not allowed here. */
  readonly noDefault?: string;
  readonly isInsideMeta?: boolean;
  readonly isRoot?: boolean;
  /** Takes every schema that is wrong, or holds one that is. */
  readonly faulty: Set<JsonSchema>;
}

/** The rules for single keywords, everywhere in a schema. Schemas that break one, or hold one that does, go into `faulty`. */
export function keywordProblems(schema: JsonSchema, path: string, faulty: Set<JsonSchema>): Problem[] {
  return keywords(schema, path, { isRoot: true, faulty });
}

/** Outside of metadata whatever was sound once is sound again: two releases of a CRD share most of their schemas. */
const sound = new WeakSet<JsonSchema>();

function keywords(schema: JsonSchema, path: string, place: Place): Problem[] {
  const isAnywhere = place.isRoot !== true && place.isInsideMeta !== true && place.noDefault === undefined;
  if (isAnywhere && (contentsOf(schema).isPlain || sound.has(schema))) return [];
  const problems = [
    ...supportProblems(schema, path, place),
    ...below(schema, path, place),
    ...mergeKeywordProblems(schema, path),
    ...ruleTextProblems(schema, path),
  ];
  if (problems.length > 0) place.faulty.add(schema);
  else if (isAnywhere) sound.add(schema);
  return problems;
}

function supportProblems(schema: JsonSchema, path: string, place: Place): Problem[] {
  const problems: Problem[] = [];
  const unsupported = (key: keyof JsonSchema, isUsed: boolean) => {
    if (isUsed) problems.push(forbidden(`${path}.${key}`, `${key} is not supported`));
  };
  const type = schema.type ?? '';
  if (type !== '' && !TYPES.includes(type)) problems.push(notSupported(`${path}.type`, type, TYPES));
  if (hasDefault(schema) && place.noDefault !== undefined) {
    problems.push(forbidden(`${path}.default`, `must not be set ${place.noDefault}`));
  }
  unsupported('id', (schema.id ?? '') !== '');
  unsupported('additionalItems', schema.additionalItems !== undefined);
  unsupported('patternProperties', Object.keys(schema.patternProperties ?? {}).length > 0);
  unsupported('definitions', Object.keys(schema.definitions ?? {}).length > 0);
  unsupported('dependencies', schema.dependencies !== undefined);
  unsupported('$ref', schema.$ref !== undefined);
  if (type === 'null') {
    problems.push(forbidden(`${path}.type`, 'type cannot be set to null, use nullable as an alternative'));
  }
  if (Array.isArray(schema.items) && schema.items.length > 0) {
    problems.push(forbidden(`${path}.items`, 'items must be a schema object and not an array'));
  }
  if (place.isInsideMeta === true && schema['x-kubernetes-embedded-resource'] === true) {
    problems.push(forbidden(`${path}.x-kubernetes-embedded-resource`, 'must not be used inside of resource meta'));
  }
  if (schema.uniqueItems === true) {
    const text = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    problems.push(forbidden(`${path}.uniqueItems`, text));
  }
  return problems;
}

function below(schema: JsonSchema, path: string, place: Place): Problem[] {
  const problems: Problem[] = [];
  const { additionalProperties, properties = {} } = schema;
  const { isRoot: _, ...inherited } = place;
  if (additionalProperties !== undefined) {
    const at = `${path}.additionalProperties`;
    if (Object.keys(properties).length > 0 && additionalProperties !== true) {
      problems.push(forbidden(at, 'additionalProperties and properties are mutual exclusive'));
    }
    if (typeof additionalProperties === 'object') {
      const noDefault = 'inside additionalProperties applying to object metadata';
      const deeper = place.isInsideMeta === true ? { ...inherited, noDefault } : inherited;
      problems.push(...keywords(additionalProperties, at, deeper));
    }
  }
  for (const [name, property] of Object.entries(properties)) {
    const holdsMeta = place.isRoot === true || schema['x-kubernetes-embedded-resource'] === true;
    let deeper: Place = inherited;
    if (holdsMeta && META.has(name)) {
      deeper = { ...inherited, isInsideMeta: true, ...(place.isRoot && { noDefault: `in top-level ${name}` }) };
    }
    problems.push(...keywords(property, `${path}.properties[${name}]`, deeper));
  }
  if (schema.not !== undefined) problems.push(...keywords(schema.not, `${path}.not`, inherited));
  for (const key of ['allOf', 'oneOf', 'anyOf'] as const) {
    (schema[key] ?? []).forEach((member, index) => {
      problems.push(...keywords(member, `${path}.${key}[${index}]`, inherited));
    });
  }
  for (const [name, definition] of Object.entries(schema.definitions ?? {})) {
    problems.push(...keywords(definition, `${path}.definitions[${name}]`, inherited));
  }
  const items = itemsOf(schema);
  if (items !== undefined) problems.push(...keywords(items, `${path}.items`, inherited));
  else if (Array.isArray(schema.items)) {
    schema.items.forEach((item: JsonSchema, index) => {
      problems.push(...keywords(item, `${path}.items[${index}]`, inherited));
    });
  }
  for (const [name, dependency] of Object.entries(schema.dependencies ?? {})) {
    if (Array.isArray(dependency)) continue;
    problems.push(...keywords(dependency as JsonSchema, `${path}.dependencies[${name}]`, inherited));
  }
  return problems;
}
