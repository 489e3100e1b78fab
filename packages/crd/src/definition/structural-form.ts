import { RE2JS } from 're2js';
import { z } from 'zod';
import { CrdError } from '../errors.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../schema/index.ts';
import { isJsonObject } from '../schema/index.ts';
import { refusalOf, SERVER_FORMATS } from './refusals.ts';

type Path = readonly string[];

/**
 * The structural schema of a zod schema: what an API server checks for values that users write.
 *
 * Errors: `CRD_NOT_EXPRESSIBLE` with the path of the field, where the server could not check the same.
 */
export function structuralForm(schema: z.ZodType, path: Path): JsonSchema {
  return withinStructure(openApiOf(schema, path), path);
}

function openApiOf(schema: z.ZodType, root: Path): JsonObject {
  try {
    return z.toJSONSchema(schema, {
      target: 'openapi-3.0',
      io: 'input',
      unrepresentable: 'any',
      cycles: 'throw',
      metadata: WITHOUT_IDS,
      override: ({ zodSchema, jsonSchema, path }) => {
        const refusal = refusalOf(zodSchema);
        if (refusal !== undefined) throw notExpressible(refusal, [...root, ...fieldPath(path)]);
        dropZodsOwn(zodSchema, jsonSchema as JsonObject);
      },
    }) as unknown as JsonObject;
  } catch (error) {
    if (error instanceof CrdError) throw error;
    throw notExpressible(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error), root);
  }
}

/** Ids would turn a schema into a reference, which a structural schema cannot have. */
const WITHOUT_IDS = {
  get(schema: z.core.$ZodType): Record<string, unknown> | undefined {
    const { id: _id, ...rest } = carriedBy(schema) ?? {};
    return rest;
  },
  has: (schema: z.core.$ZodType): boolean => carriedBy(schema) !== undefined,
} as unknown as z.core.$ZodRegistry<Record<string, unknown>>;

/**
 * Descriptions and keywords of Kubernetes, asked of the schema itself: another copy of zod may have made it, which (up
 * to 4.1) keeps them where this one does not look.
 */
function carriedBy(schema: z.core.$ZodType): z.core.GlobalMeta | undefined {
  return 'meta' in schema && typeof schema.meta === 'function'
    ? (schema.meta() as z.core.GlobalMeta | undefined)
    : z.globalRegistry.get(schema);
}

/** `properties/a/items` → `a[]`, as far as names go. */
function fieldPath(path: readonly (string | number)[]): string[] {
  const names: string[] = [];
  for (let at = 0; at < path.length; at++) {
    if (path[at] === 'properties') names.push(String(path[++at]));
    else if (path[at] === 'items') names.push('[]');
    else if (path[at] === 'additionalProperties') names.push('*');
  }
  return names;
}

/** Patterns that zod adds to formats which the server checks, and format names that only zod has. */
function dropZodsOwn(schema: z.core.$ZodType, json: JsonObject): void {
  const { type, format } = schema._zod.def as { type: string; format?: string };
  if (type === 'string' && format !== undefined && SERVER_FORMATS.has(format)) delete json['pattern'];
  if (type === 'number' && format === 'int32') json['format'] = 'int32';
}

export function notExpressible(text: string, path: Path): CrdError {
  return new CrdError('CRD_NOT_EXPRESSIBLE', text, { path: printFields(path) });
}

function printFields(path: Path): string {
  return path.reduce((text, name) => (name === '[]' ? `${text}[]` : text === '' ? name : `${text}.${name}`), '');
}

/** Keywords that are copied as they are. */
const PLAIN = [
  'default',
  'description',
  'enum',
  'example',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maxItems',
  'maxLength',
  'maxProperties',
  'minItems',
  'minLength',
  'minProperties',
  'multipleOf',
  'nullable',
  'pattern',
  'title',
  'type',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-validations',
] as const;
const KNOWN = new Set<string>(PLAIN);

/** Bounds that only say "fits a JavaScript number" or repeat the format. */
const IDLE_BOUNDS = new Set([
  Number.MAX_SAFE_INTEGER,
  -Number.MAX_SAFE_INTEGER,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  3.4028234663852886e38,
  -3.4028234663852886e38,
]);
const INT32_BOUNDS = new Set([2_147_483_647, -2_147_483_648]);

