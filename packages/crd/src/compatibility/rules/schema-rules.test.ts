import { describe, expect, test } from 'vitest';
import { messagesOfField, stated, widget, widgetWith } from '../../../test/widget.ts';
import type { JsonObject } from '../../schema/index.ts';
import { compareCrds } from '../index.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const object = { type: 'object' };
const list = { type: 'array', items: text };
const F = '^.spec.field';

type Row = readonly [title: string, old: JsonObject, now: JsonObject, forward: string[], backward: string[]];

/** One place changes; what is reported going there, and what going back. */
const rows: readonly Row[] = [
  [
    'CRD-S09: a property that is no longer required',
    { ...object, properties: { a: text }, required: ['a'] },
    { ...object, properties: { a: text } },
    [`S09 SAFE ${F}.a`],
    [`S07 BREAK WS ${F}.a`],
  ],
  [
    'CRD-S07: a property becomes required',
    { ...object, properties: { a: text } },
    { ...object, properties: { a: text }, required: ['a'] },
    [`S07 BREAK WS ${F}.a`],
    [`S09 SAFE ${F}.a`],
  ],
  [
    'CRD-S08: a property with default becomes required',
    { ...object, properties: { a: { ...text, default: 'x' } } },
    { ...object, properties: { a: { ...text, default: 'x' } }, required: ['a'] },
    [`S08 REVIEW ${F}.a`],
    [`S09 SAFE ${F}.a`],
  ],
  [
    'CRD-S01: one finding for a property and all below it',
    { ...object, properties: { a: { ...object, properties: { b: text, c: list } }, z: text } },
    { ...object, properties: { z: text } },
    [`S01 BREAK WRD ${F}.a`],
    [`S03 SAFE ${F}.a`],
  ],
  [
    'CRD-S02: a property goes and unknown fields are kept',
    { ...object, 'x-kubernetes-preserve-unknown-fields': true, properties: { a: text } },
    { ...object, 'x-kubernetes-preserve-unknown-fields': true },
    [`S02 REVIEW ${F}.a`],
    [`S03 BREAK WS ${F}.a`],
  ],
  [
    'CRD-S03: a property is declared beside keys of any shape',
    { ...object, additionalProperties: true },
    { ...object, additionalProperties: true, properties: { a: text } },
    [`S03 BREAK WS ${F}.a`],
    [`S01 BREAK WRD ${F}.a`],
  ],
  [
    'CRD-S04: an optional property with default',
    { ...object },
    { ...object, properties: { a: { ...text, default: 'x' } } },
    [`S04 REVIEW ${F}.a`],
    [`S01 BREAK WRD ${F}.a`],
  ],
  [
    'CRD-S05: a required property',
    { ...object },
    { ...object, properties: { a: text }, required: ['a'] },
    [`S05 BREAK WS ${F}.a`],
    [`S01 BREAK WRD ${F}.a`],
  ],
  [
    'CRD-S06: an optional object with required children',
    { ...object },
    { ...object, properties: { a: { ...object, properties: { b: text }, required: ['b'] } } },
    [`S06 SAFE ${F}.a`],
    [`S01 BREAK WRD ${F}.a`],
  ],
  [
    'CRD-S08: a required property with default',
    { ...object },
    { ...object, properties: { a: { ...text, default: 'x' } }, required: ['a'] },
    [`S08 REVIEW ${F}.a`],
    [`S01 BREAK WRD ${F}.a`],
  ],
  [
    'CRD-S11: a change of items is reported at the items',
    list,
    { type: 'array', items: { ...text, maxLength: 3 } },
    [`V10 BREAK WS ${F}.items`],
    [`V12 SAFE ${F}.items`],
  ],
  [
    'CRD-S12: a change of map values is reported at the values, and only there',
    { ...object, additionalProperties: { ...text, description: 'a' } },
    { ...object, additionalProperties: { ...text, description: 'b' } },
    [`V33 INFO ${F}.additionalProperties`],
    [`V33 INFO ${F}.additionalProperties`],
  ],
  [
    'CRD-S13: map values go',
    { ...object, additionalProperties: text },
    object,
    [`S13 BREAK WD ${F}`],
    [`S14 REVIEW ${F}`],
  ],
  [
    'CRD-S13: map values are refused',
    { ...object, additionalProperties: true },
    { ...object, additionalProperties: false },
    [`S13 BREAK WS ${F}`],
    [`S14 REVIEW ${F}`],
  ],
  [
    'CRD-S15: map values get a schema',
    { ...object, additionalProperties: true },
    { ...object, additionalProperties: text },
    [`S15 BREAK WS ${F}`],
    [`S16 SAFE ${F}`],
  ],
  [
    'CRD-S16: map values that are objects lose their schema',
    { ...object, additionalProperties: object },
    { ...object, additionalProperties: true },
    [`S16 BREAK WD ${F}`],
    [`S15 BREAK WS ${F}`],
  ],
  [
    'CRD-S17: an object becomes a map',
    { ...object, properties: { a: text } },
    { ...object, additionalProperties: text },
    [`S17 BREAK WSD ${F}`],
    [`S17 BREAK WSD ${F}`],
  ],
  [
    'CRD-S18, CRD-S19: unknown fields are no longer kept',
    { ...object, 'x-kubernetes-preserve-unknown-fields': true },
    object,
    [`S18 BREAK WD ${F}`],
    [`S19 REVIEW ${F}`],
  ],
  [
    'CRD-S20: an embedded resource is required',
    { ...object, 'x-kubernetes-preserve-unknown-fields': true },
    { ...object, 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-embedded-resource': true },
    [`S20 BREAK WS ${F}`],
    [`S21 SAFE ${F}`],
  ],
  [
    'CRD-S21: an embedded resource whose fields are not declared',
    { ...object, properties: { a: text }, 'x-kubernetes-embedded-resource': true },
    { ...object, properties: { a: text } },
    [`S21 BREAK WD ${F}`],
    [`S20 BREAK WS ${F}`],
  ],
  [
    'CRD-S22, CRD-S23: int-or-string narrows',
    { 'x-kubernetes-int-or-string': true },
    integer,
    [`S22 BREAK WS ${F}`],
    [`S23 REVIEW ${F}`],
  ],
  [
    'CRD-V01: another type is reported once, without what is below',
    { ...object, properties: { a: text, b: text } },
    { ...text, maxLength: 3 },
    [`V01 BREAK WSR ${F}`],
    [`V01 BREAK WSR ${F}`],
  ],
  ['CRD-V01: integer becomes number', integer, { type: 'number' }, [`V01 REVIEW ${F}`], [`V01 BREAK WSR ${F}`]],
  ['CRD-V02: a format that servers check', text, { ...text, format: 'uuid' }, [`V02 BREAK WS ${F}`], [`V03 SAFE ${F}`]],
  [
    'CRD-V02: a format that restricts nothing',
    text,
    { ...text, format: 'password' },
    [`V02 SAFE ${F}`],
    [`V02 SAFE ${F}`],
  ],
  ['CRD-V03: a format that no server checks', text, { ...text, format: 'slug' }, [`V03 INFO ${F}`], [`V03 INFO ${F}`]],
  [
    'CRD-V04: int64 becomes int32',
    { ...integer, format: 'int64' },
    { ...integer, format: 'int32' },
    [`V04 BREAK WS ${F}`],
    [`V04 REVIEW ${F}`],
  ],
  [
    'CRD-V05, CRD-V08: an enum where there was none',
    text,
    { ...text, enum: ['a'] },
    [`V05 BREAK WS ${F}`],
    [`V08 REVIEW ${F}`],
  ],
  [
    'CRD-V06: an enum value goes',
    { ...text, enum: ['a', 'b'] },
    { ...text, enum: ['a'] },
    [`V06 BREAK WS ${F}`],
    [`V07 REVIEW ${F}`],
  ],
  ['CRD-V10, CRD-V12: a maximum', integer, { ...integer, maximum: 5 }, [`V10 BREAK WS ${F}`], [`V12 SAFE ${F}`]],
  [
    'CRD-V11: a lower maximum',
    { ...integer, maximum: 5 },
    { ...integer, maximum: 4 },
    [`V11 BREAK WS ${F}`],
    [`V12 SAFE ${F}`],
  ],
  ['CRD-V13, CRD-V15: a minimum length', text, { ...text, minLength: 1 }, [`V13 BREAK WS ${F}`], [`V15 SAFE ${F}`]],
  [
    'CRD-V14: a higher minimum',
    { ...integer, minimum: 1 },
    { ...integer, minimum: 2 },
    [`V14 BREAK WS ${F}`],
    [`V15 SAFE ${F}`],
  ],
  [
    'CRD-V16: an exclusive bound',
    { type: 'number', maximum: 5 },
    { type: 'number', maximum: 5, exclusiveMaximum: true },
    [`V16 BREAK WS ${F}`],
    [`V16 SAFE ${F}`],
  ],
  ['CRD-V17: multipleOf', integer, { ...integer, multipleOf: 2 }, [`V17 BREAK WS ${F}`], [`V18 SAFE ${F}`]],
  [
    'CRD-V18: a multiple of the old multipleOf',
    { ...integer, multipleOf: 2 },
    { ...integer, multipleOf: 4 },
    [`V18 BREAK WS ${F}`],
    [`V18 SAFE ${F}`],
  ],
  ['CRD-V19, CRD-V21: a pattern', text, { ...text, pattern: '^a' }, [`V19 BREAK WS ${F}`], [`V21 SAFE ${F}`]],
  [
    'CRD-V20: another pattern',
    { ...text, pattern: '^a' },
    { ...text, pattern: '^b' },
    [`V20 BREAK WS ${F}`],
    [`V20 BREAK WS ${F}`],
  ],
  ['CRD-V22: null is no longer kept', { ...text, nullable: true }, text, [`V22 BREAK DR ${F}`], [`V23 REVIEW ${F}`]],
  [
    'CRD-V22: null in a list is no longer accepted',
    { type: 'array', items: { ...text, nullable: true } },
    list,
    [`V22 BREAK WSDR ${F}.items`],
    [`V23 REVIEW ${F}.items`],
  ],
  [
    'CRD-V23: null beside an enum',
    { ...text, enum: ['a'] },
    { ...text, enum: ['a'], nullable: true },
    [`V23 BREAK W ${F}`],
    [`V22 BREAK DR ${F}`],
  ],
  ['CRD-V24: a default', text, { ...text, default: 'a' }, [`V24 REVIEW ${F}`], [`V26 BREAK R ${F}`]],
  [
    'CRD-V25: another default',
    { ...text, default: 'a' },
    { ...text, default: 'b' },
    [`V25 BREAK R ${F}`],
    [`V25 BREAK R ${F}`],
  ],
  [
    'CRD-V29: an allOf member',
    { ...text, allOf: [{ minLength: 1 }] },
    { ...text, allOf: [{ minLength: 1 }, { maxLength: 9 }] },
    [`V29 BREAK WS ${F}`],
    [`V29 SAFE ${F}`],
  ],
  ['CRD-V30: anyOf', text, { ...text, anyOf: [{ minLength: 1 }] }, [`V30 BREAK WS ${F}`], [`V30 SAFE ${F}`]],
  [
    'CRD-V30: an anyOf member',
    { ...text, anyOf: [{ minLength: 1 }] },
    { ...text, anyOf: [{ minLength: 1 }, { maxLength: 9 }] },
    [`V30 SAFE ${F}`],
    [`V30 BREAK WS ${F}`],
  ],
  [
    'CRD-V31: a oneOf member',
    { ...text, oneOf: [{ minLength: 1 }] },
    { ...text, oneOf: [{ minLength: 1 }, { maxLength: 9 }] },
    [`V31 BREAK WS ${F}`],
    [`V31 BREAK WS ${F}`],
  ],
  ['CRD-V32: not', text, { ...text, not: { minLength: 9 } }, [`V32 BREAK WS ${F}`], [`V32 SAFE ${F}`]],
  [
    'CRD-V32: another not',
    { ...text, not: { minLength: 8 } },
    { ...text, not: { minLength: 9 } },
    [`V32 BREAK WS ${F}`],
    [`V32 BREAK WS ${F}`],
  ],
  [
    'CRD-V33: a description',
    { ...text, description: 'a' },
    { ...text, description: 'b' },
    [`V33 INFO ${F}`],
    [`V33 INFO ${F}`],
  ],
  [
    'CRD-V33: a description that speaks of another behaviour',
    { ...text, description: 'a' },
    { ...text, description: 'Deprecated: a' },
    [`V33 REVIEW ${F}`],
    [`V33 REVIEW ${F}`],
  ],
  [
    'CRD-V34: title and example',
    text,
    { ...text, title: 'T', example: 'x' },
    [`V34 INFO ${F}`, `V34 INFO ${F}`],
    [`V34 INFO ${F}`, `V34 INFO ${F}`],
  ],
  ['CRD-V35: an unknown keyword', text, { ...text, 'x-acme': 1 }, [`V35 BREAK W ${F}`], [`V35 INFO ${F}`]],
  [
    'CRD-X02, CRD-X04: a list becomes a set',
    list,
    { ...list, 'x-kubernetes-list-type': 'set' },
    [`X02 BREAK WSM ${F}`],
    [`X04 REVIEW M ${F}`],
  ],
  [
    'CRD-X07, CRD-X08: a map becomes atomic',
    object,
    { ...object, 'x-kubernetes-map-type': 'atomic' },
    [`X07 REVIEW M ${F}`],
    [`X08 REVIEW M ${F}`],
  ],
  [
    'CRD-X09, CRD-X11: a rule',
    text,
    { ...text, 'x-kubernetes-validations': [{ rule: 'self != "oldSelf"' }] },
    [`X09 BREAK W ${F}`],
    [`X11 SAFE ${F}`],
  ],
  [
    'CRD-X10: a transition rule',
    text,
    { ...text, 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] },
    [`X10 BREAK WS ${F}`],
    [`X11 SAFE ${F}`],
  ],
  [
    'CRD-X12: another rule',
    { ...integer, 'x-kubernetes-validations': [{ rule: 'self > 1' }] },
    { ...integer, 'x-kubernetes-validations': [{ rule: 'self > 2' }] },
    [`X12 BREAK W ${F}`],
    [`X12 BREAK W ${F}`],
  ],
  [
    'CRD-X13: the message of a rule',
    { ...integer, 'x-kubernetes-validations': [{ rule: 'self > 1', message: 'a' }] },
    { ...integer, 'x-kubernetes-validations': [{ rule: 'self > 1', message: 'b' }] },
    [`X13 INFO ${F}`],
    [`X13 INFO ${F}`],
  ],
  [
    'CRD-X14: the reason of a rule',
    { ...integer, 'x-kubernetes-validations': [{ rule: 'self > 1' }] },
    { ...integer, 'x-kubernetes-validations': [{ rule: 'self > 1', reason: 'FieldValueForbidden' }] },
    [`X14 REVIEW ${F}`],
    [`X14 REVIEW ${F}`],
  ],
  [
    'CRD-X15: a transition rule that also runs on create',
    { ...integer, 'x-kubernetes-validations': [{ rule: 'self > oldSelf' }] },
    { ...integer, 'x-kubernetes-validations': [{ rule: 'self > oldSelf', optionalOldSelf: true }] },
    [`X15 BREAK W ${F}`],
    [`X15 REVIEW ${F}`],
  ],
];

