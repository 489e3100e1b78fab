import { isJsonObject, type Json, type JsonObject } from '../objects/index.ts';
import { objectFields } from './built-in.ts';
import { DEDUCED, type Field, type ListType, type MapType, scalarType, type Type, UNTYPED } from './type.ts';

/** The type of a custom kind from the `openAPIV3Schema` of one of its versions; none is everything. */
export function customType(schema: unknown): Type {
  const root = isJsonObject(schema) ? schema : {};
  const type = typeOf(root, false);
  const map = type.map ?? { fields: new Map<string, Field>(), isAtomic: false };
  return { map: { ...map, ...(isJsonObject(schema) ? {} : { item: DEDUCED }), fields: withObject(map) } };
}

function withObject(map: MapType): ReadonlyMap<string, Field> {
  return new Map([...map.fields, ...objectFields()]);
}

/** `keepsUnknown` is handed down: what is below a part that keeps unknown fields keeps them too. */
function typeOf(schema: JsonObject, keepsUnknown: boolean): Type {
  const keeps = keepsUnknown || schema['x-kubernetes-preserve-unknown-fields'] === true;
  switch (schema['type']) {
    case 'object':
      return { map: mapType(schema, keeps) };
    case 'array':
      return { list: listType(schema, keeps) };
    case 'integer':
      return scalarType('int64');
    case 'number':
      return scalarType('number');
    case 'boolean':
      return scalarType('boolean');
    case 'string':
      return scalarType(schema['format'] === undefined || schema['format'] === 'byte' ? 'string' : 'any');
    default:
      return { scalar: 'any', list: listType(schema, keeps), map: mapType(schema, keeps) };
  }
}

function mapType(schema: JsonObject, keeps: boolean): MapType {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const fields = new Map(
    Object.entries(properties)
      .filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
      .map(([name, one]) => [name, fieldOf(one, keeps)]),
  );
  const own = { fields, isAtomic: schema['x-kubernetes-map-type'] === 'atomic' };
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const item = itemType(schema['additionalProperties'], keeps || fields.size === 0, keeps);
  return { ...own, ...(isEmbedded && { fields: withObject(own) }), ...(item && { item }) };
}

function fieldOf(schema: JsonObject, keeps: boolean): Field {
  const value: Json | undefined = schema['default'];
  return { type: typeOf(schema, keeps), ...(value !== undefined && { default: value }) };
}

function itemType(additional: Json | undefined, isOpen: boolean, keeps: boolean): Type | undefined {
  if (additional === undefined) return isOpen ? DEDUCED : undefined;
  if (isJsonObject(additional)) return typeOf(additional, keeps);
  return additional === true ? DEDUCED : undefined;
}

function listType(schema: JsonObject, keeps: boolean): ListType {
  const item = isJsonObject(schema['items']) ? typeOf(schema['items'], keeps) : UNTYPED;
  const kind = schema['x-kubernetes-list-type'];
  const keys = schema['x-kubernetes-list-map-keys'];
  return {
    item,
    relation: kind === 'set' || kind === 'map' ? kind : 'atomic',
    keys: kind === 'map' && Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [],
  };
}
