import type { JsonObject, JsonSchema, ValidationRule } from '@slipway/crd/schema';

/** A write that meets rules, through the whole engine: create, or update where there is an old spec. */
export interface TransitionCase {
  readonly title: string;
  readonly schema: JsonSchema;
  readonly old?: JsonObject;
  readonly spec: JsonObject;
}

const text: JsonSchema = { type: 'string', maxLength: 100 };
const int: JsonSchema = { type: 'integer' };

function object(properties: Record<string, JsonSchema>, ...rules: ValidationRule[]): JsonSchema {
  return { type: 'object', properties, 'x-kubernetes-validations': rules };
}

const immutable: ValidationRule = { rule: 'self == oldSelf', message: 'is immutable' };
const pair = { a: int, b: int, name: text };

/** Each is one property of one CRD, so the schemas must not depend on each other. */
export const TRANSITIONS: readonly TransitionCase[] = [
  { title: 'a transition rule does not run on create', schema: object(pair, immutable), spec: { a: 1 } },
  { title: 'a transition rule passes', schema: object(pair, immutable), old: { a: 1 }, spec: { a: 1 } },
  { title: 'a transition rule refuses', schema: object(pair, immutable), old: { a: 1 }, spec: { a: 2 } },
  {
    title: 'optionalOldSelf runs on create',
    schema: object(pair, { rule: 'oldSelf.hasValue() || self.a == 1', optionalOldSelf: true }),
    spec: { a: 2 },
  },
  {
    title: 'optionalOldSelf sees the old value',
    schema: object(pair, { rule: 'oldSelf.optMap(o, o.a <= self.a).orValue(true)', optionalOldSelf: true }),
    old: { a: 3 },
    spec: { a: 2 },
  },
  {
    title: 'a messageExpression is evaluated',
    schema: object(pair, { rule: 'self.a < self.b', messageExpression: '"a is %d, b is %d".format([self.a, self.b])' }),
    spec: { a: 3, b: 2 },
  },
  {
    title: 'a messageExpression that fails falls back to the message',
    schema: object(pair, { rule: 'self.a < 0', message: ' fixed ', messageExpression: '"b is %d".format([self.b])' }),
    spec: { a: 3 },
  },
  {
    title: 'a messageExpression that fails falls back to the rule',
    schema: object(pair, { rule: ' self.a < 0 ', messageExpression: '"b is %d".format([self.b])' }),
    spec: { a: 3 },
  },
  {
    title: 'an empty messageExpression result falls back',
    schema: object(pair, { rule: 'self.a < 0', messageExpression: '" " + self.name.trim()' }),
    spec: { a: 3, name: ' ' },
  },
  {
    title: 'a messageExpression with a line break falls back',
    schema: object(pair, { rule: 'self.a < 0', messageExpression: '"x\\ny"' }),
    spec: { a: 3 },
  },
  {
    title: 'a messageExpression sees the bare old value',
    schema: object(pair, { rule: 'self == oldSelf', messageExpression: '"was %d".format([oldSelf.a])' }),
    old: { a: 3 },
    spec: { a: 4 },
  },
  {
    title: 'a messageExpression under optionalOldSelf cannot use the optional',
    schema: object(pair, {
      rule: 'oldSelf.hasValue() && self == oldSelf.value()',
      optionalOldSelf: true,
      message: 'plain',
      messageExpression: '"was %d".format([oldSelf.value().a])',
    }),
    old: { a: 3 },
    spec: { a: 4 },
  },
  ...(['FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate'] as const).map(
    (reason): TransitionCase => ({
      title: `the reason ${reason} is used`,
      schema: object(pair, { rule: 'self.a < 0', reason, fieldPath: '.name', message: 'no' }),
      spec: { a: 3 },
    }),
  ),
  {
    title: 'a rule on a scalar shows its value',
    schema: { type: 'string', maxLength: 10, 'x-kubernetes-validations': [{ rule: 'self == "x"' }] },
    spec: { value: 'y' },
  },
  {
    title: 'an evaluation error refuses',
    schema: object(pair, { rule: '1 / self.a == 1', message: 'bad' }),
    spec: { a: 0 },
  },
  {
    title: 'rules run for each element',
    schema: { type: 'array', maxItems: 5, items: { ...int, 'x-kubernetes-validations': [{ rule: 'self > 1' }] } },
    spec: { value: [1, 2, 0] },
  },
  {
    title: 'elements of a list map meet their old selves',
    schema: {
      type: 'array',
      maxItems: 5,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: { ...object(pair, immutable), required: ['name'] },
    },
    old: {
      value: [
        { name: 'x', a: 1 },
        { name: 'y', a: 1 },
      ],
    },
    spec: {
      value: [
        { name: 'y', a: 2 },
        { name: 'x', a: 1 },
        { name: 'z', a: 3 },
      ],
    },
  },
  {
    title: 'values of a map meet their old selves',
    schema: {
      type: 'object',
      maxProperties: 5,
      additionalProperties: { ...int, 'x-kubernetes-validations': [{ rule: 'self >= oldSelf' }] },
    },
    old: { value: { x: 2 } },
    spec: { value: { x: 1, y: 0 } },
  },
  {
    title: 'an unchanged value is let through',
    schema: object(pair, { rule: 'self.a > 10' }),
    old: { a: 1 },
    spec: { a: 1 },
  },
  {
    title: 'one call too dear stops all rules',
    schema: {
      type: 'array',
      maxItems: 1000,
      items: int,
      'x-kubernetes-validations': [{ rule: 'self.all(x, self.all(y, x == y || x != y))' }],
    },
    spec: { value: Array.from({ length: 600 }, (_, index) => index) },
  },
  {
    title: 'large integers are exact',
    schema: { ...int, 'x-kubernetes-validations': [{ rule: 'self == 9007199254740993' }] },
    spec: { value: 9007199254740993n },
  },
  {
    title: 'an embedded resource has kind and name',
    schema: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
      'x-kubernetes-validations': [{ rule: 'self.kind == "Pod" && self.metadata.name.startsWith("y")' }],
    },
    spec: { value: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' } } },
  },
];
