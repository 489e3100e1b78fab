import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Random } from '../../test/random.ts';
import { mutate, randomChange } from '../../test/random-change.ts';
import { randomSchema } from '../../test/random-schema.ts';
import { stated, widgetWith } from '../../test/widget.ts';
import { isJsonObject, type JsonObject, type JsonValue, parseCrd } from '../schema/index.ts';
import { type CompareOptions, compareCrds, ObjectScan, RANK, type Verdict } from './index.ts';

/** `npm run test:long` has more. */
const RUNS = 200;
const seeds = fc.integer({ min: 0, max: 2 ** 31 });

function check(property: (random: Random) => void): void {
  fc.assert(
    fc.property(seeds, (seed) => property(new Random(seed))),
    { numRuns: RUNS },
  );
}

/** The same value with the keys of objects in another order. */
function shuffled(value: JsonValue, random: Random): JsonValue {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, random));
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).sort(() => random.next() - 0.5);
  const copy = Object.create(null) as JsonObject;
  for (const key of keys) copy[key] = shuffled(value[key] as JsonValue, random);
  return copy;
}

const text = { type: 'string' };
const integer = { type: 'integer' };
const object = { type: 'object' };

/** Two schemas of one place: the second takes all that the first takes, and more. */
const LOOSENINGS: readonly (readonly [JsonObject, JsonObject])[] = [
  [
    { ...text, enum: ['a'] },
    { ...text, enum: ['a', 'b'] },
  ],
  [{ ...text, enum: ['a'] }, text],
  [
    { ...integer, maximum: 5 },
    { ...integer, maximum: 9 },
  ],
  [{ ...integer, maximum: 5 }, integer],
  [
    { ...integer, minimum: 5 },
    { ...integer, minimum: 1 },
  ],
  [{ ...integer, minimum: 5 }, integer],
  [
    { type: 'number', maximum: 5, exclusiveMaximum: true },
    { type: 'number', maximum: 5 },
  ],
  [
    { ...integer, multipleOf: 4 },
    { ...integer, multipleOf: 2 },
  ],
  [{ ...integer, multipleOf: 4 }, integer],
  [{ ...text, maxLength: 5 }, text],
  [
    { ...text, minLength: 5 },
    { ...text, minLength: 2 },
  ],
  [{ ...text, pattern: '^a' }, text],
  [{ ...text, format: 'uuid' }, text],
  [
    { ...integer, format: 'int32' },
    { ...integer, format: 'int64' },
  ],
  [integer, { type: 'number' }],
  [integer, { 'x-kubernetes-int-or-string': true }],
  [
    { ...text, nullable: false },
    { ...text, nullable: true },
  ],
  [{ ...text, allOf: [{ minLength: 1 }] }, text],
  [
    { ...text, anyOf: [{ minLength: 1 }] },
    { ...text, anyOf: [{ minLength: 1 }, { maxLength: 0 }] },
  ],
  [{ ...text, oneOf: [{ minLength: 1 }] }, text],
  [{ ...text, not: { minLength: 9 } }, text],
  [
    { ...object, properties: { a: text }, required: ['a'] },
    { ...object, properties: { a: text } },
  ],
  [object, { ...object, additionalProperties: text }],
  [object, { ...object, 'x-kubernetes-preserve-unknown-fields': true }],
  [
    { ...object, additionalProperties: text },
    { ...object, additionalProperties: true },
  ],
  [{ ...text, 'x-kubernetes-validations': [{ rule: 'self != ""' }] }, text],
  [object, { ...object, properties: { a: text } }],
];

type Wrap = readonly [wrap: (schema: JsonObject) => JsonObject, segment: string];

const WRAPS: readonly Wrap[] = [
  [(schema) => ({ ...object, properties: { inner: schema, other: text } }), 'inner'],
  [(schema) => ({ type: 'array', items: schema }), 'items'],
  [(schema) => ({ ...object, additionalProperties: schema }), 'additionalProperties'],
];

/** A loosening somewhere in a CRD, and where. */
function loosening(random: Random) {
  const [tight, loose] = random.pick(LOOSENINGS);
  const path = ['spec', 'field'];
  let wraps: ((schema: JsonObject) => JsonObject)[] = [];
  for (let depth = random.below(4); depth > 0; depth--) {
    const [wrap, segment] = random.pick(WRAPS);
    wraps = [wrap, ...wraps];
    path.push(segment);
  }
  const around = { beside: randomSchema(random, 2) };
  const crd = (schema: JsonObject) =>
    widgetWith({ ...around, field: wraps.reduce((inner, wrap) => wrap(inner), schema) });
  return { tight: crd(tight), loose: crd(loose), path };
}

