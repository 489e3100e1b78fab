import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomSchemaChange } from '../../../test/oracle/schema-changes.ts';
import { Random } from '../../../test/random.ts';
import { widget, widgetWith } from '../../../test/widget.ts';
import { celRules } from '../../cel/index.ts';
import {
  type Crd,
  canonicalJson,
  compileSchema,
  isJsonObject,
  type JsonObject,
  parseJson,
} from '../../schema/index.ts';
import { compareCrds, type Finding, withWitnesses } from '../index.ts';

const findings = (old: Crd, now: Crd): readonly Finding[] =>
  withWitnesses(compareCrds(old, now, { compiler: celRules }), old, now, celRules).findings;

/** Body and outcome of the witness of the first break, when `^.spec.field` changes. */
function shownBy(old: JsonObject, now: JsonObject): unknown {
  const found = findings(widgetWith({ field: old }), widgetWith({ field: now })).find(({ base }) => base === 'BREAK');
  const { object = 'null', outcome } = found?.witness ?? {};
  const value = parseJson(object);
  return isJsonObject(value) ? [value['spec'], outcome] : undefined;
}

const text = { type: 'string' };
const integer = { type: 'integer' };
const pair = { type: 'object', properties: { a: integer, b: integer } };

const SET: JsonObject = {
  type: 'array',
  items: { ...text, pattern: '^[^/]+/[^/]+$' },
  'x-kubernetes-list-type': 'set',
};

describe('witnesses', () => {
  test.each<[string, JsonObject, JsonObject, unknown]>([
    ['V06', { ...text, enum: ['New', 'Legacy'] }, { ...text, enum: ['New'] }, [{ field: 'Legacy' }, 'refused']],
    ['V05', text, { ...text, enum: [''] }, [{ field: 'a' }, 'refused']],
    ['V11', { ...text, maxLength: 5 }, { ...text, maxLength: 3 }, [{ field: 'aaaa' }, 'refused']],
    ['V10', integer, { ...integer, maximum: 7 }, [{ field: 8 }, 'refused']],
    ['V13', { type: 'array', items: text }, { type: 'array', items: text, minItems: 2 }, [{ field: [] }, 'refused']],
    ['V01', text, integer, [{ field: '' }, 'refused']],
    ['V19', text, { ...text, pattern: '^a+$' }, [{ field: '' }, 'refused']],
    ['V04', { ...integer, format: 'int64' }, { ...integer, format: 'int32' }, [{ field: 2147483648 }, 'refused']],
    ['S01', { ...pair }, { type: 'object', properties: { a: integer } }, [{ field: { b: 0 } }, 'pruned']],
    ['S07', pair, { ...pair, required: ['a'] }, [{ field: {} }, 'refused']],
    ['V25', { ...integer, default: 1 }, { ...integer, default: 2 }, [{}, 'changed']],
    [
      'X02',
      { type: 'array', items: text },
      { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
      [{ field: ['', ''] }, 'refused'],
    ],
    [
      'X09',
      pair,
      { ...pair, 'x-kubernetes-validations': [{ rule: '!has(self.a) || self.a > 0' }] },
      [{ field: { a: 0 } }, 'refused'],
    ],
    ['V10', SET, { ...SET, maxItems: 1 }, [{ field: ['a/b0', 'a/b1'] }, 'refused']],
    ['V29', { ...text }, { ...text, allOf: [{ minLength: 1 }] }, [{ field: '' }, 'refused']],
    ['V22', { ...text, nullable: true }, text, [{ field: null }, 'changed']],
  ])('CRD-15: %s carries the smallest object that shows it', (_rule, old, now, expected) => {
    expect(shownBy(old, now)).toEqual(expected);
  });

  test('CRD-15: a rule about a change has the object before, too', () => {
    const rule = [{ rule: 'self == oldSelf' }];
    const [found] = findings(
      widgetWith({ field: integer }),
      widgetWith({ field: { ...integer, 'x-kubernetes-validations': rule } }),
    );
    expect(found?.witness?.outcome).toBe('refused');
    expect(found?.witness?.stored).not.toBe(found?.witness?.object);
  });

  test('CRD-15: a version that is gone is shown by any object of it', () => {
    const old = widget({ versions: [{}, { name: 'v1alpha1', storage: false }] });
    const found = findings(old, widget({ versions: [{}] })).find(({ rule }) => rule === 'C06');
    expect(found?.witness).toMatchObject({ outcome: 'refused', says: 'example.com/v1alpha1 is not served any more' });
    expect(found?.witness?.object).toContain('"apiVersion":"example.com/v1alpha1"');
  });

  test('CRD-15: every digit of a large integer is kept', () => {
    const [found] = findings(
      widgetWith({ field: { ...integer, maximum: 9007199254740995n } }),
      widgetWith({ field: { ...integer, maximum: 9007199254740993n } }),
    );
    expect(found?.witness?.object).toContain('"field":9007199254740993');
  });

  test('CRD-15: what carries a witness was accepted whole, and is not any more', () => {
    let witnesses = 0;
    fc.assert(
      fc.property(fc.nat(100_000), (seed) => {
        const change = randomSchemaChange(new Random(seed));
        const [old, now] = [widgetWith({ field: change.old }), widgetWith({ field: change.new })];
        for (const { witness } of findings(old, now)) {
          if (witness === undefined || witness.stored !== undefined) continue;
          witnesses++;
          const object = parseJson(witness.object) as JsonObject;
          const [before, after] = [old, now].map((crd) => compileSchema(crd, 'v1', { rules: celRules }).admit(object));
          expect(before).toMatchObject({ problems: [], unknownFields: [] });
          expect(before?.undecodable).toBeUndefined();
          const isSame =
            after?.problems.length === 0 &&
            after.undecodable === undefined &&
            after.unknownFields.length === 0 &&
            canonicalJson(after.object) === canonicalJson(before?.object ?? {});
          expect(isSame).toBe(false);
        }
      }),
      { numRuns: 200 },
    );
    expect(witnesses).toBeGreaterThan(20);
  });
});
