import { isJsonObject, type Json, type JsonObject } from '../objects/index.ts';
import { builtInType, objectMetaType, openApiSchemas, type Type } from '../schemas/index.ts';
import { customDocumentName, objectProperties } from './custom-open-api.ts';
import type { Registry } from './registry.ts';
import { apiVersion, type Resource, type ServedVersion } from './resource.ts';

const OBJECT_META = { $ref: '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' };

/** What OpenAPI v2 has no word for. */
const JUNCTORS = new Set(['allOf', 'oneOf', 'anyOf', 'not']);

/** Built-in kinds are the same in every cluster of the process. */
let builtIn: JsonObject | undefined;

/**
 * `/openapi/v2`: every kind's definition, in the words of OpenAPI v2. Operations are in v3 alone: clients that know
 * v3 ask here for nothing else.
 */
export function openApiV2Document(registry: Registry): object {
  const custom: [string, object][] = [];
  for (const resource of registry.resources())
    if (resource.custom) for (const one of resource.versions) custom.push(...customDefinitions(resource, one));
  builtIn ??= builtInDefinitions(registry);
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: 'v1.36.4' },
    paths: {},
    definitions: { ...builtIn, ...Object.fromEntries(custom) },
  };
}

function builtInDefinitions(registry: Registry): JsonObject {
  const types: { type: Type; of?: object }[] = [{ type: objectMetaType() }];
  for (const { group, kind, versions, custom } of registry.resources()) {
    for (const { version } of custom ? [] : versions) {
      const type = builtInType(apiVersion(group, version), kind);
      if (type) types.push({ type, of: { group, version, kind } });
    }
  }
  const schemas = Object.entries(openApiSchemas(types)) as [string, JsonObject][];
  return Object.fromEntries(schemas.map(([name, schema]) => [name, builtInDefinition(schema)]));
}

/** References stand alone in v2, and a value of several types is the type that it is written as most. */
function builtInDefinition(schema: JsonObject): JsonObject {
  const { allOf, oneOf, ...rest } = schema;
  const reference = Array.isArray(allOf) && isJsonObject(allOf[0]) ? allOf[0]['$ref'] : undefined;
  const shown = withParts(rest, builtInDefinition);
  if (oneOf !== undefined) return { ...shown, type: 'string' };
  if (typeof reference !== 'string') return shown;
  return { ...shown, $ref: reference.replace('#/components/schemas/', '#/definitions/') };
}

function customDefinitions(resource: Resource, { version, schema }: ServedVersion): [string, object][] {
  const { group, kind, listKind } = resource;
  const name = customDocumentName(group, version, kind);
  const marks = (of: string): object => ({ 'x-kubernetes-group-version-kind': [{ group, version, kind: of }] });
  const list = {
    description: `${listKind} is a list of ${kind}`,
    type: 'object',
    required: ['items'],
    properties: { ...objectProperties({ type: 'object' }), items: arrayOf(name) },
  };
  return [
    [name, { ...rootDefinition(isJsonObject(schema) ? schema : undefined), ...marks(kind) }],
    [customDocumentName(group, version, listKind), { ...list, ...marks(listKind) }],
  ];
}

const arrayOf = (name: string): object => ({ type: 'array', items: { $ref: `#/definitions/${name}` } });

/** Clients refuse every field beside those that they see: where any is allowed, they are shown none. */
function rootDefinition(schema: JsonObject | undefined): JsonObject {
  if (!schema || schema['x-kubernetes-preserve-unknown-fields'] === true) return { type: 'object' };
  const shown = customDefinition(schema);
  return { ...shown, properties: { ...propertiesOf(shown), ...objectProperties(OBJECT_META) } };
}

/** A schema without what clients of v2 trip over: the real server leaves out the same. */
function customDefinition(schema: JsonObject): JsonObject {
  const isNullable = schema['nullable'] === true;
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const left = Object.entries(schema).filter(([key, value]) => {
    if (JUNCTORS.has(key) || key === 'nullable' || value === null) return false;
    if (key === 'items' || key === 'properties') return !isNullable && !isOpen;
    if (key !== 'type') return true;
    const hasItems = schema['items'] !== undefined && !isNullable && !isOpen;
    return !isNullable && (schema['type'] !== 'array' || hasItems) && !(isOpen && schema['type'] === 'object');
  });
  const shown = withoutNullableRequired(withParts(Object.fromEntries(left), customDefinition), schema);
  if (isOpen || schema['x-kubernetes-embedded-resource'] !== true) return shown;
  const required = Array.isArray(shown['required']) ? shown['required'] : [];
  return {
    ...shown,
    required: [...new Set<Json>([...required, 'kind', 'apiVersion'])],
    properties: { ...propertiesOf(shown), ...objectProperties(OBJECT_META) },
  };
}

function withoutNullableRequired(shown: JsonObject, schema: JsonObject): JsonObject {
  const { required, ...rest } = shown;
  if (!Array.isArray(required)) return shown;
  const properties = propertiesOf(schema);
  const left = required.filter((name) => {
    const property = properties[String(name)];
    return !isJsonObject(property) || property['nullable'] !== true;
  });
  return left.length === 0 ? rest : { ...rest, required: left };
}

function propertiesOf(schema: JsonObject): JsonObject {
  return isJsonObject(schema['properties']) ? schema['properties'] : {};
}

/** A schema with the schemas below it changed. */
function withParts(schema: JsonObject, change: (part: JsonObject) => JsonObject): JsonObject {
  const changed = (part: Json): Json => (isJsonObject(part) ? change(part) : part);
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]): [string, Json] => {
      if (key === 'items' || key === 'additionalProperties') return [key, changed(part)];
      if (key !== 'properties' || !isJsonObject(part)) return [key, part];
      return [key, Object.fromEntries(Object.entries(part).map(([name, one]) => [name, changed(one)]))];
    }),
  );
}
