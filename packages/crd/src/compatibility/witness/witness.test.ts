import { canonicalJson } from '@slipway/apimachinery/json';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomSchemaChange } from '../../../test/oracle/schema-changes.ts';
import { Random } from '../../../test/random.ts';
import { type WidgetShape, widget, widgetWith } from '../../../test/widget.ts';
import { celRules } from '../../cel/index.ts';
import { type Crd, compileSchema, isJsonObject, type JsonObject, parseJson } from '../../schema/index.ts';
import { type CompareOptions, compareCrds, type Finding, withWitnesses } from '../index.ts';

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

const PENDING = { conditions: [{ type: 'Established', status: 'False' }] };
const served = { more: { subresources: { status: {} } } };

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
    ['V10', SET, { ...SET, maxItems: 1 }, [{ field: ['a/b', 'a/a'] }, 'refused']],
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

  const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
  const counted = { type: 'object', properties: { replicas: { type: 'number' } } };

  test.each<[string, WidgetShape, WidgetShape, CompareOptions, unknown]>([
    ['C01', { status: PENDING }, { spec: { scope: 'Cluster' } }, {}, ['refused', 'widgets are of scope Cluster now']],
    [
      'C03',
      { status: PENDING },
      { spec: { names: { kind: 'Gadget', plural: 'widgets' } } },
      {},
      ['refused', 'objects of example.com are of kind Gadget now'],
    ],
    [
      'C16',
      { versions: [{ more: { subresources: { status: {} } } }] },
      {},
      {},
      ['refused', 'a write to its /status is answered with 404'],
    ],
    [
      'C17',
      { versions: [{ status: { type: 'object', required: ['phase'], properties: { phase: text } } }] },
      {
        versions: [
          {
            status: { type: 'object', required: ['phase'], properties: { phase: text } },
            more: { subresources: { status: {} } },
          },
        ],
      },
      { mainStatusWriters: true },
      ['pruned', 'status is dropped from writes of the main resource'],
    ],
    [
      'C18',
      { versions: [{ spec: counted, status: counted, more: { subresources: { scale } } }] },
      { versions: [{ spec: counted, status: counted }] },
      {},
      ['refused', 'a request to its /scale is answered with 404'],
    ],
    [
      'C19',
      { versions: [{ spec: counted, status: counted }] },
      { versions: [{ spec: counted, status: counted, more: { subresources: { scale } } }] },
      {},
      ['refused', expect.stringContaining('replicas')],
    ],
    [
      'C20',
      { versions: [{ spec: pair, more: { selectableFields: [{ jsonPath: '.spec.a' }] } }] },
      { versions: [{ spec: pair }] },
      {},
      ['refused', 'a list with a field selector on spec.a is answered with 400'],
    ],
    [
      'S13',
      { versions: [{ spec: pair }] },
      { versions: [{ spec: { ...pair, additionalProperties: false } }] },
      {},
      ['refused', expect.stringContaining('spec')],
    ],
    [
      'V07',
      { versions: [{ status: { type: 'object', properties: { phase: { ...text, enum: ['A'] } } }, ...served }] },
      { versions: [{ status: { type: 'object', properties: { phase: { ...text, enum: ['A', 'B'] } } }, ...served }] },
      {},
      ['accepted', 'refused until now: status.phase: Unsupported value: "B": supported values: "A"'],
    ],
  ])('CRD-15: %s is shown by what really breaks', (rule, before, after, options, expected) => {
    const [old, now] = [widget(before), widget(after)];
    const report = withWitnesses(compareCrds(old, now, { ...options, compiler: celRules }), old, now, celRules);
    const { witness } = report.findings.find((finding) => finding.rule === rule) ?? {};
    expect([witness?.outcome, witness?.says]).toEqual(expected);
  });

  test('CRD-15: a CRD that is deleted is shown by an object that goes with it', () => {
    const old = widget({});
    const report = withWitnesses(compareCrds(old, null, { keepsCrds: false }), old, null);
    expect(report.findings[0]?.witness).toMatchObject({ outcome: 'deleted' });
  });

  test('CRD-15: a webhook that goes is shown by an object that another version does not take as it is', () => {
    const versions = [
      { spec: pair },
      { name: 'v2', storage: false, spec: { type: 'object', properties: { a: integer } } },
    ];
    const clientConfig = { url: 'https://example.com/convert' };
    const conversion = { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } };
    const found = findings(widget({ versions, spec: { conversion } }), widget({ versions }));
    const { witness } = found.find(({ rule }) => rule === 'C14') ?? {};
    expect([witness?.outcome, witness?.says]).toEqual(['pruned', 'read as v2: spec.b is dropped']);
  });

  test('CRD-15: a witness shows the cause of its own finding, whatever else is refused beside it', () => {
    const not = { not: { enum: ['b'] } };
    const found = findings(
      widgetWith({ a: { ...text, allOf: [{ minimum: 2 }] }, b: text }),
      widgetWith({ a: { ...text, allOf: [{ minimum: 3 }] }, b: { ...text, ...not } }),
    );
    expect(found.map(({ path, witness }) => [path.at(-1), witness?.outcome])).toEqual([
      ['a', undefined],
      ['b', 'refused'],
    ]);
  });

  test('CRD-15: an object has the name that a rule forbids', () => {
    const named = (rules: JsonObject[]) => {
      const root = { type: 'object', 'x-kubernetes-validations': rules };
      return widget({ versions: [{ more: { schema: { openAPIV3Schema: root } } }] });
    };
    const [found] = findings(named([]), named([{ rule: "self.metadata.name != 'forbidden'" }]));
    expect(found?.witness?.object).toContain('"name":"forbidden"');
  });

  test.each<[string, Crd, Crd, string]>([
    [
      'a keyword that servers drop',
      widgetWith({ field: text }),
      widgetWith({ field: { ...text, 'x-acme': 1 } }),
      'servers drop what they do not know before they judge objects; what fails is a server-side apply of the CRD',
    ],
    [
      'a place that takes no value',
      widgetWith({ field: { ...integer, minimum: 3, maximum: 2 } }),
      widgetWith({ field: { ...integer, minimum: 4, maximum: 2 } }),
      'the old schema takes none with a value at ^.spec.field',
    ],
    [
      'a change without effect',
      widgetWith({ field: { ...text, allOf: [{ minimum: 2 }] } }),
      widgetWith({ field: { ...text, allOf: [{ required: ['a'] }] } }),
      'and the new one too, whole and unchanged',
    ],
  ])('CRD-15: %s has no witness and says why', (_what, old, now, reason) => {
    const [found] = findings(old, now);
    expect(found?.witness).toBeUndefined();
    expect(found?.noWitness).toContain(reason);
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
          // A refusal also hurts what was dropped in silence so far.
          expect(before).toMatchObject(
            witness.outcome === 'refused' ? { problems: [] } : { problems: [], unknownFields: [] },
          );
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
