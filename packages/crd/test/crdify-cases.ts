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
];
