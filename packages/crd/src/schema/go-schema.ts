import { itemsOf, type JsonSchema, type ValidationRule } from './crd.ts';
import { byBytes, goJson } from './go-text.ts';
import type { JsonValue } from './json.ts';

// Some refusals print a schema or rule the way the server holds it: every field, under Go's name, in Go's order.

/** How a field prints that is not there. */
type Zero = '""' | 'false' | 'null';

const FIELDS: readonly (readonly [string, keyof JsonSchema, Zero])[] = [
  ['ID', 'id', '""'],
  ['Schema', '$schema', '""'],
  ['Ref', '$ref', 'null'],
  ['Description', 'description', '""'],
  ['Type', 'type', '""'],
  ['Nullable', 'nullable', 'false'],
  ['Format', 'format', '""'],
  ['Title', 'title', '""'],
  ['Default', 'default', 'null'],
  ['Maximum', 'maximum', 'null'],
  ['ExclusiveMaximum', 'exclusiveMaximum', 'false'],
  ['Minimum', 'minimum', 'null'],
  ['ExclusiveMinimum', 'exclusiveMinimum', 'false'],
  ['MaxLength', 'maxLength', 'null'],
  ['MinLength', 'minLength', 'null'],
  ['Pattern', 'pattern', '""'],
  ['MaxItems', 'maxItems', 'null'],
  ['MinItems', 'minItems', 'null'],
  ['UniqueItems', 'uniqueItems', 'false'],
  ['MultipleOf', 'multipleOf', 'null'],
  ['Enum', 'enum', 'null'],
  ['MaxProperties', 'maxProperties', 'null'],
  ['MinProperties', 'minProperties', 'null'],
  ['Required', 'required', 'null'],
  ['Items', 'items', 'null'],
  ['AllOf', 'allOf', 'null'],
  ['OneOf', 'oneOf', 'null'],
  ['AnyOf', 'anyOf', 'null'],
  ['Not', 'not', 'null'],
  ['Properties', 'properties', 'null'],
  ['AdditionalProperties', 'additionalProperties', 'null'],
  ['PatternProperties', 'patternProperties', 'null'],
  ['Dependencies', 'dependencies', 'null'],
  ['AdditionalItems', 'additionalItems', 'null'],
  ['Definitions', 'definitions', 'null'],
  ['ExternalDocs', 'externalDocs', 'null'],
  ['Example', 'example', 'null'],
  ['XPreserveUnknownFields', 'x-kubernetes-preserve-unknown-fields', 'null'],
  ['XEmbeddedResource', 'x-kubernetes-embedded-resource', 'false'],
  ['XIntOrString', 'x-kubernetes-int-or-string', 'false'],
  ['XListMapKeys', 'x-kubernetes-list-map-keys', 'null'],
  ['XListType', 'x-kubernetes-list-type', 'null'],
  ['XMapType', 'x-kubernetes-map-type', 'null'],
  ['XValidations', 'x-kubernetes-validations', 'null'],
];

export function goSchema(schema: JsonSchema): string {
  return structure(FIELDS.map(([name, key, zero]) => [name, schema[key] === undefined ? zero : print(schema, key)]));
}

/** `items`, which is one schema or, wrongly, several. */
export function goItems(schema: JsonSchema): string {
  const { items } = schema;
  const single = itemsOf(schema);
  const several = Array.isArray(items) ? (items as readonly JsonSchema[]) : undefined;
  return structure([
    ['Schema', single === undefined ? 'null' : goSchema(single)],
    ['JSONSchemas', several === undefined ? 'null' : list(several.map(goSchema))],
  ]);
}

export function goRule(rule: ValidationRule): string {
  return structure([
    ['Rule', goJson(rule.rule)],
    ['Message', goJson(rule.message ?? '')],
    ['MessageExpression', goJson(rule.messageExpression ?? '')],
    ['Reason', goJson(rule.reason ?? null)],
    ['FieldPath', goJson(rule.fieldPath ?? '')],
    ['OptionalOldSelf', goJson(rule.optionalOldSelf ?? null)],
  ]);
}

function print(schema: JsonSchema, key: keyof JsonSchema): string {
  switch (key) {
    case 'items':
      return goItems(schema);
    case 'allOf':
    case 'oneOf':
    case 'anyOf':
      return list((schema[key] ?? []).map(goSchema));
    case 'not':
      return goSchema(schema.not ?? {});
    case 'properties':
    case 'patternProperties':
    case 'definitions':
      return map(schema[key] ?? {}, goSchema);
    case 'additionalProperties':
    case 'additionalItems': {
      const value = schema[key] ?? false;
      const isSchema = typeof value === 'object';
      return structure([
        ['Allows', `${isSchema || value}`],
        ['Schema', isSchema ? goSchema(value) : 'null'],
      ]);
    }
    case 'dependencies':
      return map(schema.dependencies ?? {}, goDependency);
    case 'externalDocs':
      return structure([
        ['Description', goJson(schema.externalDocs?.description ?? '')],
        ['URL', goJson(schema.externalDocs?.url ?? '')],
      ]);
    case 'x-kubernetes-validations':
      return list((schema[key] ?? []).map(goRule));
    default:
      return goJson(schema[key] as JsonValue);
  }
}

function goDependency(dependency: JsonSchema | readonly string[]): string {
  const isList = Array.isArray(dependency);
  return structure([
    ['Schema', isList ? 'null' : goSchema(dependency as JsonSchema)],
    ['Property', isList ? goJson([...dependency]) : 'null'],
  ]);
}

function structure(fields: readonly (readonly [string, string])[]): string {
  return `{${fields.map(([name, value]) => `"${name}":${value}`).join(',')}}`;
}

function list(items: readonly string[]): string {
  return `[${items.join(',')}]`;
}

function map<T>(entries: Readonly<Record<string, T>>, printEntry: (entry: T) => string): string {
  const keys = Object.keys(entries).sort(byBytes);
  return `{${keys.map((key) => `${goJson(key)}:${printEntry(entries[key] as T)}`).join(',')}}`;
}
