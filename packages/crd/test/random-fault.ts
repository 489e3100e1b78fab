import { isJsonObject, type JsonObject, type JsonValue } from '../src/schema/index.ts';
import type { Random } from './random.ts';
import { randomAnything } from './random-value.ts';

/** Keywords that the API server refuses in many places. */
const FAULTS: readonly ((schema: JsonObject, random: Random) => void)[] = [
  (schema) => void delete schema['type'],
  (schema) => void delete schema['items'],
  (schema, random) => void (schema['type'] = random.pick(['object', 'array', 'string', 'integer', 'null', 'text', ''])),
  (schema) => void (schema['nullable'] = true),
  (schema) => void (schema['uniqueItems'] = true),
  (schema) => void (schema['id'] = 'x'),
  (schema) => void (schema['$schema'] = 'x'),
  (schema) => void (schema['$ref'] = '#/definitions/x'),
  (schema) => void (schema['definitions'] = { x: { type: 'string' } }),
  (schema) => void (schema['dependencies'] = { a: ['b'] }),
  (schema) => void (schema['patternProperties'] = { '^a': { type: 'string' } }),
  (schema) => void (schema['additionalItems'] = true),
  (schema) => void (schema['items'] = [{ type: 'string' }]),
  (schema) => void (schema['items'] = { type: 'string', nullable: true }),
  (schema, random) => void (schema['additionalProperties'] = random.pick<JsonValue>([true, false, { type: 'string' }])),
  (schema) =>
    void (schema['properties'] = { metadata: { type: 'object', description: 'x' }, kind: { type: 'integer' } }),
  (schema) => void (schema['pattern'] = '(?=a)'),
  (schema, random) => void (schema['pattern'] = random.pick(['a[', 'x**', '\\C+', '(?P<n>a)', '\\1'])),
  (schema, random) => void (schema['x-kubernetes-preserve-unknown-fields'] = random.chance(0.5)),
  (schema) => void (schema['x-kubernetes-embedded-resource'] = true),
  (schema) => void (schema['x-kubernetes-int-or-string'] = true),
  (schema, random) => void (schema['x-kubernetes-list-type'] = random.pick(['set', 'map', 'atomic', 'bag'])),
  (schema, random) => void (schema['x-kubernetes-map-type'] = random.pick(['atomic', 'granular', 'bag'])),
  (schema, random) =>
    void (schema['x-kubernetes-list-map-keys'] = random.pick([['name'], ['name', 'name'], ['value'], ['none']])),
  (schema, random) => void (schema['default'] = randomAnything(random, 2)),
  (schema, random) =>
    void (schema[random.pick(['anyOf', 'oneOf', 'allOf'])] = [{ type: 'integer' }, { type: 'string' }]),
  (schema) => void (schema['allOf'] = [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { minimum: 1 }]),
  (schema) => void (schema['not'] = { properties: { metadata: {}, b: { default: 1 } }, title: 'x' }),
  (schema) => void (schema['anyOf'] = [{ description: 'x', nullable: true }, { items: { type: 'string' } }]),
  (schema) => void (schema['oneOf'] = [{ 'x-kubernetes-list-type': 'set' }, { additionalProperties: false }]),
  (schema, random) =>
    void (schema['x-kubernetes-validations'] = [
      random.pick<JsonObject>([
        { rule: '' },
        { rule: 'true', message: ' ' },
        { rule: 'true', message: 'a\nb' },
        { rule: 'true\n&& true' },
        { rule: 'true', reason: 'Nonsense' },
        { rule: 'true', fieldPath: '.nowhere' },
        { rule: 'true', fieldPath: 'a' },
        { rule: 'true', fieldPath: ".['a']" },
        { rule: 'true', fieldPath: '.a' },
        { rule: 'true', messageExpression: ' ' },
      ]),
    ]),
];

/** Damages one schema somewhere inside. Most results are refused, some are not. */
export function damage(schema: JsonObject, random: Random): void {
  const places = placesOf(schema);
  random.pick(FAULTS)(random.pick(places), random);
}

function placesOf(schema: JsonObject): JsonObject[] {
  const below = [
    schema['items'],
    schema['additionalProperties'],
    schema['not'],
    ...Object.values(isJsonObject(schema['properties']) ? schema['properties'] : {}),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : [])),
  ];
  return [schema, ...below.filter(isJsonObject).flatMap(placesOf)];
}
