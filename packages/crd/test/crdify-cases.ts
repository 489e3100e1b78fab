import type { JsonObject, JsonValue } from '../src/schema/index.ts';

/** A change and the behaviour of crdify that it is about. */
export interface CrdifyCase {
  readonly name: string;
  readonly old: JsonObject;
  readonly new: JsonObject;
}

/** A CRD of one version whose spec has these properties. */
export function widget(
  properties: JsonObject,
  more: { readonly scope?: string; readonly required?: string[] } = {},
): JsonObject {
  const spec: JsonObject = {
    type: 'object',
    properties,
    ...(more.required === undefined ? {} : { required: more.required }),
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      names: { kind: 'Widget', listKind: 'WidgetList', plural: 'widgets', singular: 'widget' },
      scope: more.scope ?? 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                apiVersion: { type: 'string' },
                kind: { type: 'string' },
                metadata: { type: 'object' },
                spec,
              },
            },
          },
        },
      ],
    },
  };
}

/** The same CRD with one property written in two ways. */
function property(name: string, old: JsonObject, now: JsonObject): CrdifyCase {
  return { name, old: widget({ field: old }), new: widget({ field: now }) };
}

function keyword(
  name: string,
  type: string,
  key: string,
  old: JsonValue | undefined,
  now: JsonValue | undefined,
): CrdifyCase {
  const schema = (value: JsonValue | undefined): JsonObject => ({
    type,
    ...(value === undefined ? {} : { [key]: value }),
  });
  return property(name, schema(old), schema(now));
}

const text = { type: 'string' };

interface VersionShape {
  readonly name: string;
  readonly field?: JsonObject;
  readonly served?: boolean;
  readonly storage?: boolean;
}

/** A CRD of several versions whose specs have one property, or none; the last is stored. */
function versioned(versions: readonly VersionShape[], spec: JsonObject = {}, storedVersions?: string[]): JsonObject {
  const base = widget({});
  return {
    ...base,
    spec: {
      ...(base['spec'] as JsonObject),
      ...spec,
      versions: versions.map(({ name, field, served = true, storage }, at) => {
        const properties: JsonObject = { spec: { type: 'object', properties: field === undefined ? {} : { field } } };
        return {
          name,
          served,
          storage: storage ?? at === versions.length - 1,
          schema: { openAPIV3Schema: { type: 'object', properties } },
        };
      }),
    },
    ...(storedVersions === undefined ? {} : { status: { storedVersions } }),
  };
}

const alpha: VersionShape = { name: 'v1alpha1', field: text };
const beta: VersionShape = { name: 'v1beta1', field: text };
const stable: VersionShape = { name: 'v1', field: text };
const numbered = { type: 'integer' };
const webhook = {
  conversion: {
    strategy: 'Webhook',
    webhook: { clientConfig: { url: 'https://example.com' }, conversionReviewVersions: ['v1'] },
  },
};

