import type { JsonObject, JsonValue } from '../src/schema/index.ts';
import { isJsonObject } from '../src/schema/index.ts';
import type { Random } from './random.ts';

const WORDS = [
  '',
  'a',
  'b',
  'A "quoted" word',
  'back\\slash',
  'two\nlines\tand tab',
  'é',
  '😀',
  '<b>&\u2028',
  '\u00a0',
  '\u0007',
];
const NUMBERS = [0, 1, 1.5, -2, 5, 10, 100_000, 1_000_000, 2_147_483_647, 1e21, 1e-7, 0.00001, 123_456_789.25];
const COUNTS = [0, 1, 2, 5, 100_000, 1_000_000, 2_147_483_647];
const VALUES: readonly JsonValue[] = [
  '',
  'a',
  '<b>&',
  0,
  1,
  1.5,
  1e21,
  9007199254740993n,
  true,
  { b: [1, 'x'], a: { z: null } },
  [],
  {},
  'two\nlines',
];
const NAMES = ['a', 'b', 'c', 'spec', 'x.y', '__proto__', '10', '9', 'constructor'];

type Maker = (random: Random, depth: number) => JsonValue;

function many(random: Random, most: number, make: () => JsonValue): JsonValue[] {
  return Array.from({ length: random.below(most + 1) }, make);
}

/** Every keyword that apiextensions v1 knows and that takes part in a comparison. */
const KEYWORDS: Readonly<Record<string, Maker>> = {
  type: (random) => random.pick(['string', 'integer', 'number', 'boolean', 'object', 'array', '']),
  description: (random) => random.pick(WORDS),
  title: (random) => random.pick(WORDS),
  format: (random) => random.pick(['date-time', 'int32', 'int64', 'uuid', '']),
  default: (random) => random.pick([...VALUES, null]),
  example: (random) => random.pick(VALUES),
  enum: (random) => many(random, 4, () => random.pick([...VALUES, null])),
  maximum: (random) => random.pick(NUMBERS),
  minimum: (random) => random.pick(NUMBERS),
  exclusiveMaximum: (random) => random.chance(0.5),
  exclusiveMinimum: (random) => random.chance(0.5),
  multipleOf: (random) => random.pick(NUMBERS),
  maxLength: (random) => random.pick(COUNTS),
  minLength: (random) => random.pick(COUNTS),
  maxItems: (random) => random.pick(COUNTS),
  minItems: (random) => random.pick(COUNTS),
  maxProperties: (random) => random.pick(COUNTS),
  minProperties: (random) => random.pick(COUNTS),
  uniqueItems: (random) => random.chance(0.5),
  pattern: (random) => random.pick(['', '^a$', '[<>]+', 'é\\d']),
  required: (random) => many(random, 3, () => random.pick(NAMES)),
  nullable: (random) => random.chance(0.5),
  externalDocs: (random) => random.pick<JsonValue>([{}, { url: 'https://example.com' }, { description: 'x' }]),
  allOf: (random, depth) => many(random, 2, () => soup(random, depth - 1)),
  anyOf: (random, depth) => many(random, 2, () => soup(random, depth - 1)),
  oneOf: (random, depth) => many(random, 2, () => soup(random, depth - 1)),
  not: (random, depth) => soup(random, depth - 1),
  items: (random, depth) => soup(random, depth - 1),
  additionalProperties: (random, depth) => (random.chance(0.5) ? soup(random, depth - 1) : random.chance(0.5)),
  properties: (random, depth) => properties(random, depth),
  'x-kubernetes-preserve-unknown-fields': (random) => random.chance(0.5),
  'x-kubernetes-embedded-resource': (random) => random.chance(0.5),
  'x-kubernetes-int-or-string': (random) => random.chance(0.5),
  'x-kubernetes-list-type': (random) => random.pick(['atomic', 'set', 'map']),
  'x-kubernetes-list-map-keys': (random) => many(random, 2, () => random.pick(NAMES)),
  'x-kubernetes-map-type': (random) => random.pick(['atomic', 'granular']),
  'x-kubernetes-validations': (random) =>
    many(random, 2, () => ({ rule: random.pick(['self > 1', 'self == oldSelf']), message: random.pick(WORDS) })),
  'x-unknown': (random) => random.pick(WORDS),
};
const DEEP = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'items', 'additionalProperties', 'properties']);
const SHALLOW_NAMES = Object.keys(KEYWORDS).filter((keyword) => !DEEP.has(keyword));

