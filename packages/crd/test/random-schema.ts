import { type JsonObject, type JsonValue, parseCrd, stringifyJson, structuralProblems } from '../src/schema/index.ts';
import type { Random } from './random.ts';
import { randomValue } from './random-value.ts';

export const FORMATS = [
  'date-time',
  'date',
  'duration',
  'ipv4',
  'ipv6',
  'cidr',
  'uuid',
  'byte',
  'email',
  'uri',
  'hostname',
  'mac',
  'k8s-short-name',
  'k8s-long-name',
  'hexcolor',
  'isbn',
  'int32',
  'unheard-of',
  'password',
];
export const PATTERNS = [
  '^[a-z]+$',
  '^(a|b)*c?$',
  '[0-9]{2,}',
  '^\\p{L}+$',
  '(?i)^x',
  '^.{1,3}$',
  '^[^/]+/[^/]+$',
  '\\s',
];
const NAMES = ['a', 'b', 'c', 'name', 'kind', 'a.b', '__proto__', 'x-y'];

/** A structural schema: accepted by the API server as a field of a CRD. */
export function randomSchema(random: Random, depth = 3): JsonObject {
  const makers = depth > 0 ? [...SCALARS, ...SCALARS, ...CONTAINERS, ...CONTAINERS] : SCALARS;
  const schema = compact(random.pick(makers)(random, depth));
  if (random.chance(0.15)) schema['nullable'] = true;
  if (random.chance(0.2)) addDefault(schema, random);
  return schema;
}

/**
 * A default that the server takes; where none is found in a few tries, there is none. Nulls inside of a
 * default are left out: they stay when it is filled in and go when the object is converted for an answer.
 */
function addDefault(schema: JsonObject, random: Random): void {
  for (let tries = 0; tries < 4; tries++) {
    const value = randomValue(schema, random);
    if (!stringifyJson(value).includes('null') && isAccepted({ ...schema, default: value })) {
      schema['default'] = value;
      return;
    }
  }
}

function isAccepted(schema: JsonObject): boolean {
  return structuralProblems(parseCrd(crdOf('tries', { spec: schema }))).length === 0;
}

