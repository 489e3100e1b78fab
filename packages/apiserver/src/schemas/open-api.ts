import { objectMetaProse, objectProse } from './metadata-prose.ts';
import type { Field, Scalar, Type } from './type.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Packages that a real server names otherwise than `io.k8s.api.…`. */
const PREFIXES: Readonly<Record<string, string>> = {
  'meta.v1': 'io.k8s.apimachinery.pkg.apis',
  'apiextensions.v1': 'io.k8s.apiextensions-apiserver.pkg.apis',
};

const SCALARS: Readonly<Record<Scalar, Schema>> = {
  string: { type: 'string' },
  bytes: { type: 'string', format: 'byte' },
  time: { type: 'string', format: 'date-time' },
  microTime: { type: 'string', format: 'date-time' },
  quantity: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  any: { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  number: { type: 'number', format: 'double' },
  boolean: { type: 'boolean' },
};

/** Scalars that people know by a name. */
const NAMED_SCALARS: Readonly<Partial<Record<Scalar, string>>> = {
  quantity: 'io.k8s.apimachinery.pkg.api.resource.Quantity',
  any: 'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
};

/** The name under which an OpenAPI document describes a type: `io.k8s.api.core.v1.PodSpec`. */
function documentName(name: string): string {
  const owner = name.split('.').slice(0, -1).join('.');
  return `${PREFIXES[owner] ?? 'io.k8s.api'}.${name}`;
}

/**
 * Types as the `components.schemas` of an OpenAPI document: structure, list types and merge keys,
 * which kubectl patches by (K-33), with the prose of metadata alone. `kinds` are the types with what they are of.
 */
export function openApiSchemas(
  kinds: readonly { readonly type: Type; readonly of?: object }[],
): Record<string, Schema> {
  const schemas = new Map<string, Schema>();
  const describe = (type: Type, more: Schema = {}): string => {
    const name = documentName(type.name ?? '');
    if (schemas.has(name)) return name;
    // Before its fields: types refer to each other in circles.
    schemas.set(name, {});
    const prose = type.name === 'meta.v1.ObjectMeta' ? objectMetaProse : isKind(more) ? objectProse : {};
    const fields = [...(type.map?.fields ?? [])].map(([field, one]) => {
      const description = Object.hasOwn(prose, field) ? { description: prose[field] } : {};
      return [field, { ...description, ...fieldSchema(one, schemaOf) }] as const;
    });
    const atomic = type.map?.isAtomic ? { 'x-kubernetes-map-type': 'atomic' } : {};
    schemas.set(name, { type: 'object', properties: Object.fromEntries(fields), ...atomic, ...more });
    return name;
  };
  const scalarSchema = (scalar: Scalar): Schema => {
    const name = NAMED_SCALARS[scalar];
    if (!name) return SCALARS[scalar];
    schemas.set(name, SCALARS[scalar]);
    return { allOf: [{ $ref: `#/components/schemas/${name}` }] };
  };
  const schemaOf = (type: Type): Schema => {
    if (type.name) return { allOf: [{ $ref: `#/components/schemas/${describe(type)}` }] };
    if (type.scalar && type.map) return type.map.isAtomic ? { type: 'object' } : {};
    if (type.scalar) return scalarSchema(type.scalar);
    if (type.list) return listSchema(type.list, schemaOf);
    const item = type.isStruct || !type.map?.item ? {} : { additionalProperties: schemaOf(type.map.item) };
    return { type: 'object', ...item, ...(type.map?.isAtomic && { 'x-kubernetes-map-type': 'atomic' }) };
  };
  for (const { type, of } of kinds) describe(type, of ? { [KIND]: [of] } : {});
  return Object.fromEntries(schemas);
}

const KIND = 'x-kubernetes-group-version-kind';

/** Types that are no kind may have a field `kind` of their own, as references do. */
const isKind = (more: Schema): boolean => more[KIND] !== undefined;

function listSchema({ item, relation, keys }: NonNullable<Type['list']>, schemaOf: (type: Type) => Schema): Schema {
  return {
    type: 'array',
    items: schemaOf(item),
    'x-kubernetes-list-type': relation,
    ...(relation === 'map' && { 'x-kubernetes-list-map-keys': keys }),
  };
}

function fieldSchema({ type, patch, isStruct, default: value }: Field, schemaOf: (type: Type) => Schema): Schema {
  const strategies = [...(patch?.merges ? ['merge'] : []), ...(patch?.retainsKeys ? ['retainKeys'] : [])];
  return {
    ...schemaOf(type),
    ...(isStruct ? { default: {} } : value !== undefined && { default: value }),
    ...(strategies.length > 0 && { 'x-kubernetes-patch-strategy': strategies.join(',') }),
    ...(patch?.mergeKey && { 'x-kubernetes-patch-merge-key': patch.mergeKey }),
  };
}
