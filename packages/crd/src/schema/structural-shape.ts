import { contentsOf } from './contents.ts';
import { itemsOf, type JsonSchema } from './crd.ts';
import { byBytes } from './go-text.ts';
import { patternFault } from './node.ts';
import { forbidden, invalid, type Problem, printProblem, required } from './problem.ts';

type Level = 'root' | 'item' | 'field';

/**
 * Whether a schema is structural: every field has one type, stated outside of combinators, and nothing
 * inside them adds to the structure. Problems are in the server's order, which is that of their text.
 */
export function shapeProblems(schema: JsonSchema, path: string): Problem[] {
  const problems = [...invariants(schema, 'root', path), ...completeness(schema, schema, path, path)];
  return problems.sort((a, b) => byBytes(printProblem(a), printProblem(b)));
}

/** Below a root whatever was sound once is sound again: two releases of a CRD share most of their schemas. */
const sound = new WeakSet<JsonSchema>();

function invariants(schema: JsonSchema, level: Level, path: string): Problem[] {
  if (level !== 'root' && (contentsOf(schema).isPlain || sound.has(schema))) return [];
  const problems: Problem[] = [];
  const { properties = {}, additionalProperties } = schema;
  const type = schema.type ?? '';
  const items = itemsOf(schema);
  if (type === 'array' && items === undefined) problems.push(required(`${path}.items`, 'must be specified'));
  if (items !== undefined) problems.push(...invariants(items, 'item', `${path}.items`));
  for (const [name, property] of Object.entries(properties)) {
    problems.push(...invariants(property, 'field', `${path}.properties[${name}]`));
  }
  if (additionalProperties !== undefined) {
    const at = `${path}.additionalProperties`;
    if (level === 'root') problems.push(forbidden(at, 'must not be used at the root'));
    if (typeof additionalProperties === 'object') problems.push(...invariants(additionalProperties, 'field', at));
  }
  problems.push(
    ...extensions(schema, path),
    ...valueKeywords(schema, isIntOrStringPair(schema.anyOf), isIntOrStringPair(schema.allOf?.[0]?.anyOf), path),
    ...typeProblems(schema, level, path),
    ...metaProblems(schema, level, path),
  );
  if (level !== 'root' && problems.length === 0) sound.add(schema);
  return problems;
}