function withinStructure(json: JsonObject, path: Path): JsonSchema {
  const union = unionOf(json, path);
  const found: JsonObject = { ...json, ...union };
  const schema: JsonObject = {};
  for (const keyword of PLAIN) if (found[keyword] !== undefined) schema[keyword] = found[keyword];
  for (const keyword of Object.keys(found)) {
    if (keyword.startsWith('x-kubernetes-') && !KNOWN.has(keyword)) {
      throw notExpressible(`there is no keyword ${keyword}`, path);
    }
  }
  const patterns = patternsOf(found);
  for (const pattern of patterns) checkPattern(pattern, path);
  if (patterns.length > 1) schema['allOf'] = patterns.map((pattern) => ({ pattern }));
  else if (patterns[0] !== undefined) schema['pattern'] = patterns[0];
  if (union?.['anyOf'] !== undefined) schema['anyOf'] = union['anyOf'];
  Object.assign(schema, boundsOf(found), objectOf(found, path));
  if (isJsonObject(found['items'])) schema['items'] = withinStructure(found['items'], [...path, '[]']) as JsonValue;
  if (typeof schema['format'] === 'string' && !isServerFormat(schema['format'])) delete schema['format'];
  if (schema['nullable'] === true && Array.isArray(schema['enum'])) {
    // Even with null among its values: the server compares values with the enum, and null equals nothing.
    throw notExpressible('the server refuses null for an enum: use .optional() in place of .nullable()', path);
  }
  if (schema['type'] === 'number' && isIntegerEnum(schema['enum'])) schema['type'] = 'integer';
  if (schema['type'] === undefined && schema['x-kubernetes-int-or-string'] !== true) {
    schema['x-kubernetes-preserve-unknown-fields'] = true;
  }
  return schema;
}

function isServerFormat(format: string): boolean {
  return SERVER_FORMATS.has(format) || /^(?:int32|int64|float|double|byte|password|cidr|duration)$/.test(format);
}

function isIntegerEnum(values: JsonValue | undefined): boolean {
  return Array.isArray(values) && values.every((value) => value === null || Number.isInteger(value));
}

function patternsOf({ pattern, allOf }: JsonObject): string[] {
  const members = Array.isArray(allOf) ? allOf : [];
  return [{ pattern } as JsonObject, ...members].flatMap((member) => {
    const text = isJsonObject(member) ? member['pattern'] : undefined;
    return typeof text === 'string' ? [text] : [];
  });
}

function checkPattern(pattern: string, path: Path): void {
  try {
    RE2JS.compile(pattern);
  } catch {
    throw notExpressible(`the server's regular expressions (RE2) cannot do ${pattern}`, path);
  }
}

function boundsOf({ minimum, maximum, format }: JsonObject): JsonObject {
  const bounds: JsonObject = {};
  for (const [name, bound] of [['minimum', minimum] as const, ['maximum', maximum] as const]) {
    if (typeof bound !== 'number' || IDLE_BOUNDS.has(bound)) continue;
    if (format !== 'int32' || !INT32_BOUNDS.has(bound)) bounds[name] = bound;
  }
  return bounds;
}

function objectOf({ properties, additionalProperties, required }: JsonObject, path: Path): JsonObject {
  const fields = isJsonObject(properties) ? Object.entries(properties) : [];
  const schema: JsonObject = {};
  if (fields.length > 0) {
    schema['properties'] = Object.fromEntries(
      fields.map(([name, field]) => [name, withinStructure(field as JsonObject, [...path, name]) as JsonValue]),
    );
  }
  if (Array.isArray(required) && required.length > 0) schema['required'] = required.map(String).sort();
  if (!isJsonObject(additionalProperties)) return schema;
  if (Object.keys(additionalProperties).length === 0) schema['x-kubernetes-preserve-unknown-fields'] = true;
  else if (fields.length > 0) {
    throw notExpressible('an object has either fields or any keys (catchall, record), not both', path);
  } else schema['additionalProperties'] = withinStructure(additionalProperties, [...path, '*']) as JsonValue;
  return schema;
}

/** Literals become one enum, integer or string becomes int-or-string; nothing else has a structure. */
function unionOf({ anyOf, oneOf }: JsonObject, path: Path): JsonObject | undefined {
  const members = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined;
  if (members === undefined) return undefined;
  const schemas = members.filter(isJsonObject);
  const types = [...new Set(schemas.map(({ type }) => type))];
  if (schemas.every((member) => Array.isArray(member['enum'])) && types.length === 1) {
    return { type: types[0] as string, enum: [...new Set(schemas.flatMap((member) => member['enum'] as JsonValue[]))] };
  }
  const isIntOrString = schemas.length === 2 && types.includes('integer') && types.includes('string');
  if (isIntOrString && schemas.every(isUnbounded)) {
    return { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true };
  }
  throw notExpressible(
    'a union has no structure: make it one object with optional fields and a rule, .meta(cel({ rule, message }))',
    path,
  );
}

function isUnbounded(schema: JsonObject): boolean {
  return (
    Object.keys(schema).every((key) => key === 'type') ||
    (Object.keys(boundsOf(schema)).length === 0 && schema['type'] === 'integer')
  );
}