describe('one change, one finding', () => {
  test.each(rows)('%s', (_title, old, now, forward, backward) => {
    expect(messagesOfField(old, now)).toEqual(forward);
    expect(messagesOfField(now, old)).toEqual(backward);
  });

  const byKey = (key: string, type = 'map'): JsonObject => ({
    type: 'array',
    'x-kubernetes-list-type': type,
    ...(type === 'map' ? { 'x-kubernetes-list-map-keys': [key] } : {}),
    items: {
      type: 'object',
      'x-kubernetes-map-type': 'atomic',
      properties: { a: text, b: text },
      required: ['a', 'b'],
    },
  });

  test('CRD-X03, CRD-X05, CRD-X06: list types and keys', () => {
    expect(messagesOfField(byKey('a', 'atomic'), byKey('a'))).toEqual([`X03 BREAK WSM ${F}`]);
    expect(messagesOfField(byKey('a', 'set'), byKey('a'))).toEqual([`X05 BREAK WSM ${F}`]);
    expect(messagesOfField(byKey('a'), byKey('b'))).toEqual([`X06 BREAK WSM ${F}`]);
  });

  test('CRD-V26: a default that goes from a required property hurts writers, too', () => {
    const spec = (field: JsonObject) => widgetWith({ field }, { required: ['field'] });
    expect(stated(compareCrds(spec({ ...text, default: 'a' }), spec(text)))).toEqual([`V26 BREAK WSR ${F}`]);
  });

  test('CRD-V28: uniqueItems is refused, and reported once', () => {
    expect(messagesOfField(list, { ...list, uniqueItems: true })).toEqual([`V28 REJECT ${F}`]);
  });

  test('CRD-S10: a property that seems renamed names its new name', () => {
    const report = compareCrds(
      widgetWith({ field: { ...text, maxLength: 5 } }),
      widgetWith({ other: { ...text, maxLength: 5 } }),
    );
    expect(stated(report)).toEqual([`S01 BREAK WRD ${F}`, 'S03 SAFE ^.spec.other']);
    expect(report.findings[0]?.remedy).toContain('^.spec.other');
  });

  const number = { type: 'number' };
  test.each<readonly [string, JsonObject, JsonObject, string]>([
    ['a bound beyond int64', { minimum: 1e21 }, { minimum: 0 }, 'V14 BREAK WS'],
    ['a bound that becomes one beyond int64', { maximum: 5 }, { maximum: 1e21 }, 'V11 BREAK WS'],
    ['two bounds beyond int64', { maximum: 1e21 }, { maximum: 1e22 }, 'V12 SAFE'],
    ['a bound that is cut', { minimum: 1.5 }, { minimum: 1.2, exclusiveMinimum: true }, 'V14 BREAK WS'],
    ['a lower bound', { minimum: 1.5 }, { minimum: 1.2 }, 'V15 SAFE'],
    ['a divisor that is cut to nothing', { multipleOf: 1.5 }, { multipleOf: 0.5 }, 'V18 BREAK WS'],
    ['a divisor that is cut', { multipleOf: 7.5 }, { multipleOf: 2.5 }, 'V18 BREAK WS'],
    ['a divisor', { multipleOf: 3 }, { multipleOf: 1.5 }, 'V18 SAFE'],
  ])('CRD-N07: whole numbers meet %s otherwise', (_title, old, now, reported) => {
    expect(messagesOfField({ ...number, ...old }, { ...number, ...now })).toEqual([`${reported} ${F}`]);
  });

  test('CRD-V01: what changes beside integer to number is reported, too', () => {
    expect(messagesOfField(integer, { type: 'number', enum: [1, 1.5] })).toEqual([
      `V01 REVIEW ${F}`,
      `V05 BREAK WS ${F}`,
    ]);
  });

  test('CRD-S14: keys of any shape get a schema', () => {
    const open = { ...object, 'x-kubernetes-preserve-unknown-fields': true };
    expect(messagesOfField(open, { ...open, additionalProperties: text })).toEqual([`S14 BREAK WS ${F}`]);
    expect(messagesOfField(object, { ...object, additionalProperties: text })).toEqual([`S14 REVIEW ${F}`]);
  });

  test('CRD-S03: type and metadata are there before they are declared', () => {
    const root = (properties: JsonObject, more: JsonObject = {}) =>
      widget({ versions: [{ more: { schema: { openAPIV3Schema: { type: 'object', properties, ...more } } } }] });
    const declared = root({ kind: text, apiVersion: text, metadata: object }, { required: ['metadata'] });
    expect(stated(compareCrds(root({}), declared))).toEqual([]);
    expect(stated(compareCrds(declared, root({})))).toEqual([]);
    expect(stated(compareCrds(root({}), root({ kind: { ...text, enum: ['A'] } })))).toEqual(['V05 BREAK WS ^.kind']);
    const named = root({ metadata: { ...object, properties: { name: { ...text, maxLength: 9 } } } });
    expect(stated(compareCrds(root({}), named))).toEqual(['S03 BREAK WS ^.metadata.name']);
    const embedded = (properties: JsonObject): JsonObject => ({
      ...object,
      'x-kubernetes-embedded-resource': true,
      properties: { spec: object, ...properties },
    });
    expect(messagesOfField(embedded({}), embedded({ kind: text }))).toEqual([`S03 SAFE ${F}.kind`]);
    expect(messagesOfField(embedded({}), embedded({ kind: { ...text, maxLength: 2 } }))).toEqual([
      `S03 BREAK WS ${F}.kind`,
    ]);
  });

  test('CRD-V07: an enum declared open takes new values', () => {
    const [old, now] = [
      { ...text, enum: ['a'] },
      { ...text, enum: ['a', 'b'] },
    ];
    expect(messagesOfField(old, now, { openEnums: [F] })).toEqual([`V07 SAFE ${F}`]);
  });
});