function extensions(schema: JsonSchema, path: string): Problem[] {
  if (schema['x-kubernetes-int-or-string'] !== true) return [];
  return (['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const)
    .filter((key) => schema[key] === true)
    .map((key) => invalid(`${path}.${key}`, true, 'must be false if x-kubernetes-int-or-string is true'));
}

function typeProblems(schema: JsonSchema, level: Level, path: string): Problem[] {
  const type = schema.type ?? '';
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const preserves = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const at = `${path}.type`;
  const problems: Problem[] = [];
  if (isEmbedded && type !== 'object') {
    const text = 'must be object if x-kubernetes-embedded-resource is true';
    problems.push(type === '' ? required(at, text) : invalid(at, type, text));
  } else if (type === '' && schema['x-kubernetes-int-or-string'] !== true && !preserves) {
    const where = { root: 'at the root', item: 'for specified array items', field: 'for specified object fields' }[
      level
    ];
    problems.push(required(at, `must not be empty ${where}`));
  }
  if (isEmbedded && schema.additionalProperties !== undefined) {
    const text = 'must not be used if x-kubernetes-embedded-resource is set';
    problems.push(forbidden(`${path}.additionalProperties`, text));
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    problems.push(invalid(at, type, 'must be object at the root'));
  }
  if (isEmbedded && !preserves && Object.keys(schema.properties ?? {}).length === 0) {
    const text =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    problems.push(required(`${path}.properties`, text));
  }
  return problems;
}

/** kind, apiVersion and metadata of a resource have their meaning already. */
function metaProblems(schema: JsonSchema, level: Level, path: string): Problem[] {
  const { properties = {} } = schema;
  if (level !== 'root' && schema['x-kubernetes-embedded-resource'] !== true) return [];
  const problems: Problem[] = [];
  for (const name of ['kind', 'apiVersion']) {
    const type = properties[name]?.type ?? '';
    if (properties[name] !== undefined && type !== 'string') {
      problems.push(invalid(`${path}.properties[${name}].type`, type, 'must be string'));
    }
  }
  const { metadata } = properties;
  if (metadata === undefined) return problems;
  const at = `${path}.properties[metadata]`;
  if (metadata.type !== 'object') problems.push(invalid(`${at}.type`, metadata.type ?? '', 'must be object'));
  if (level === 'root' && !restrictsOnlyNames(metadata)) {
    const text = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
    problems.push(forbidden(at, text));
  }
  return problems;
}

function restrictsOnlyNames(metadata: JsonSchema): boolean {
  const { type: _, default: __, properties = {}, ...rest } = metadata;
  if (!Object.keys(properties).every((name) => name === 'name' || name === 'generateName')) return false;
  return Object.values(rest).every((value) => value === '' || value === false);
}

function isIntOrStringPair(members: readonly JsonSchema[] | undefined): boolean {
  const isOnly = ({ type: given, ...rest }: JsonSchema = {}, type: string) =>
    given === type &&
    rest.default === undefined &&
    Object.values(rest).every((value) => value === '' || value === false);
  return members?.length === 2 && isOnly(members[0], 'integer') && isOnly(members[1], 'string');
}

function valueKeywords(schema: JsonSchema, skipsAnyOf: boolean, skipsFirstAnyOf: boolean, path: string): Problem[] {
  const problems: Problem[] = [];
  const members = (key: 'anyOf' | 'allOf' | 'oneOf') =>
    (schema[key] ?? []).map((member, index) => ({ member, at: `${path}.${key}[${index}]`, index }));
  if (!skipsAnyOf) for (const { member, at } of members('anyOf')) problems.push(...nested(member, false, at));
  for (const { member, at, index } of members('allOf')) {
    problems.push(...nested(member, skipsFirstAnyOf && index === 0, at));
  }
  for (const { member, at } of members('oneOf')) problems.push(...nested(member, false, at));
  if (schema.not !== undefined) problems.push(...nested(schema.not, false, `${path}.not`));
  const fault = schema.pattern ? patternFault(schema.pattern) : undefined;
  if (fault !== undefined) {
    const text = `must be a valid regular expression, but isn't: ${fault}`;
    problems.push(invalid(`${path}.pattern`, schema.pattern ?? '', text));
  }
  return problems;
}

const NESTED_RULES: readonly (readonly [keyof JsonSchema, string])[] = [
  ['type', 'must be empty to be structural'],
  ['additionalProperties', 'must be undefined to be structural'],
  ['default', 'must be undefined to be structural'],
  ['title', 'must be empty to be structural'],
  ['description', 'must be empty to be structural'],
  ['nullable', 'must be false to be structural'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
  ['x-kubernetes-embedded-resource', 'must be false to be structural'],
  ['x-kubernetes-int-or-string', 'must be false to be structural'],
  ['x-kubernetes-list-map-keys', 'must be empty to be structural'],
  ['x-kubernetes-list-type', 'must be undefined to be structural'],
  ['x-kubernetes-map-type', 'must be undefined to be structural'],
  ['x-kubernetes-validations', 'must be empty to be structural'],
];

function nested(schema: JsonSchema, skipsAnyOf: boolean, path: string): Problem[] {
  const problems = valueKeywords(schema, skipsAnyOf, false, path);
  const items = itemsOf(schema);
  if (items !== undefined) problems.push(...nested(items, false, `${path}.items`));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    problems.push(...nested(property, false, `${path}.properties[${name}]`));
  }
  for (const [key, text] of NESTED_RULES) {
    if (isSet(schema, key)) problems.push(forbidden(`${path}.${key}`, text));
  }
  if (schema.properties?.['metadata'] !== undefined) {
    problems.push(forbidden(`${path}.properties[metadata]`, 'must not be specified in a nested context'));
  }
  return problems;
}

function isSet(schema: JsonSchema, key: keyof JsonSchema): boolean {
  const value: unknown = schema[key];
  // These count even if they are empty: the field is there.
  if (key === 'default' || key === 'x-kubernetes-list-type' || key === 'x-kubernetes-map-type') {
    return value !== undefined && value !== null;
  }
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== false && value !== '';
}

/** What a combinator at the root speaks of must be declared outside of it. */
function completeness(values: JsonSchema, schema: JsonSchema | undefined, path: string, valuePath: string): Problem[] {
  const combined = [
    ...(values.not === undefined ? [] : [{ member: values.not, at: `${valuePath}.not` }]),
    ...(['allOf', 'anyOf', 'oneOf'] as const).flatMap((key) =>
      (values[key] ?? []).map((member, index) => ({ member, at: `${valuePath}.${key}[${index}]` })),
    ),
  ];
  return combined.flatMap(({ member, at }) => nestedCompleteness(member, schema, path, at));
}

function nestedCompleteness(
  values: JsonSchema,
  schema: JsonSchema | undefined,
  path: string,
  valuePath: string,
): Problem[] {
  if (schema === undefined) return [required(path, `because it is defined in ${valuePath}`)];
  const problems = completeness(values, schema, path, valuePath);
  const items = itemsOf(values);
  if (items !== undefined) {
    problems.push(...nestedCompleteness(items, itemsOf(schema), `${path}.items`, `${valuePath}.items`));
  }
  for (const [name, property] of Object.entries(values.properties ?? {})) {
    const below = `properties[${name}]`;
    problems.push(
      ...nestedCompleteness(property, schema.properties?.[name], `${path}.${below}`, `${valuePath}.${below}`),
    );
  }
  return problems;
}
