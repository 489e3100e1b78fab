import type { JsonSchema, JsonValue } from '../../schema/index.ts';
import { goJson, goQuote } from '../../schema/index.ts';
import { compareBytes } from '../canonical.ts';

/** Keywords that are plain Go values: their zero value and their absence are one. */
const ZERO_IS_ABSENT: readonly (keyof JsonSchema)[] = [
  'id',
  '$schema',
  'description',
  'type',
  'format',
  'title',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'pattern',
  'uniqueItems',
  'nullable',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'enum',
  'required',
  'allOf',
  'oneOf',
  'anyOf',
  'properties',
  'patternProperties',
  'dependencies',
  'definitions',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-validations',
];

/** Keywords that are Go pointers: a zero value differs from absence. */
const POINTERS: readonly (keyof JsonSchema)[] = [
  '$ref',
  'default',
  'maximum',
  'minimum',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'multipleOf',
  'maxProperties',
  'minProperties',
  'items',
  'not',
  'additionalProperties',
  'additionalItems',
  'externalDocs',
  'example',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
];

const KEYWORDS = [...ZERO_IS_ABSENT, ...POINTERS].sort(compareBytes);
const HAS_ZERO = new Set<keyof JsonSchema>(ZERO_IS_ABSENT);
const SCHEMA_LISTS = new Set<keyof JsonSchema>(['allOf', 'oneOf', 'anyOf']);
const SCHEMA_MAPS = new Set<keyof JsonSchema>(['properties', 'patternProperties', 'definitions', 'dependencies']);
const ONE_SCHEMA = new Set<keyof JsonSchema>(['not', 'additionalProperties', 'additionalItems', 'items']);
const RAW = new Set<keyof JsonSchema>(['default', 'example']);

/** What is compared of a place itself: its children have paths of their own. */
export const OWN_KEYWORDS = KEYWORDS.filter((keyword) => keyword !== 'properties' && keyword !== 'items');

/** The raw JSON of an enum value or default as Go holds it; null in an enum is empty text. */
export function rawJson(value: JsonValue): string {
  return value === null ? '' : goJson(value);
}

/**
 * The value of a keyword as text that is equal exactly when Go's semantic comparison says so; empty
 * where the keyword counts as absent.
 */
export function keywordText(schema: JsonSchema, keyword: keyof JsonSchema): string {
  const value = schema[keyword];
  if (value === undefined) return '';
  if (HAS_ZERO.has(keyword) && isZero(value)) return '';
  if (RAW.has(keyword)) return goJson(value as JsonValue);
  if (SCHEMA_LISTS.has(keyword)) return `[${(value as readonly JsonSchema[]).map(schemaText).join(',')}]`;
  if (SCHEMA_MAPS.has(keyword)) return mapText(value as Readonly<Record<string, JsonSchema>>);
  if (ONE_SCHEMA.has(keyword)) return schemaOrOther(value);
  if (keyword === 'enum') return `[${(value as readonly JsonValue[]).map(rawJson).join(',')}]`;
  if (keyword === 'x-kubernetes-validations') return rulesText(value as readonly Readonly<Record<string, JsonValue>>[]);
  return goJson(value as JsonValue);
}

function isZero(value: unknown): boolean {
  if (value === '' || value === false) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Reason and optionalOldSelf are pointers, the rest of a rule is plain text. */
function rulesText(rules: readonly Readonly<Record<string, JsonValue>>[]): string {
  return goJson(rules.map((rule) => Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== ''))));
}

function mapText(map: Readonly<Record<string, JsonSchema>>): string {
  const members = Object.keys(map)
    .sort(compareBytes)
    .map((key) => `${goQuote(key)}:${schemaOrOther(map[key])}`);
  return `{${members.join(',')}}`;
}

/** A schema, a list of schemas, a boolean, or the names of a dependency. */
function schemaOrOther(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(schemaOrOther).join(',')}]`;
  return schemaText(value);
}

function schemaText(schema: JsonSchema): string {
  const parts: string[] = [];
  for (const keyword of KEYWORDS) {
    const text = keywordText(schema, keyword);
    if (text !== '') parts.push(`${keyword}:${text}`);
  }
  return `{${parts.join(',')}}`;
}