function properties(random: Random, depth: number): JsonObject {
  const object: JsonObject = Object.create(null) as JsonObject;
  for (const name of NAMES) if (random.chance(0.35)) object[name] = soup(random, depth - 1);
  return object;
}

/** Keywords thrown together: crdify does not ask whether a schema makes sense. */
export function soup(random: Random, depth: number): JsonObject {
  const schema: JsonObject = {};
  if (depth > 0 && random.chance(0.6)) schema['properties'] = properties(random, depth);
  const names = depth > 0 ? Object.keys(KEYWORDS) : SHALLOW_NAMES;
  for (const keyword of names) {
    if (keyword !== 'properties' && random.chance(0.08)) schema[keyword] = KEYWORDS[keyword]?.(random, depth) ?? null;
  }
  return schema;
}

/** A copy with one keyword of one place added, changed or removed. */
export function mutate(random: Random, schema: JsonObject): JsonObject {
  const copy = clone(schema) as JsonObject;
  const place = random.pick(placesOf(copy));
  const keyword = random.pick([...Object.keys(KEYWORDS), 'properties', 'properties', ...Object.keys(place)]);
  if (Object.hasOwn(place, keyword) && random.chance(0.4)) delete place[keyword];
  else if (keyword === 'properties') alterProperties(random, place);
  else place[keyword] = KEYWORDS[keyword]?.(random, 1) ?? null;
  return copy;
}

function alterProperties(random: Random, place: JsonObject): void {
  const object = isJsonObject(place['properties']) ? place['properties'] : (Object.create(null) as JsonObject);
  place['properties'] = object;
  const name = random.pick(NAMES);
  if (Object.hasOwn(object, name)) delete object[name];
  else object[name] = soup(random, 1);
}

export function clone(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(clone);
  if (!isJsonObject(value)) return value;
  const copy = Object.create(null) as JsonObject;
  for (const key of Object.keys(value)) copy[key] = clone(value[key] as JsonValue);
  return copy;
}

function placesOf(schema: JsonObject): JsonObject[] {
  const children = [...DEEP].flatMap((keyword): JsonValue[] => {
    const value = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
    if (keyword === 'properties') return isJsonObject(value) ? Object.values(value) : [];
    return Array.isArray(value) ? value : [value ?? null];
  });
  return [schema, ...children.filter(isJsonObject).flatMap(placesOf)];
}

const VERSIONS = ['v1alpha1', 'v1beta1', 'v1', 'v2alpha1', 'v10', 'v2', 'foo1', 'foo10'];

/** A CRD that says anything, and what it was changed into. */
export function randomChange(random: Random, depth = 3): { readonly old: JsonObject; readonly new: JsonObject } {
  const first = soup(random, depth);
  const names = VERSIONS.filter(() => random.chance(0.3));
  if (names.length === 0) names.push('v1');
  const versions = names.map((name) => ({
    name,
    served: random.chance(0.8),
    storage: name === names[0],
    schema: { openAPIV3Schema: random.chance(0.5) ? first : mutate(random, mutate(random, first)) },
  }));
  const changed = versions
    .filter(() => random.chance(0.92))
    .map((version) => {
      let schema = version.schema.openAPIV3Schema;
      for (let count = random.below(4); count > 0; count--) schema = mutate(random, schema);
      return {
        ...version,
        served: random.chance(0.95) ? version.served : !version.served,
        schema: { openAPIV3Schema: schema },
      };
    });
  const scope = random.chance(0.9) ? 'Namespaced' : 'Cluster';
  const stored = names.filter(() => random.chance(0.3));
  return {
    old: crd('Namespaced', versions, random, { storedVersions: stored }),
    new: crd(scope, changed, random),
  };
}

function crd(scope: string, versions: JsonValue[], random: Random, status?: JsonObject): JsonObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      names: { kind: 'Widget', plural: 'widgets' },
      scope,
      versions,
      ...(random.chance(0.2) ? { conversion: { strategy: 'Webhook' } } : {}),
    },
    ...(status === undefined ? {} : { status }),
  };
}
