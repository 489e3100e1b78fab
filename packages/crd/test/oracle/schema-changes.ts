import type { JsonObject, JsonValue } from '../../src/schema/index.ts';
import type { Random } from '../random.ts';
import { damage } from '../random-fault.ts';
import { FORMATS, PATTERNS, randomSchema, type SchemaKind, schemaOfKind } from '../random-schema.ts';
import { randomValue } from '../random-value.ts';
import { EITHER_WAY, randomRules } from './random-rules.ts';

/** What one schema was changed into. */
export interface SchemaChange {
  readonly old: JsonObject;
  readonly new: JsonObject;
}

type Maker = (random: Random) => SchemaChange;

/** One keyword added, removed or changed on a schema of one of these kinds. */
function keyword(name: string, kinds: readonly SchemaKind[], value: (random: Random) => JsonValue): Maker {
  return (random) => {
    const { [name]: _, ...bare } = schemaOfKind(random.pick(kinds), random);
    const [old, now] = [random.maybe(0.6, () => value(random)), random.maybe(0.6, () => value(random))];
    const withValue = (given: JsonValue | undefined): JsonObject =>
      given === undefined ? bare : { ...bare, [name]: given };
    return { old: withValue(old), new: withValue(now) };
  };
}

const NUMBERS: readonly SchemaKind[] = ['integer', 'number'];
const BOUNDS = [0, 1, 3, 10, -5, 1.5, 2147483647, 2147483648, -2147483649, 9223372036854775807n, 1e21];
const bound = (random: Random): JsonValue => random.pick<JsonValue>(BOUNDS);
const count = (random: Random): JsonValue => random.below(5);
const flag = (random: Random): JsonValue => random.chance(0.7);
const TEXTS = ['', 'a', 'b', 'must not be empty', 'deprecated'];
const text = (random: Random): JsonValue => random.pick(TEXTS);
const ALL: readonly SchemaKind[] = [
  'string',
  'integer',
  'number',
  'boolean',
  'intOrString',
  'object',
  'map',
  'list',
  'set',
  'mapList',
  'preserved',
  'embedded',
];

function some(random: Random, names: readonly string[]): string[] {
  return names.filter(() => random.chance(0.6));
}

/** Properties that come, go or are renamed, required or not. */
const properties: Maker = (random) => {
  const known: JsonObject = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, randomSchema(random, 1)]));
  const keeps = random.maybe(0.2, () => ({ 'x-kubernetes-preserve-unknown-fields': true }));
  const side = (): JsonObject => {
    const names = ['a', ...some(random, ['b', 'c'])];
    const required = random.maybe(0.4, () => ({ required: some(random, [...names, 'd']) }));
    return {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, known[name] ?? {}])),
      ...keeps,
      ...required,
    };
  };
  return { old: side(), new: side() };
};

const required: Maker = (random) => {
  const schema = schemaOfKind('object', random);
  const names = [...Object.keys(schema['properties'] as JsonObject), 'other'];
  return {
    old: { ...schema, required: some(random, names) },
    new: { ...schema, required: some(random, names) },
  };
};

/** A map, an object, or something between. */
const shape: Maker = (random) => {
  const values = randomSchema(random, 1);
  const declared = { type: 'object', properties: { k: values, a: { type: 'string' } } };
  const side = (): JsonObject =>
    random.pick<JsonObject>([
      { type: 'object' },
      { type: 'object', additionalProperties: true },
      { type: 'object', additionalProperties: false },
      { type: 'object', additionalProperties: values },
      { type: 'object', additionalProperties: randomSchema(random, 1) },
      declared,
      { ...declared, additionalProperties: true },
      { ...declared, additionalProperties: false },
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    ]);
  return { old: side(), new: side() };
};

const embedded: Maker = (random) => {
  const bare: JsonObject = { type: 'object', properties: { spec: randomSchema(random, 1), ...declaredMeta(random) } };
  const side = (): JsonObject => ({
    ...bare,
    ...random.maybe(0.5, () => ({ 'x-kubernetes-embedded-resource': true })),
    ...random.maybe(0.3, () => ({ 'x-kubernetes-preserve-unknown-fields': true })),
  });
  return { old: side(), new: side() };
};

function declaredMeta(random: Random): JsonObject {
  if (random.chance(0.6)) return {};
  return { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: { type: 'object' } };
}

const type: Maker = (random) => ({
  old: schemaOfKind(random.pick(ALL), random),
  new: schemaOfKind(random.pick(ALL), random),
});