/** What each check of crdify is there for, and the places where it goes wrong. */
export const crdifyCases: readonly CrdifyCase[] = [
  keyword('defaultvaluechanged', 'string', 'default', 'a', 'b'),
  keyword('defaultvaluenetnew', 'string', 'default', undefined, 'a'),
  keyword('defaultvalueremoved', 'string', 'default', 'a', undefined),
  keyword('descriptionchanged', 'string', 'description', 'what it was', 'what it is'),
  keyword('enumnetnew', 'string', 'enum', undefined, ['a', 'b']),
  keyword('enumvalueadded', 'string', 'enum', ['a', 'b'], ['a', 'b', 'c']),
  keyword('enumvalueremoved', 'string', 'enum', ['a', 'b'], ['a']),
  keyword('enumdropped', 'string', 'enum', ['a', 'b'], undefined),
  { name: 'existingfieldremoved', old: widget({ field: text, other: text }), new: widget({ field: text }) },
  {
    name: 'existingobjectremoved',
    old: widget({ field: text, other: { type: 'object', properties: { below: { type: 'array', items: text } } } }),
    new: widget({ field: text }),
  },
  ...(['maximum', 'maxItems', 'maxLength', 'maxProperties'] as const).flatMap((key) => [
    keyword(`${key}-maxnetnew`, 'string', key, undefined, 10),
    keyword(`${key}-maxvaluedecreased`, 'string', key, 10, 5),
    keyword(`${key}-increased`, 'string', key, 5, 10),
    keyword(`${key}-removed`, 'string', key, 5, undefined),
  ]),
  ...(['minimum', 'minItems', 'minLength', 'minProperties'] as const).flatMap((key) => [
    keyword(`${key}-minnetnew`, 'string', key, undefined, 2),
    keyword(`${key}-minvalueincreased`, 'string', key, 2, 4),
    keyword(`${key}-decreased`, 'string', key, 4, 2),
    keyword(`${key}-zero`, 'string', key, undefined, 0),
  ]),
  keyword('nullableadded', 'string', 'nullable', undefined, true),
  keyword('nullableremoved', 'string', 'nullable', true, false),
  keyword('patternadded', 'string', 'pattern', undefined, '^a'),
  keyword('patternchanged', 'string', 'pattern', '^a', '^b'),
  keyword('patternremoved', 'string', 'pattern', '^a', undefined),
  {
    name: 'requiredfieldadded',
    old: widget({ field: { type: 'string', default: 'a' } }),
    new: widget({ field: { type: 'string', default: 'a' } }, { required: ['field'] }),
  },
  { name: 'scopechanged', old: widget({ field: text }), new: widget({ field: text }, { scope: 'Cluster' }) },
  property('typechanged', { type: 'string', maxLength: 3 }, { type: 'integer', maximum: 5 }),
  { name: 'validchanges', old: widget({ field: text }), new: widget({ field: text, other: text }) },
  {
    name: 'multipleincompatible',
    old: widget({
      a: { type: 'integer', minimum: 1, maximum: 5 },
      b: { type: 'string', enum: ['x'] },
      c: { type: 'string', default: 'y' },
    }),
    new: widget(
      {
        a: { type: 'integer', minimum: 2, maximum: 9 },
        b: { type: 'string', enum: ['x', 'z'] },
        c: { type: 'string', default: 'y' },
      },
      { scope: 'Cluster', required: ['c'] },
    ),
  },
  keyword('formatchanged', 'string', 'format', 'date', 'date-time'),
  keyword('exclusivechanged', 'integer', 'exclusiveMaximum', undefined, true),
  keyword('listtypewrittenout', 'array', 'x-kubernetes-list-type', undefined, 'atomic'),
  keyword('ruleadded', 'string', 'x-kubernetes-validations', undefined, [{ rule: 'self != ""' }]),
  property(
    'mapvaluedescription',
    { type: 'object', additionalProperties: { type: 'string', description: 'was' } },
    { type: 'object', additionalProperties: { type: 'string', description: 'is' } },
  ),
  property(
    'combinatorreordered',
    { ...text, anyOf: [{ minLength: 1 }, { maxLength: 2 }] },
    { ...text, anyOf: [{ maxLength: 2 }, { minLength: 1 }] },
  ),
  // Versions: which are stored, which are compared with each other.
  { name: 'storednone', old: versioned([alpha]), new: versioned([stable]) },
  { name: 'storedkept', old: versioned([alpha, beta], {}, ['v1alpha1', 'v1beta1']), new: versioned([alpha, beta]) },
  { name: 'storedremoved', old: versioned([alpha, beta], {}, ['v1alpha1', 'v1beta1']), new: versioned([beta]) },
  { name: 'storedallremoved', old: versioned([alpha, beta], {}, ['v1beta1', 'v1alpha1']), new: versioned([stable]) },
  { name: 'versionadded', old: versioned([alpha]), new: versioned([alpha, beta]) },
  { name: 'versionaddedwithoutfield', old: versioned([alpha]), new: versioned([alpha, { name: 'v1beta1' }]) },
  { name: 'versionremoved', old: versioned([alpha, beta, stable]), new: versioned([beta, stable]) },
  {
    name: 'versionsdiffer',
    old: versioned([alpha, stable]),
    new: versioned([alpha, { ...stable, field: numbered }]),
  },
  {
    name: 'versionsdifferedbefore',
    old: versioned([alpha, { ...stable, field: numbered }]),
    new: versioned([alpha, { ...stable, field: { ...numbered, description: 'how many' } }]),
  },
  {
    name: 'versionsdifferconverted',
    old: versioned([alpha, stable], webhook),
    new: versioned([alpha, { ...stable, field: numbered }], webhook),
  },
  {
    name: 'unservedversiondiffers',
    old: versioned([alpha, stable]),
    new: versioned([
      { ...alpha, served: false },
      { ...stable, field: numbered },
    ]),
  },
  {
    name: 'versionorder',
    old: versioned([{ name: 'foo1' }, { name: 'foo10' }, { name: 'v2alpha1' }, stable]),
    new: versioned([
      { name: 'foo1', field: text },
      { name: 'foo10', field: numbered },
      { name: 'v2alpha1', field: { ...text, maxLength: 5 } },
      { ...stable, field: { ...text, maxLength: 3 } },
    ]),
  },
  // A check says nothing where another keyword changed, and nothing about what is equal.
  ...(
    [
      ['default', 'a'],
      ['enum', ['a', 'b']],
      ['maxLength', 10],
      ['minLength', 1],
      ['pattern', '^a'],
      ['nullable', true],
      ['description', 'what it is'],
    ] as const
  ).flatMap(([key, value]) => [
    keyword(`${key}-nodiff`, 'string', key, value as JsonValue, value as JsonValue),
    property(
      `${key}-otherchanged`,
      { ...text, [key]: value as JsonValue },
      {
        ...text,
        [key]: value as JsonValue,
        title: 'other',
      },
    ),
  ]),
  keyword('enumreordered', 'string', 'enum', ['a', 'b'], ['b', 'a']),
  keyword('enumreplaced', 'string', 'enum', ['a', 'b'], ['a', 'c']),
  keyword('enumofnumbers', 'integer', 'enum', [1, 2], [2, 3]),
  keyword('enumempty', 'string', 'enum', [], ['a']),
  keyword('defaultobject', 'object', 'default', { a: 1, b: '<&>' }, { b: '<&>', a: 2 }),
  keyword('defaultfalse', 'boolean', 'default', false, true),
  keyword('defaultnull', 'string', 'default', null, 'a'),
  keyword('maximumlarge', 'integer', 'maximum', 2_147_483_647, 1_000_000),
  keyword('minimumnegative', 'integer', 'minimum', -5, -1),
  keyword('maximumfraction', 'number', 'maximum', 1.5, 0.00001),
  keyword('typeremoved', 'string', 'x-kubernetes-preserve-unknown-fields', undefined, true),
  { name: 'requiredremoved', old: widget({ a: text }, { required: ['a'] }), new: widget({ a: text }) },
  {
    name: 'requiredmany',
    old: widget({ a: text, b: text, c: text }, { required: ['b'] }),
    new: widget({ a: text, b: text, c: text }, { required: ['c', 'a', 'b'] }),
  },
  { name: 'newrequired', old: widget({ a: text }), new: widget({ a: text, b: text }, { required: ['b'] }) },
  {
    name: 'newoptionalwithrequired',
    old: widget({ a: text }),
    new: widget({ a: text, b: { type: 'object', properties: { c: text }, required: ['c'] } }),
  },
  property('itemschanged', { type: 'array', items: text }, { type: 'array', items: numbered }),
  property(
    'itemsadded',
    { type: 'array', items: { type: 'object' } },
    {
      type: 'array',
      items: { type: 'object', properties: { a: text }, required: ['a'] },
    },
  ),
  property(
    'mapvaluechanged',
    { type: 'object', additionalProperties: text },
    {
      type: 'object',
      additionalProperties: numbered,
    },
  ),
  property('namewithdots', { type: 'object', properties: { 'a.b/c': text } }, { type: 'object' }),
  // Wherever one schema can stand inside another.
  ...(
    [
      ['items', (inner) => ({ type: 'array', items: inner })],
      ['itemslist', (inner) => ({ type: 'array', items: [text, inner] })],
      ['allOf', (inner) => ({ type: 'object', allOf: [inner] })],
      ['anyOf', (inner) => ({ type: 'object', anyOf: [text, inner] })],
      ['oneOf', (inner) => ({ type: 'object', oneOf: [inner, text] })],
      ['not', (inner) => ({ type: 'object', not: inner })],
      ['additionalProperties', (inner) => ({ type: 'object', additionalProperties: inner })],
      ['patternProperties', (inner) => ({ type: 'object', patternProperties: { '^a': inner } })],
      ['additionalItems', (inner) => ({ type: 'array', additionalItems: inner })],
      ['definitions', (inner) => ({ type: 'object', definitions: { a: inner } })],
      ['dependencies', (inner) => ({ type: 'object', dependencies: { a: inner } })],
    ] as readonly (readonly [string, (inner: JsonObject) => JsonObject])[]
  ).flatMap(([key, wrap]) => [
    property(`${key}-inside`, wrap({ ...text, maxLength: 5 }), wrap({ ...text, maxLength: 3 })),
    property(`${key}-gone`, wrap({ ...text, maxLength: 5 }), { type: 'object' }),
    property(`${key}-removedbelow`, wrap({ type: 'object', properties: { a: text } }), wrap({ type: 'object' })),
  ]),
];
