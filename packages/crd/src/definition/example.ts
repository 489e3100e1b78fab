import { type Crd, itemsOf, type JsonObject, type JsonSchema, type JsonValue } from '../schema/index.ts';

/** An object with the fields that must be set and those whose value is known: a start to edit. */
export function exampleOf({ spec }: Crd, version: string): JsonObject {
  const schema = spec.versions.find(({ name }) => name === version)?.schema?.openAPIV3Schema ?? {};
  const { kind = '', singular } = spec.names;
  const { spec: specSchema } = schema.properties ?? {};
  const name = `my-${singular ?? kind.toLowerCase()}`;
  const metadata: JsonObject = spec.scope === 'Cluster' ? { name } : { name, namespace: 'default' };
  const object: JsonObject = { apiVersion: `${spec.group}/${version}`, kind, metadata };
  if (specSchema !== undefined) object['spec'] = valueOf(specSchema);
  return object;
}

function valueOf(schema: JsonSchema): JsonValue {
  const { default: preset, example, enum: allowed } = schema;
  const known = example ?? preset ?? allowed?.[0];
  if (known !== undefined && !isEmptyObject(known)) return known;
  if (schema['x-kubernetes-int-or-string'] === true) return schema.pattern === undefined ? 'text' : 1;
  switch (schema.type) {
    case 'object':
      return objectOf(schema);
    case 'array': {
      const items = itemsOf(schema);
      return (schema.minItems ?? 0) > 0 && items !== undefined ? [valueOf(items)] : [];
    }
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return (
        Number(schema.minimum ?? Math.min(1, Number(schema.maximum ?? 1))) + (schema.exclusiveMinimum === true ? 1 : 0)
      );
    case 'string':
      return (
        FORMATS[schema.format ?? ''] ??
        'text'.padEnd(Number(schema.minLength ?? 0), 'x').slice(0, Number(schema.maxLength ?? Infinity))
      );
    default:
      return {};
  }
}

function objectOf({ properties = {}, required = [], ...schema }: JsonSchema): JsonObject {
  const object: JsonObject = {};
  if (schema['x-kubernetes-embedded-resource'] === true) {
    Object.assign(object, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'inner' } });
  }
  for (const [name, field] of Object.entries(properties)) {
    const isKnown = field.example !== undefined || field.default !== undefined;
    if (required.includes(name) || isKnown) object[name] = valueOf(field);
  }
  return object;
}

function isEmptyObject(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  duration: '5m',
  email: 'someone@example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
};