/** Types of scalars with the same keywords beside them. */
const scalarType: Maker = (random) => {
  const beside = random.pick<JsonObject>([{}, { enum: [1, 2] }, { maximum: 5 }, { maxLength: 3 }, { nullable: true }]);
  const side = (): JsonObject => ({
    ...random.pick<JsonObject>([
      { type: 'integer' },
      { type: 'number' },
      { type: 'string' },
      { 'x-kubernetes-int-or-string': true },
    ]),
    ...beside,
  });
  return { old: side(), new: side() };
};

const combinators: Maker = (random) => {
  const kind = random.pick(['allOf', 'anyOf', 'oneOf', 'not']);
  const base = random.pick<JsonObject>([
    { type: 'integer' },
    { type: 'string' },
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } },
  ]);
  const members: readonly JsonObject[] = [
    { minimum: 2 },
    { maximum: 5 },
    { minLength: 2 },
    { pattern: '^a' },
    { required: ['a'] },
    { properties: { b: { minimum: 3 } } },
    { not: { required: ['b'] } },
    { enum: ['a', 1, 3] },
  ];
  const side = (): JsonObject => {
    if (random.chance(0.3)) return base;
    if (kind === 'not') return { ...base, not: random.pick(members) };
    return { ...base, [kind]: Array.from({ length: 1 + random.below(3) }, () => random.pick(members)) };
  };
  return { old: side(), new: side() };
};

const listType: Maker = (random) => {
  const item = random.pick<JsonObject>([
    { type: 'string' },
    { type: 'integer' },
    { type: 'object', required: ['name'], properties: { name: { type: 'string' }, port: { type: 'integer' } } },
    {
      type: 'object',
      'x-kubernetes-map-type': 'atomic',
      properties: { name: { type: 'string', default: 'x' }, port: { type: 'integer', default: 80 } },
    },
  ]);
  const side = (): JsonObject => {
    const listType = random.pick(['', 'atomic', 'set', 'map']);
    const keys = random.pick([['name'], ['name', 'port'], ['port', 'name'], ['port']]);
    return {
      type: 'array',
      items: item,
      ...(listType === '' ? {} : { 'x-kubernetes-list-type': listType }),
      ...(listType === 'map' ? { 'x-kubernetes-list-map-keys': keys } : {}),
    };
  };
  return { old: side(), new: side() };
};

const items: Maker = (random) => ({
  old: { type: 'array', items: randomSchema(random, 1) },
  new: { type: 'array', items: randomSchema(random, 1) },
});

const rules: Maker = (random) => {
  const kind = random.pick<SchemaKind>(['string', 'integer', 'number', 'boolean', 'object', 'map', 'list', 'set']);
  const schema = schemaOfKind(kind, random, 0);
  const side = (): JsonObject => {
    const given = randomRules(kind, random);
    return given.length === 0 ? schema : { ...schema, 'x-kubernetes-validations': given };
  };
  const old = side();
  return { old, new: random.chance(0.2) ? reworded(old, random) : side() };
};

/** The same rules, printed otherwise. */
function reworded(schema: JsonObject, random: Random): JsonObject {
  const given = (schema['x-kubernetes-validations'] ?? []) as { rule: string }[];
  const reported = given.map((rule) => ({
    ...rule,
    ...random.pick<JsonObject>([
      { message: 'another' },
      { reason: 'FieldValueForbidden' },
      { messageExpression: "'because'" },
      { rule: ` ${rule.rule} ` },
    ]),
  }));
  return { ...schema, 'x-kubernetes-validations': reported };
}

const optionalOldSelf: Maker = (random) => {
  const schema = schemaOfKind(random.pick<SchemaKind>(['string', 'integer', 'boolean']), random);
  const side = (): JsonObject => {
    const flag = random.maybe(0.7, () => ({ optionalOldSelf: random.chance(0.6) }));
    return { ...schema, 'x-kubernetes-validations': [{ rule: EITHER_WAY, ...flag }] };
  };
  return { old: side(), new: side() };
};

/** A schema that servers take, and the same with something wrong in it. */
const damaged: Maker = (random) => {
  const old = randomSchema(random, 2);
  const now = structuredClone(old);
  damage(now, random);
  return { old, new: now };
};

const defaults: Maker = (random) => {
  const kind = random.pick(ALL);
  const schema = schemaOfKind(kind, random);
  const side = (): JsonObject => (random.chance(0.3) ? schema : { ...schema, default: plainValue(schema, random) });
  return { old: side(), new: side() };
};

