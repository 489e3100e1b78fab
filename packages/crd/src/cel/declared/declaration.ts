import { itemsOf, type JsonSchema } from '../../schema/index.ts';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  STRING,
  TIMESTAMP,
  type Type,
} from '../types/index.ts';
import { escapeName } from './escape.ts';

/** What a schema says to CEL: the type of its values and how large they can be, which cost is estimated from. */
export interface Declaration {
  readonly type: Type;
  /** Elements of a list or map, bytes of a string; 0 where it does not apply. */
  readonly maxElements: number;
  /** Bytes of the smallest value as JSON. */
  readonly minBytes: number;
  readonly element?: Declaration;
  readonly key?: Declaration;
  /** By escaped name. */
  readonly fields?: ReadonlyMap<string, Declaration>;
}

/** The largest request that the API server reads. */
export const MAX_REQUEST_BYTES = 3 * 1024 * 1024;
const MAX_STRING = MAX_REQUEST_BYTES - 2;

const declarations = { root: new WeakMap<JsonSchema, Declaration>(), part: new WeakMap<JsonSchema, Declaration>() };

/** The declaration of the schema that carries a rule, made once however many rules it has; see `declare`. */
export function declarationOf(schema: JsonSchema, isResourceRoot: boolean): Declaration | undefined {
  const known = isResourceRoot ? declarations.root : declarations.part;
  const found = known.get(schema) ?? declare(schema, isResourceRoot);
  if (found !== undefined) known.set(schema, found);
  return found;
}

/**
 * The declaration of a schema, or undefined where rules cannot see it: unknown data has no type. What
 * contains only such data is not visible either. Throws nothing; the schema must be structural.
 */
function declare(schema: JsonSchema, isResourceRoot: boolean, name = 'self'): Declaration | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) {
    return { type: DYN, maxElements: textLength(schema), minBytes: 1 };
  }
  const whole = isResourceRoot ? withObjectMeta(schema) : schema;
  switch (whole.type) {
    case 'array':
      return declareList(whole, name);
    case 'object':
      return typeof whole.additionalProperties === 'object' && !isResourceRoot
        ? declareMap(whole, whole.additionalProperties, name)
        : declareObject(whole, name);
    case 'string':
      return declareString(whole);
    case 'boolean':
      return { type: BOOL, maxElements: 0, minBytes: 4 };
    case 'number':
      return { type: DOUBLE, maxElements: 0, minBytes: 1 };
    case 'integer':
      return { type: INT, maxElements: 0, minBytes: 1 };
    default:
      return undefined;
  }
}

function isEmbedded(schema: JsonSchema): boolean {
  return schema['x-kubernetes-embedded-resource'] === true;
}

function declareList(schema: JsonSchema, name: string): Declaration | undefined {
  const items = itemsOf(schema);
  const element = items === undefined ? undefined : declare(items, isEmbedded(items), `${name}.@idx`);
  if (element === undefined) return undefined;
  const maxElements =
    schema.maxItems === undefined
      ? Math.floor((MAX_REQUEST_BYTES - 2) / (element.minBytes + 1))
      : Math.max(0, Number(schema.maxItems));
  return { type: listOf(element.type), maxElements, minBytes: 2, element };
}

function declareMap(schema: JsonSchema, values: JsonSchema, name: string): Declaration | undefined {
  const element = declare(values, isEmbedded(values), `${name}.@elem`);
  if (element === undefined) return undefined;
  const maxElements =
    schema.maxProperties === undefined
      ? Math.floor((MAX_REQUEST_BYTES - 2) / (element.minBytes + 6))
      : Math.max(0, Number(schema.maxProperties));
  const key: Declaration = { type: STRING, maxElements: 0, minBytes: 2 };
  return { type: mapOf(STRING, element.type), maxElements, minBytes: 2, key, element };
}

function declareObject(schema: JsonSchema, name: string): Declaration {
  const fields = new Map<string, Declaration>();
  const types = new Map<string, Type>();
  let minBytes = 2;
  for (const [property, value] of Object.entries(schema.properties ?? {})) {
    const escaped = escapeName(property);
    const field = declare(value, isEmbedded(value), `${name}.${escaped ?? property}`);
    if (field === undefined) continue;
    if (escaped !== undefined) {
      fields.set(escaped, field);
      types.set(escaped, field.type);
    }
    if (schema.required?.includes(property) === true && value.default === undefined) {
      minBytes += Buffer.byteLength(property) + field.minBytes + 4;
    }
  }
  return { type: { kind: 'object', name, fields: types }, maxElements: 0, minBytes, fields };
}

function declareString(schema: JsonSchema): Declaration {
  switch (schema.format) {
    case 'byte':
      return { type: BYTES, maxElements: Math.max(0, Number(schema.maxLength ?? MAX_STRING)), minBytes: 2 };
    case 'duration':
      return { type: DURATION, maxElements: 32, minBytes: 3 };
    case 'date':
      return { type: TIMESTAMP, maxElements: 12, minBytes: 12 };
    case 'date-time':
      return { type: TIMESTAMP, maxElements: 32, minBytes: 21 };
    default:
      return { type: STRING, maxElements: textLength(schema), minBytes: 2 };
  }
}

/** In bytes: maxLength counts characters, of which one may take four. */
function textLength(schema: JsonSchema): number {
  if (schema.maxLength !== undefined) return Math.max(0, Number(schema.maxLength)) * 4;
  if (schema.enum === undefined || schema.enum.length === 0 || schema.type !== 'string') return MAX_STRING;
  return Math.max(0, ...schema.enum.map((value) => (typeof value === 'string' ? Buffer.byteLength(value) : 0)));
}

/** A resource always has apiVersion, kind, metadata.name and metadata.generateName, declared or not. */
export function withObjectMeta(schema: JsonSchema): JsonSchema {
  const { kind, apiVersion, metadata } = schema.properties ?? {};
  const names = metadata?.properties;
  const isWhole =
    kind?.type === 'string' &&
    apiVersion?.type === 'string' &&
    metadata?.type === 'object' &&
    names?.['name']?.type === 'string' &&
    names['generateName']?.type === 'string';
  if (isWhole) return schema;
  const text: JsonSchema = { type: 'string' };
  const meta: JsonSchema = { type: 'object', properties: { name: text, generateName: text } };
  return { ...schema, properties: { ...schema.properties, kind: text, apiVersion: text, metadata: meta } };
}
