import { isJsonObject, type JsonObject, type JsonValue } from '../src/schema/index.ts';
import type { Random } from './random.ts';

/** Texts at the edges of formats, lengths and quoting. */
export const TEXTS = [
  '',
  'a',
  'b',
  'ab',
  'abc',
  'x',
  'Xyz',
  'name',
  '42',
  '50%',
  'a/b',
  'a b',
  'é',
  '😀',
  '😀😀😀',
  'line\nbreak',
  'tab\t"q"\\',
  '<&>\u2028',
  '2024-02-29',
  '2023-02-29',
  '2024-01-02T03:04:05Z',
  '2024-01-02t03:04:05.123+01:00',
  '2024-01-02T24:00:00Z',
  '1h30m',
  '2 weeks',
  'x5d',
  '1.2.3.4',
  '010.1.1.1',
  '1.2.3',
  '::1',
  '::ffff:1.2.3.4',
  'fe80::1%eth0',
  '10.0.0.0/8',
  '10.0.0.1/33',
  '::/0',
  '123e4567-e89b-12d3-a456-426614174000',
  '123E4567E89B12D3A456426614174000',
  'aGVsbG8=',
  'aGVsbG8',
  'me@example.com',
  'Me <me@example.com>',
  'no at',
  'https://example.com/a?b#c',
  '/path',
  'mailto:x',
  'http://a b/',
  '%zz',
  'example.com',
  'a_b',
  '-a',
  'a.',
  '01:23:45:67:89:ab',
  '0123.4567.89ab',
  '#fff',
  'fff',
  '0321751043',
  '978-0321751041',
  'my-name',
  'my.long.name',
  'My.Name',
];
const NUMBERS = [
  0,
  1,
  2,
  3,
  5,
  10,
  -1,
  -5,
  19,
  65,
  1.5,
  0.5,
  2.25,
  -0.25,
  0.00001,
  1e21,
  1e-7,
  100000000000000000000,
  3.5e38,
  2147483647,
  2147483648,
  -2147483649,
  9007199254740991,
  9007199254740993n,
  9223372036854775807n,
  -9223372036854775808n,
  4000000000,
];

/** A value for a schema: mostly of its type, often at or over an edge, sometimes of another type. */
export function randomValue(schema: JsonObject, random: Random): JsonValue {
  if (random.chance(0.06)) return randomAnything(random, 2);
  if (random.chance(0.06)) return null;
  const allowed = schema['enum'];
  if (Array.isArray(allowed) && allowed.length > 0 && random.chance(0.6)) return random.pick(allowed);
  if (schema['x-kubernetes-int-or-string'] === true) return random.pick<JsonValue>([1, 65, '50%', 'abc', 11, true]);
  switch (schema['type']) {
    case 'string':
      return random.pick(TEXTS);
    case 'integer':
      return random.chance(0.7) ? random.below(12) : random.pick(NUMBERS);
    case 'number':
      return random.pick(NUMBERS);
    case 'boolean':
      return random.chance(0.5);
    case 'array':
      return list(schema, random);
    case 'object':
      return object(schema, random);
    default:
      return randomAnything(random, 2);
  }
}

function list(schema: JsonObject, random: Random): JsonValue[] {
  const items = isJsonObject(schema['items']) ? schema['items'] : {};
  const values = Array.from({ length: random.below(4) }, () => randomValue(items, random));
  const [first] = values;
  if (first !== undefined && random.chance(0.3)) values.push(first);
  return values;
}

function object(schema: JsonObject, random: Random): JsonObject {
  const value: JsonObject = {};
  for (const [name, property] of Object.entries((schema['properties'] ?? {}) as Record<string, JsonObject>)) {
    if (random.chance(0.7)) value[name] = randomValue(property, random);
  }
  const { additionalProperties } = schema;
  if (additionalProperties !== undefined) {
    const entry = isJsonObject(additionalProperties) ? additionalProperties : {};
    for (const key of ['k', 'l.m', 'n'].filter(() => random.chance(0.5))) value[key] = randomValue(entry, random);
  }
  if (schema['x-kubernetes-embedded-resource'] === true) Object.assign(value, typeMeta(random));
  if (random.chance(0.15)) value['unknown'] = randomAnything(random, 2);
  return value;
}

function typeMeta(random: Random): JsonObject {
  const meta: JsonObject = {};
  if (random.chance(0.9)) meta['apiVersion'] = random.pick(['v1', 'apps/v1', '', 'a/b/c']);
  if (random.chance(0.9)) meta['kind'] = random.pick<JsonValue>(['Pod', 'Pod', 'pod', '', 'A B', 5]);
  if (random.chance(0.5)) {
    meta['metadata'] = random.pick<JsonObject>([
      {},
      { name: 'x' },
      { name: '..', namespace: 'UP' },
      { name: 'x', creationTimestamp: null, labels: {}, extra: 1 },
      { labels: { 'bad key': 'v', ok: 'bad value!' }, annotations: { 'A/b': 'x', '/': 'y' } },
      { finalizers: ['a', 'b c'], ownerReferences: [{ kind: 'X' }] },
      { name: 5 },
    ]);
  }
  return meta;
}

/** Any JSON, whatever the schema wants. */
export function randomAnything(random: Random, depth: number): JsonValue {
  switch (random.below(depth > 0 ? 7 : 5)) {
    case 0:
      return random.pick(TEXTS);
    case 1:
    case 2:
      return random.pick(NUMBERS);
    case 3:
      return random.chance(0.5);
    case 4:
      return null;
    case 5:
      return Array.from({ length: random.below(3) }, () => randomAnything(random, depth - 1));
    default:
      return Object.fromEntries(['a', 'b', 'z'].map((key) => [key, randomAnything(random, depth - 1)]));
  }
}

/** The value with something in it changed, removed or moved. */
export function randomChange(value: JsonValue, schema: JsonObject, random: Random): JsonValue {
  if (Array.isArray(value) && value.length > 0) {
    const index = random.below(value.length);
    const choice = random.next();
    if (choice < 0.3) return value.toSpliced(index, 1);
    if (choice < 0.5) return value.toReversed();
    return value.with(index, randomChange(value[index] as JsonValue, asSchema(schema['items']), random));
  }
  const keys = isJsonObject(value) ? Object.keys(value) : [];
  if (!isJsonObject(value) || keys.length === 0) return randomValue(schema, random);
  const key = random.pick(keys);
  const { [key]: member = null, ...rest } = value;
  if (random.chance(0.2)) return rest;
  const below = asSchema(schema['properties'])[key] ?? schema['additionalProperties'];
  return { ...value, [key]: randomChange(member, asSchema(below), random) };
}

function asSchema(schema: JsonValue | undefined): JsonObject {
  return isJsonObject(schema) ? schema : {};
}
