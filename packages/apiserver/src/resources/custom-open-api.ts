import { isJsonObject, type Json, type JsonObject } from '../objects/index.ts';
import { objectProse } from '../schemas/index.ts';
import type { Resource, ServedVersion } from './resource.ts';

const OBJECT_META = { allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }] };
const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }];

/** `io.demo.v1.Widget`: the group backwards, as Java names packages. */
export function customDocumentName(group: string, version: string, kind: string): string {
  return [...group.split('.').toReversed(), version, kind].join('.');
}

/** The types of a custom kind and of its list as an OpenAPI document shows them: its schema, with what every object has. */
export function customOpenApi(
  resource: Resource,
  { version, schema, selectableFields = [] }: ServedVersion,
): [string, object][] {
  const { group, kind, listKind } = resource;
  const name = customDocumentName(group, version, kind);
  const selectable = selectableFields.map((path) => ({ fieldPath: path.slice(1) }));
  const marks = (of: string): object => ({
    'x-kubernetes-group-version-kind': [{ group, kind: of, version }],
    ...(selectable.length > 0 && { 'x-kubernetes-selectable-fields': selectable }),
  });
  const given = isJsonObject(schema) ? shownSchema(schema) : { type: 'object' };
  const properties = isJsonObject(given['properties']) ? given['properties'] : {};
  const list = {
    description: `${listKind} is a list of ${kind}`,
    type: 'object',
    required: ['items'],
    properties: {
      ...objectProperties({ type: 'object' }),
      items: { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
    },
  };
  return [
    [name, { ...given, properties: { ...properties, ...objectProperties() }, ...marks(kind) }],
    [customDocumentName(group, version, listKind), { ...list, ...marks(listKind) }],
  ];
}

/** What every object has; how its metadata is referred to depends on the version of OpenAPI. */
export function objectProperties(metadata: JsonObject = OBJECT_META): JsonObject {
  const { apiVersion = '', kind = '', metadata: prose = '' } = objectProse;
  return {
    apiVersion: { description: apiVersion, type: 'string' },
    kind: { description: kind, type: 'string' },
    metadata: { description: prose, ...metadata },
  };
}

/** A schema with what its extensions mean spelled out, for readers that do not know them. */
function shownSchema(schema: JsonObject): JsonObject {
  const shown = Object.fromEntries(
    Object.entries(schema).map(([key, part]): [string, Json] => [key, NESTED[key]?.(part) ?? part]),
  );
  if (schema['x-kubernetes-int-or-string'] === true && !schema['anyOf']) return { ...shown, anyOf: INT_OR_STRING };
  if (schema['x-kubernetes-embedded-resource'] !== true) return shown;
  const properties = isJsonObject(shown['properties']) ? shown['properties'] : {};
  const required = Array.isArray(schema['required']) ? (schema['required'] as Json[]) : [];
  const both = new Set<Json>([...required, 'kind', 'apiVersion']);
  return { ...shown, required: [...both], properties: { ...properties, ...objectProperties() } };
}

/** Keywords below which schemas stand. */
const NESTED: Readonly<Record<string, (part: Json) => Json>> = {
  properties: (part) =>
    isJsonObject(part)
      ? Object.fromEntries(
          Object.entries(part).map(([name, one]) => [name, isJsonObject(one) ? shownSchema(one) : one]),
        )
      : part,
  additionalProperties: (part) => (isJsonObject(part) ? shownSchema(part) : part),
  items: (part) => (isJsonObject(part) ? shownSchema(part) : part),
};