describe('properties of the comparison', () => {
  test('CRD-C27: a CRD against itself has no finding in any mode', () => {
    check((random) => {
      const crd = parseCrd(randomChange(random, 2).old);
      for (const mode of ['platform', 'crdify', 'olm'] as const) {
        const report = compareCrds(crd, crd, { mode, strict: true });
        expect(report.findings).toEqual([]);
        expect(report.verdict).toBe('SAFE');
      }
    });
  });

  test('CRD-C27: a CRD against itself in another order has no finding', () => {
    check((random) => {
      const { old } = randomChange(random, 2);
      expect(stated(compareCrds(parseCrd(old), parseCrd(shuffled(old, random) as JsonObject)))).toEqual([]);
    });
  });

  test('CRD-R01: the way back and back again is the way there', () => {
    check((random) => {
      const { old, new: now } = randomChange(random, 2);
      const [left, right] = [parseCrd(old), parseCrd(now)];
      const [there, back] = [compareCrds(left, right), compareCrds(right, left)];
      const prints = (findings: readonly { fingerprint: string }[] | undefined) =>
        findings?.map((one) => one.fingerprint).sort();
      expect(prints(there.reversibility?.findings)).toEqual(prints(back.findings));
      expect(prints(back.reversibility?.findings)).toEqual(prints(there.findings));
      expect(compareCrds(left, right)).toEqual(there);
    });
  });

  test('CRD-12: what is loosened breaks nobody, and tightening it back does, at the same place', () => {
    check((random) => {
      const { tight, loose, path } = loosening(random);
      const [there, back] = [compareCrds(tight, loose), compareCrds(loose, tight)];
      expect(there.findings).toHaveLength(1);
      expect(RANK[there.verdict]).toBeLessThanOrEqual(RANK.REVIEW);
      expect(back.verdict).toBe('BREAK');
      expect(back.findings.every((finding) => path.every((segment, at) => finding.path[at] === segment))).toBe(true);
      expect(there.reversibility?.verdict === 'reversible').toBe(false);
    });
  });

  test('CRD-12: two safe steps are no break together', () => {
    check((random) => {
      const [[tight, loose], [narrow, wide]] = [random.pick(LOOSENINGS), random.pick(LOOSENINGS)];
      const [first, second, third] = [
        widgetWith({ a: tight, b: narrow }),
        widgetWith({ a: loose, b: narrow }),
        widgetWith({ a: loose, b: wide }),
      ];
      const areSafe = [compareCrds(first, second), compareCrds(second, third)].every(
        ({ verdict }) => verdict === 'SAFE',
      );
      if (areSafe) expect(compareCrds(first, third).verdict).toBe('SAFE');
    });
  });

  test('CRD-12: strict never lowers a verdict', () => {
    check((random) => {
      const { old, new: now } = randomChange(random, 2);
      const verdicts = (options: CompareOptions) =>
        new Map(
          compareCrds(parseCrd(old), parseCrd(now), options).findings.map((one) => [one.fingerprint, one.verdict]),
        );
      const [plain, strict] = [verdicts({}), verdicts({ strict: true })];
      for (const [print, verdict] of plain)
        expect(RANK[strict.get(print) as Verdict]).toBeGreaterThanOrEqual(RANK[verdict]);
    });
  });

  test('CRD-12: what OLM calls an error crdify calls one, too', () => {
    check((random) => {
      const { old, new: now } = randomChange(random, 2);
      const errors = (mode: 'crdify' | 'olm') =>
        compareCrds(parseCrd(old), parseCrd(now), { mode }).findings.map(({ version, path, message }) =>
          [version, ...path, message].join(' '),
        );
      const all = new Set(errors('crdify'));
      expect(errors('olm').filter((error) => !all.has(error))).toEqual([]);
    });
  });

  test('CRD-12: a change is reported at its place, its parent or below', () => {
    check((random) => {
      const before = randomSchema(random, 3);
      const after = mutate(random, before);
      const [old, now] = [widgetWith({ field: before, beside: text }), widgetWith({ field: after, beside: text })];
      for (const { path, rule } of compareCrds(old, now).findings) {
        if (path.length > 0) expect([rule, ...path.slice(0, 2)]).toEqual([rule, 'spec', 'field']);
      }
    });
  });

  test('CRD-12: evidence and waivers never raise a verdict', () => {
    check((random) => {
      const { tight, loose } = loosening(random);
      const plain = compareCrds(loose, tight);
      const scan = new ObjectScan(plain.findings);
      if (random.chance(0.5))
        scan.add({ metadata: { name: 'w' }, spec: { field: random.pick<JsonValue>(['a', 'b', 7, {}, []]) } });
      const scans = [scan.finish({ cluster: 'c', state: 'complete', isConverted: false, takenAt: 0 })];
      const waivers = plain.findings.map(({ rule, crd }) => ({
        rule,
        crd,
        path: '^.**',
        owner: 'o',
        reason: 'for a test',
        expires: '2026-01-31',
      }));
      const decided = compareCrds(loose, tight, { evidence: 'on', scans, waivers, now: Date.parse('2026-01-01') });
      expect(RANK[decided.verdict]).toBeLessThanOrEqual(RANK[plain.verdict]);
    });
  });
});

describe('deep schemas', () => {
  const nested = (leaf: JsonObject, depth: number): JsonObject => {
    let schema = leaf;
    for (let level = 0; level < depth; level++) schema = { type: 'object', properties: { a: schema } };
    return schema;
  };

  test.each(['platform', 'crdify', 'olm'] as const)('CRD-17: a change 500 levels down is found in mode %s', (mode) => {
    const [old, now] = [
      widgetWith({ field: nested(text, 500) }),
      widgetWith({ field: nested({ ...text, maxLength: 1 }, 500) }),
    ];
    const { findings } = compareCrds(old, now, { mode });
    expect(findings).toHaveLength(1);
    expect(findings[0]?.path).toHaveLength(502);
  });
});
