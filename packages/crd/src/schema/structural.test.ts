import { describe, expect, it } from 'vitest';
import { crdOf } from '../../test/random-schema.ts';
import { type JsonObject, parseCrd, printProblem, structuralProblems } from './index.ts';

const ROOT = 'spec.validation.openAPIV3Schema';

function problemsOf(properties: JsonObject, root: JsonObject = {}): string[] {
  return structuralProblems(parseCrd(crdOf('things', properties, root))).map((one) =>
    printProblem(one).replaceAll(ROOT, '^'),
  );
}

const at = (schema: JsonObject) => problemsOf({ a: schema });
const array = (items: JsonObject, more: JsonObject) => ({ type: 'array', items, ...more });

describe('schemas that the API server refuses', () => {
  it.each<[string, () => string[], string[]]>([
    [
      'CRD-J01: a nullable root',
      () => problemsOf({}, { nullable: true }),
      ['^.nullable: Forbidden: nullable cannot be true at the root'],
    ],
    [
      'CRD-J01: a root of another type',
      () => problemsOf({}, { type: 'string' }),
      ['^.type: Invalid value: "string": must be object at the root'],
    ],
    [
      'CRD-J02: no type',
      () => at({}),
      ['^.properties[a].type: Required value: must not be empty for specified object fields'],
    ],
    [
      'CRD-J02: a list without items',
      () => at({ type: 'array' }),
      ['^.properties[a].items: Required value: must be specified'],
    ],
    [
      'CRD-J03: an unknown type',
      () => at({ type: 'text' }),
      [
        '^.properties[a].type: Unsupported value: "text": supported values: "array", "boolean", "integer", "number", "object", "string"',
      ],
    ],
    [
      'CRD-J03: $ref',
      () => at({ type: 'string', $ref: '#' }),
      ['^.properties[a].$ref: Forbidden: $ref is not supported'],
    ],
    [
      'CRD-J03: $schema, which only the structure knows',
      () => at({ type: 'string', $schema: 'x' }),
      ['^: Invalid value: "": OpenAPIV3Schema \'schema\' is not supported'],
    ],
    [
      'CRD-J04: uniqueItems',
      () => at(array({ type: 'string' }, { uniqueItems: true })),
      [
        '^.properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
      ],
    ],
    [
      'CRD-J05: properties and additionalProperties',
      () => at({ type: 'object', properties: { b: { type: 'string' } }, additionalProperties: { type: 'string' } }),
      ['^.properties[a].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive'],
    ],
    [
      'CRD-J06: preserve-unknown-fields false',
      () => at({ type: 'object', 'x-kubernetes-preserve-unknown-fields': false }),
      ['^.properties[a].x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined'],
    ],
    [
      'CRD-J07: int-or-string that preserves',
      () => at({ 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true }),
      [
        '^.properties[a].x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false if x-kubernetes-int-or-string is true',
      ],
    ],
    [
      'CRD-J08: a type in a combinator',
      () => at({ type: 'string', anyOf: [{ type: 'string' }] }),
      ['^.properties[a].anyOf[0].type: Forbidden: must be empty to be structural'],
    ],
    [
      'CRD-J08: but not in the pair of int-or-string',
      () => at({ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }),
      [],
    ],
    [
      'CRD-J08: a field named only in a combinator of the root',
      () => problemsOf({}, { anyOf: [{ properties: { b: {} } }] }),
      ['^.properties[b]: Required value: because it is defined in ^.anyOf[0].properties[b]'],
    ],
    [
      'CRD-J09: metadata with more than names',
      () => problemsOf({ metadata: { type: 'object', description: 'x' } }),
      [
        '^.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
      ],
    ],
    [
      'CRD-J10: a pattern that RE2 does not know',
      () => at({ type: 'string', pattern: '(?=a)' }),
      [
        '^.properties[a].pattern: Invalid value: "(?=a)": must be a valid regular expression, but isn\'t: error parsing regexp: invalid or unsupported Perl syntax: `(?=`',
      ],
    ],
    [
      'CRD-J11: a default of the wrong type',
      () => at({ type: 'string', default: 1 }),
      ['^.properties[a].default: Invalid value: "integer":  in body must be of type string: "integer"'],
    ],
    [
      'CRD-J11: a default with unknown fields',
      () => at({ type: 'object', default: { b: 1 } }),
      ['^.properties[a].default: Invalid value: {"b":1}: must not have unknown fields'],
    ],
    [
      'CRD-J11: a default that lacks a required field',
      () => at({ type: 'object', properties: { b: { type: 'string', default: 'x' } }, required: ['b'], default: {} }),
      ['^.properties[a].default.b: Required value'],
    ],
    [
      'CRD-J11: a default in top-level metadata',
      () => problemsOf({ metadata: { type: 'object', default: {} } }),
      ['^.properties[metadata].default: Forbidden: must not be set in top-level metadata'],
    ],
    [
      'CRD-J12: a map without keys',
      () => at(array({ type: 'object' }, { 'x-kubernetes-list-type': 'map' })),
      [
        '^.properties[a].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map',
      ],
    ],
    [
      'CRD-J12: a key neither required nor defaulted',
      () =>
        at(
          array(
            { type: 'object', properties: { k: { type: 'string' } } },
            { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] },
          ),
        ),
      [
        '^.properties[a].items.properties[k].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
      ],
    ],
    [
      'CRD-J12: a set of objects',
      () => at(array({ type: 'object' }, { 'x-kubernetes-list-type': 'set' })),
      [
        '^.properties[a].items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set',
      ],
    ],
    [
      'CRD-J13: an unknown map type',
      () => at({ type: 'object', 'x-kubernetes-map-type': 'bag' }),
      ['^.properties[a].x-kubernetes-map-type: Unsupported value: "bag": supported values: "atomic", "granular"'],
    ],
    [
      'CRD-J14: a rule without text',
      () => at({ type: 'string', 'x-kubernetes-validations': [{ rule: ' ' }] }),
      ['^.properties[a].x-kubernetes-validations[0].rule: Required value: rule is not specified'],
    ],
  ])('%s', (_, find, expected) => {
    expect(find()).toEqual(expected);
  });

  it('CRD-J15: a version without schema is named by its place, and so are schemas that differ', () => {
    const crd = crdOf('things', { a: {} });
    (crd['spec'] as { versions: JsonObject[] }).versions.push({ name: 'v2', served: true, storage: false });
    expect(structuralProblems(parseCrd(crd)).map(({ field }) => field)).toEqual([
      'spec.versions[1].schema.openAPIV3Schema',
      'spec.versions[0].schema.openAPIV3Schema.properties[a].type',
    ]);
  });

  it('CRD-J14: what the rule compiler finds is reported where the rule stands', () => {
    const rules = {
      compile: () => ({
        usesOldSelf: true,
        problems: [{ field: 'rule', detail: 'no' } as const],
        check: () => undefined,
      }),
    };
    const crd = crdOf('things', { a: array({ type: 'string', 'x-kubernetes-validations': [{ rule: 'x' }] }, {}) });
    const [broken, uncorrelatable] = structuralProblems(parseCrd(crd), { rules });
    expect(broken?.message).toBe(
      'Invalid value: {"Rule":"x","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: no',
    );
    expect(uncorrelatable?.detail).toBe(
      `oldSelf cannot be used on the uncorrelatable portion of the schema within ${ROOT}.properties[a]`,
    );
  });
});
