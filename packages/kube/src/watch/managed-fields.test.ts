import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isKubeError } from '../errors.ts';
import type { AnyObject } from '../kinds/index.ts';
import { METADATA_OF_EVENT, METADATA_OF_ITEM, type NeedsManagedFields, parseObject } from './managed-fields.ts';

const forms = {
  item: { path: METADATA_OF_ITEM, wrap: (json: string) => json, objectOf: (parsed: unknown) => parsed },
  event: {
    path: METADATA_OF_EVENT,
    wrap: (json: string) => `{"type":"ADDED","object":${json}}`,
    objectOf: (parsed: unknown) => (parsed as { object: unknown }).object,
  },
};

// Documents are made as text: an object cannot have a key twice, nor one with its letters escaped.
const key = fc.constantFrom(
  '"metadata"',
  '"managedFields"',
  '"managed\\u0046ields"',
  '"object"',
  String.raw`"\"managedFields"`,
  String.raw`"x\\\"metadata"`,
  '"é🏔"',
);
const hostile = fc.constantFrom(
  '',
  'metadata',
  'managedFields',
  ']',
  '[{',
  '\\',
  '"managedFields":[',
  '{"metadata":{"managedFields":[]}}',
  '\u2028é🏔',
);
const scalar = fc.oneof(
  fc.constantFrom('null', '0', 'true'),
  hostile.map((value) => JSON.stringify(value)),
);
const space = fc.oneof({ weight: 9, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constant(' ') });

const { json, document } = fc.letrec<{ json: string; entry: string; metadata: string; document: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie('json'), { maxLength: 3 }).map((items) => `[${items.join()}]`),
    fc.array(tie('entry'), { maxLength: 3 }).map((entries) => `{${entries.join()}}`),
  ),
  entry: fc.tuple(key, space, tie('json')).map(([name, gap, value]) => `${name}:${gap}${value}`),
  metadata: fc
    .tuple(fc.array(tie('entry'), { maxLength: 2 }), tie('json'), fc.array(tie('entry'), { maxLength: 2 }))
    .map(([before, value, after]) => `{${[...before, `"managedFields":[${value}]`, ...after].join()}}`),
  document: fc
    .tuple(
      fc.array(tie('entry'), { maxLength: 2 }),
      fc.oneof(tie('metadata'), tie('json')),
      fc.array(tie('entry'), { maxLength: 2 }),
    )
    .map(([before, value, after]) => `{${[...before, `"metadata":${value}`, ...after].join()}}`),
}));

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function stripped(object: unknown): unknown {
  if (!isObject(object) || !isObject((object as AnyObject).metadata)) return object;
  const { managedFields: _dropped, ...metadata } = (object as AnyObject).metadata ?? {};
  return { ...object, metadata };
}

describe.each(Object.entries(forms))('parseObject of an %s', (_name, { path, wrap, objectOf }) => {
  const parse = (text: string, needs?: NeedsManagedFields): unknown =>
    objectOf(parseObject(Buffer.from(wrap(text)), path, needs));
  const none: NeedsManagedFields = () => false;

  it('R-44: without managedFields that nobody needs the object is the same, for any JSON', () => {
    fc.assert(
      fc.property(fc.oneof(document, json), (text) => {
        expect(stripped(parse(text, none))).toStrictEqual(stripped(JSON.parse(text)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('R-44: managedFields are either asked for with all their bytes, or in the object', () => {
    fc.assert(
      fc.property(document, (text) => {
        let asked = '';
        const object = parse(text, (bytes) => ((asked = bytes.toString()), true));
        expect(object).toStrictEqual(JSON.parse(text));
        // A bracket in a string ends what is asked for too early; then an answer of no is not acted upon.
        const left = (parse(text, none) as AnyObject).metadata?.managedFields;
        const whole = (object as AnyObject).metadata?.managedFields;
        if (JSON.stringify(left) !== JSON.stringify(whole)) expect(JSON.parse(asked)).toStrictEqual(whole);
      }),
      { numRuns: 2_000 },
    );
  });

  it('R-44: managedFields as servers write them are left out, wherever they stand in the metadata', () => {
    const managedFields = [{ manager: 'kubectl', fieldsV1: { 'f:spec': { 'k:{"port":80}': {} } } }];
    for (const metadata of [
      { managedFields, name: 'x' },
      { name: 'x', labels: { a: 'b' }, managedFields },
    ]) {
      const text = JSON.stringify({ apiVersion: 'v1', kind: 'Thing', metadata, spec: { managedFields } });
      expect(parse(text, none)).toEqual({ ...JSON.parse(text), metadata: { ...metadata, managedFields: [] } });
      expect(parse(text, () => true)).toEqual(JSON.parse(text));
      expect(parse(text)).toEqual(JSON.parse(text));
    }
  });

  it('R-30: an object that is cut short is refused, wherever it was cut', () => {
    fc.assert(
      fc.property(document, fc.nat(), (text, length) => {
        const whole = Buffer.from(wrap(text));
        let code = 'no error';
        try {
          parseObject(whole.subarray(0, length % whole.length), path, none);
        } catch (error) {
          code = isKubeError(error) ? error.code : String(error);
        }
        expect(code).toBe('KUBE_BAD_EVENT');
      }),
    );
  });
});