describe('nothing changed', () => {
  const same: readonly (readonly [string, JsonObject, JsonObject])[] = [
    ['CRD-X01: the default list type is written out', list, { ...list, 'x-kubernetes-list-type': 'atomic' }],
    ['CRD-N01: the default map type is written out', object, { ...object, 'x-kubernetes-map-type': 'granular' }],
    ['CRD-N02: false is absent', text, { ...text, nullable: false }],
    ['CRD-N03: empty is absent', text, { ...text, description: '', enum: [], pattern: '', default: null }],
    [
      'CRD-V09: an enum in another order, with a member twice',
      { ...text, enum: ['a', 'b'] },
      { ...text, enum: ['b', 'a', 'b'] },
    ],
    [
      'CRD-N05: the keys of a default in another order',
      { ...object, default: { b: 1, a: 2 }, properties: { a: integer, b: integer } },
      { ...object, default: { a: 2, b: 1 }, properties: { a: integer, b: integer } },
    ],
    ['CRD-N06: a length of at least 0', text, { ...text, minLength: 0 }],
    [
      'CRD-V10: the maximum that the format has anyway',
      { ...integer, format: 'int32' },
      { ...integer, format: 'int32', maximum: 2147483647 },
    ],
    ['CRD-N06: an exclusive flag without bound', integer, { ...integer, exclusiveMaximum: true }],
    [
      'CRD-N08: members in another order',
      { ...text, anyOf: [{ minLength: 1 }, { maxLength: 2 }] },
      { ...text, anyOf: [{ maxLength: 2 }, { minLength: 1 }] },
    ],
    [
      'CRD-N09: the two ways to write int-or-string',
      { 'x-kubernetes-int-or-string': true },
      { 'x-kubernetes-int-or-string': true, anyOf: [integer, text] },
    ],
    [
      'CRD-N09: int-or-string inside allOf',
      { 'x-kubernetes-int-or-string': true, allOf: [{ minLength: 1 }] },
      { 'x-kubernetes-int-or-string': true, allOf: [{ anyOf: [integer, text] }, { minLength: 1 }] },
    ],
    [
      'CRD-N10: space in a rule',
      { ...integer, 'x-kubernetes-validations': [{ rule: 'self>1 && "a b" != "c"' }] },
      { ...integer, 'x-kubernetes-validations': [{ rule: 'self > 1  &&\t"a b" != "c"' }] },
    ],
    ['CRD-N12: a format with and without dash', { ...text, format: 'date-time' }, { ...text, format: 'datetime' }],
  ];
  test.each(same)('%s', (_title, old, now) => {
    const report = compareCrds(widgetWith({ field: old }), widgetWith({ field: now }));
    expect(report.findings).toEqual([]);
    expect(report.verdict).toBe('SAFE');
  });

  test('CRD-N04: lists whose order means nothing', () => {
    const names = (shortNames: string[]) => ({ plural: 'widgets', kind: 'Widget', shortNames, categories: shortNames });
    const columns = ['A', 'B'].map((name) => ({ name, type: 'string', jsonPath: '.spec.a' }));
    const fields = ['a', 'b'].map((name) => ({ jsonPath: `.spec.${name}` }));
    const crd = (turn: <T>(all: T[]) => T[]) =>
      widget({
        spec: { names: names(turn(['w', 'x'])) },
        versions: turn([{ name: 'v1' }, { name: 'v2', storage: false }]).map((version) => ({
          ...version,
          spec: { type: 'object', properties: { a: text, b: text }, required: turn(['a', 'b']) },
          more: { additionalPrinterColumns: turn(columns), selectableFields: turn(fields) },
        })),
      });
    expect(
      compareCrds(
        crd((all) => all),
        crd((all) => all.toReversed()),
      ).findings,
    ).toEqual([]);
  });

  test('CRD-N11: metadata and status of the CRD', () => {
    const name = 'widgets.example.com';
    const noted = widget({ metadata: { name, labels: { a: 'b' }, annotations: { note: 'x' }, managedFields: [] } });
    expect(compareCrds(widget({}), noted).findings).toEqual([]);
    expect(compareCrds(noted, widget({})).findings).toEqual([]);
  });

  test('CRD-N07: a bound that the type cannot hold refuses every value', () => {
    expect(messagesOfField({ ...integer, maximum: 5 }, { ...integer, maximum: 9223372036854775807n })).toEqual([
      `V11 BREAK WS ${F}`,
    ]);
    expect(messagesOfField(integer, { ...integer, minimum: 0.5 })).toEqual([`V13 BREAK WS ${F}`]);
    expect(messagesOfField(integer, { ...integer, multipleOf: 0.5 })).toEqual([`V17 BREAK WS ${F}`]);
  });

  test('CRD-N10: space inside a string of a rule counts', () => {
    const rule = (literal: string) => ({ ...text, 'x-kubernetes-validations': [{ rule: `self != '${literal}'` }] });
    expect(messagesOfField(rule('a b'), rule('a  b'))).toEqual([`X12 BREAK W ${F}`]);
  });
});

describe('status', () => {
  const status = (field: JsonObject) =>
    widget({
      versions: [{ status: { type: 'object', properties: { field } }, more: { subresources: { status: {} } } }],
    });
  const said2 = (old: JsonObject, now: JsonObject, options = {}) =>
    stated(compareCrds(status(old), status(now), options));

  test('CRD-V07: a new value in status surprises its readers', () => {
    const [old, now] = [
      { ...text, enum: ['a'] },
      { ...text, enum: ['a', 'b'] },
    ];
    expect(said2(old, now)).toEqual(['V07 BREAK R ^.status.field']);
    expect(said2(now, old)).toEqual(['V06 REVIEW WS ^.status.field']);
    expect(said2(old, now, { statusWriters: 'foreign' })).toEqual(['V07 REVIEW ^.status.field']);
  });
});
