import { itemsOf, type JsonSchema } from './crd.ts';

/** What a schema holds, itself or below. */
export interface Contents {
  readonly hasRules: boolean;
  readonly hasDefaults: boolean;
  /** Whether every keyword is one that cannot be wrong below a root, defaults aside: most schemas need no further look. */
  readonly isPlain: boolean;
}

const TYPES: ReadonlySet<string> = new Set(['array', 'boolean', 'integer', 'number', 'object', 'string']);
const PLAIN_KEYWORDS: ReadonlySet<string> = new Set<keyof JsonSchema>([
  'description',
  'type',
  'format',
  'title',
  'default',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'maxProperties',
  'minProperties',
  'multipleOf',
  'enum',
  'required',
  'items',
  'properties',
  'additionalProperties',
  'externalDocs',
  'example',
  'nullable',
]);

const known = new WeakMap<JsonSchema, Contents>();

/**
 * Most schemas hold neither rules nor defaults, and a search for those need not walk them. Looked up once
 * for each schema, which never changes. Combinators are left out: neither may stand in them, and who has one is not plain.
 */
export function contentsOf(schema: JsonSchema): Contents {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const contents = look(schema);
  known.set(schema, contents);
  return contents;
}

function look(schema: JsonSchema): Contents {
  let hasRules = (schema['x-kubernetes-validations'] ?? []).length > 0;
  let hasDefaults = schema.default !== undefined;
  let isPlain = isPlainHere(schema);
  const add = (below: JsonSchema): void => {
    const contents = contentsOf(below);
    hasRules ||= contents.hasRules;
    hasDefaults ||= contents.hasDefaults;
    isPlain &&= contents.isPlain;
  };
  const { properties, additionalProperties } = schema;
  const items = itemsOf(schema);
  if (properties !== undefined) for (const name of Object.keys(properties)) add(properties[name] as JsonSchema);
  if (typeof additionalProperties === 'object') add(additionalProperties);
  if (items !== undefined) add(items);
  return { hasRules, hasDefaults, isPlain };
}

function isPlainHere(schema: JsonSchema): boolean {
  const { type = '', items, properties, additionalProperties } = schema;
  if (!TYPES.has(type) || Array.isArray(items) || (type === 'array' && items === undefined)) return false;
  if (typeof additionalProperties === 'boolean') return false;
  if (additionalProperties !== undefined && properties !== undefined) return false;
  return Object.keys(schema).every((keyword) => PLAIN_KEYWORDS.has(keyword));
}