/** A namespaced CRD `<plural>.schema.example.com` with one version `v1` of these root properties. */
export function crdOf(plural: string, properties: JsonObject, root: JsonObject = {}): JsonObject {
  const schema = { openAPIV3Schema: { type: 'object', properties, ...root } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.schema.example.com` },
    spec: {
      group: 'schema.example.com',
      scope: 'Namespaced',
      names: { plural, kind: `${plural[0]?.toUpperCase()}${plural.slice(1)}` },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}

type Maker = (random: Random, depth: number) => Record<string, JsonValue | undefined>;

const string: Maker = (random) => ({
  type: 'string',
  format: random.maybe(0.35, () => random.pick(FORMATS)),
  minLength: random.maybe(0.2, () => random.below(4)),
  maxLength: random.maybe(0.2, () => 2 + random.below(6)),
  pattern: random.maybe(0.2, () => random.pick(PATTERNS)),
  enum: random.maybe(0.15, () => ['a', 'b', 'ab', '', ...(random.chance(0.2) ? [null] : [])]),
  ...scalarCombinators(random, () => ({ minLength: random.below(4), pattern: random.pick(PATTERNS) })),
});

const bounds = (random: Random, scale: number) => ({
  minimum: random.maybe(0.25, () => (random.below(20) - 10) * scale),
  exclusiveMinimum: random.maybe(0.1, () => true),
  maximum: random.maybe(0.25, () => random.below(20) * scale),
  exclusiveMaximum: random.maybe(0.1, () => true),
  multipleOf: random.maybe(0.15, () => random.pick([1, 2, 3, 0.5, 1.5, 10])),
});

const integer: Maker = (random) => ({
  type: 'integer',
  format: random.maybe(0.3, () => random.pick(['int32', 'int64', 'int16'])),
  ...bounds(random, random.pick([1, 1, 0.5, 1e9])),
  enum: random.maybe(0.1, () => [1, 2, 3, 9007199254740993n]),
  ...scalarCombinators(random, () => ({ minimum: random.below(5), maximum: 3 + random.below(10) })),
});

const number: Maker = (random) => ({
  type: 'number',
  format: random.maybe(0.3, () => random.pick(['float', 'double'])),
  ...bounds(random, random.pick([1, 0.25, 1e20])),
  enum: random.maybe(0.1, () => [1, 1.5, 2.25]),
});

const boolean: Maker = (random) => ({ type: 'boolean', enum: random.maybe(0.1, () => [true]) });

const intOrString: Maker = (random) => ({
  'x-kubernetes-int-or-string': true,
  anyOf: random.maybe(0.5, () => [{ type: 'integer' }, { type: 'string' }]),
  pattern: random.maybe(0.2, () => '^[0-9]+%$'),
  format: random.maybe(0.1, () => random.pick(FORMATS)),
  maximum: random.maybe(0.2, () => 10),
  enum: random.maybe(0.1, () => [1, '50%', 'A']),
});

const object: Maker = (random, depth) => {
  const properties: JsonObject = {};
  for (let count = 1 + random.below(4); count > 0; count--) {
    const name = random.pick(NAMES);
    if (name === '__proto__') continue;
    properties[name] = randomSchema(random, depth - 1);
  }
  const names = Object.keys(properties);
  if (names.length === 0) properties['a'] = { type: 'string' };
  return {
    type: 'object',
    properties,
    required: random.maybe(0.4, () => names.filter(() => random.chance(0.5))),
    minProperties: random.maybe(0.1, () => random.below(3)),
    maxProperties: random.maybe(0.1, () => 1 + random.below(3)),
    'x-kubernetes-preserve-unknown-fields': random.maybe(0.15, () => true),
    'x-kubernetes-map-type': random.maybe(0.1, () => random.pick(['atomic', 'granular'])),
    ...objectCombinators(random, names),
  };
};

const map: Maker = (random, depth) => ({
  type: 'object',
  additionalProperties: random.chance(0.8) ? randomSchema(random, depth - 1) : random.chance(0.7),
  minProperties: random.maybe(0.15, () => 1),
  maxProperties: random.maybe(0.15, () => 2),
});

const list: Maker = (random, depth) => ({
  type: 'array',
  items: randomSchema(random, depth - 1),
  minItems: random.maybe(0.2, () => random.below(3)),
  maxItems: random.maybe(0.2, () => random.below(4)),
  'x-kubernetes-preserve-unknown-fields': random.maybe(0.05, () => true),
});

const set: Maker = (random) => ({
  type: 'array',
  'x-kubernetes-list-type': 'set',
  items: compact(random.pick([string, integer])(random, 0)),
});

const mapList: Maker = (random, depth) => {
  const keys = random.chance(0.6) ? ['name'] : ['name', 'port'];
  const properties: JsonObject = {
    name: { type: 'string' },
    port: { type: 'integer', default: 80 },
    value: randomSchema(random, depth - 1),
  };
  return {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': keys,
    items: { type: 'object', required: ['name'], properties },
    maxItems: random.maybe(0.2, () => 2),
  };
};

const preserved: Maker = (random) => ({
  type: random.maybe(0.5, () => 'object'),
  'x-kubernetes-preserve-unknown-fields': true,
  format: random.maybe(0.2, () => random.pick(FORMATS)),
  minimum: random.maybe(0.2, () => 1.5),
  maximum: random.maybe(0.1, () => 1e300),
  enum: random.maybe(0.1, () => [{ a: 1 }, [1, 'x'], 1, 'a', true]),
});

const embedded: Maker = (random, depth) => ({
  type: 'object',
  'x-kubernetes-embedded-resource': true,
  'x-kubernetes-preserve-unknown-fields': random.maybe(0.5, () => true),
  properties: { spec: randomSchema(random, depth - 1) },
});

const SCALARS: readonly Maker[] = [string, string, integer, number, boolean, intOrString];
const CONTAINERS: readonly Maker[] = [object, object, map, list, set, mapList, preserved, embedded];

/** Schemas by kind, as far as a change wants one of them. */
const MAKERS = { string, integer, number, boolean, intOrString, object, map, list, set, mapList, preserved, embedded };

export type SchemaKind = keyof typeof MAKERS;

/** A structural schema of one kind, neither nullable nor with a default of its own. */
export function schemaOfKind(kind: SchemaKind, random: Random, depth = 1): JsonObject {
  return compact(MAKERS[kind](random, depth));
}

function scalarCombinators(random: Random, keywords: () => JsonObject): Record<string, JsonValue | undefined> {
  if (!random.chance(0.15)) return {};
  const member = () => Object.fromEntries(Object.entries(keywords()).filter(() => random.chance(0.6)));
  const kind = random.pick(['allOf', 'anyOf', 'oneOf', 'not'] as const);
  return kind === 'not' ? { not: member() } : { [kind]: [member(), member()] };
}

function objectCombinators(random: Random, names: readonly string[]): Record<string, JsonValue | undefined> {
  if (!random.chance(0.25) || names.length === 0) return {};
  const member = (): JsonObject => {
    const name = random.pick(names);
    const nested = random.pick<JsonObject>([{}, { minimum: 2 }, { maxLength: 2 }, { enum: ['a', 1] }, { minItems: 1 }]);
    return compact({
      required: random.maybe(0.6, () => [name]),
      properties: random.maybe(0.5, () => ({ [name]: nested })),
      maxProperties: random.maybe(0.1, () => 2),
    });
  };
  const kind = random.pick(['allOf', 'anyOf', 'oneOf', 'not'] as const);
  return kind === 'not' ? { not: member() } : { [kind]: [member(), member()] };
}

export function compact(schema: Record<string, JsonValue | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}