/** Nulls inside of a default stay when it is filled in and go when the object is converted for an answer. */
function plainValue(schema: JsonObject, random: Random): JsonValue {
  for (let tries = 0; tries < 5; tries++) {
    const value = randomValue(schema, random);
    if (value !== null && !JSON.stringify(value, plain).includes('null')) return value;
  }
  return 'a';
}

function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

/** Every kind of change to a schema that the catalogue knows; what comes of it is up to the checker. */
const CHANGES: readonly Maker[] = [
  properties,
  properties,
  required,
  shape,
  shape,
  embedded,
  type,
  scalarType,
  combinators,
  listType,
  items,
  rules,
  rules,
  optionalOldSelf,
  damaged,
  damaged,
  defaults,
  keyword('format', ['string', 'intOrString'], (random) => random.pick(FORMATS)),
  keyword('format', ['integer'], (random) => random.pick(['int32', 'int64'])),
  keyword('format', NUMBERS, (random) => random.pick(['int32', 'int64', 'float', 'double', 'int16'])),
  keyword('enum', ['string', 'integer', 'number', 'intOrString'], (random) =>
    some(random, ['a', 'b', 'ab', '']).concat(random.pick([[], ['a']])),
  ),
  keyword('enum', NUMBERS, (random) => [1, 2, 3, 5, null].filter(() => random.chance(0.7))),
  keyword('maximum', NUMBERS, bound),
  keyword('minimum', NUMBERS, bound),
  keyword('exclusiveMaximum', NUMBERS, flag),
  keyword('exclusiveMinimum', NUMBERS, flag),
  keyword('multipleOf', NUMBERS, (random) => random.pick([1, 2, 4, 0.5, 1.5, 3, 0, -2])),
  keyword('maxLength', ['string', 'intOrString'], count),
  keyword('minLength', ['string'], count),
  keyword('maxItems', ['list', 'set', 'mapList'], count),
  keyword('minItems', ['list', 'set'], count),
  keyword('maxProperties', ['map', 'object'], count),
  keyword('minProperties', ['map', 'object'], count),
  keyword('pattern', ['string', 'intOrString'], (random) => random.pick([...PATTERNS, '(?=a)', ''])),
  keyword('nullable', ALL, flag),
  keyword('uniqueItems', ['list', 'set'], flag),
  keyword('description', ALL, text),
  keyword('title', ALL, text),
  keyword('example', ALL, text),
  keyword('externalDocs', ALL, (random) => ({ url: random.pick(['https://example.com', 'https://example.org']) })),
  keyword('x-unknown', ALL, text),
  keyword('x-kubernetes-preserve-unknown-fields', ['object', 'list', 'map', 'string'], (random) => random.chance(0.9)),
  keyword('x-kubernetes-map-type', ['object', 'map', 'embedded'], (random) => random.pick(['atomic', 'granular'])),
  keyword('x-kubernetes-list-type', ['set', 'list', 'mapList'], (random) => random.pick(['atomic', 'set', 'map'])),
];

/** A change, somewhere inside of other schemas. */
export function randomSchemaChange(random: Random): SchemaChange {
  let change = random.pick(CHANGES)(random);
  for (let depth = random.below(3); depth > 0; depth--) change = random.pick(SURROUNDINGS)(change, random);
  return change;
}

type Surrounding = (change: SchemaChange, random: Random) => SchemaChange;

/** What surrounds the change stays the same. */
function same(around: (schema: JsonObject) => JsonObject): Surrounding {
  return ({ old, new: now }) => ({ old: around(old), new: around(now) });
}

const SURROUNDINGS: readonly Surrounding[] = [
  same((schema) => ({ type: 'array', items: schema })),
  same((schema) => ({ type: 'array', maxItems: 5, items: schema })),
  same((schema) => ({ type: 'object', additionalProperties: schema })),
  same((schema) => ({
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
    items: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, value: schema } },
  })),
  same((schema) => ({ type: 'object', properties: { x: schema }, 'x-kubernetes-preserve-unknown-fields': true })),
  same((schema) => ({ type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: schema } })),
  (change, random) => {
    const sibling = randomSchema(random, 1);
    const beside: JsonObject = random.pick<JsonObject>([{}, { required: ['x'] }, { nullable: true }, { default: {} }]);
    return same((schema) => ({ type: 'object', properties: { x: schema, sibling }, ...beside }))(change, random);
  },
  (change, random) => {
    const other = random.pick(CHANGES)(random);
    const beside = (x: JsonObject, y: JsonObject): JsonObject => ({ type: 'object', properties: { x, y } });
    return { old: beside(change.old, other.old), new: beside(change.new, other.new) };
  },
];
