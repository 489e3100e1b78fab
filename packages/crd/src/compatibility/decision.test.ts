import { describe, expect, test } from 'vitest';
import { stated, widget, widgetWith } from '../../test/widget.ts';
import type { JsonObject } from '../schema/index.ts';
import {
  type CompareOptions,
  compareCrds,
  compareSets,
  engineEvaluator,
  isFresh,
  isScannable,
  ObjectScan,
  parseWaivers,
  policyFor,
  type Scan,
  type Waiver,
} from './index.ts';

const text = { type: 'string' };
const F = '^.spec.field';
const NOW = Date.parse('2026-06-01T12:00:00Z');

const pair = (old: JsonObject, now: JsonObject) => [widgetWith({ field: old }), widgetWith({ field: now })] as const;
const [old, now] = pair({ ...text, enum: ['a', 'b'] }, { ...text, enum: ['a'] });

describe('policy', () => {
  test('CRD-12: strict counts loosenings one step worse', () => {
    const loosened = compareCrds(now, old, { strict: true });
    expect(stated(loosened)).toEqual([`V07 BREAK ${F}`]);
    expect(loosened.findings[0]?.base).toBe('REVIEW');
    expect(stated(compareCrds(...pair({ ...text, maxLength: 5 }, text), { strict: true }))).toEqual([
      `V12 REVIEW ${F}`,
    ]);
  });

  test('CRD-12: a policy raises freely, and lowers REVIEW but not BREAK', () => {
    expect(stated(compareCrds(now, old, { rules: { V07: 'BREAK' } }))).toEqual([`V07 BREAK ${F}`]);
    expect(stated(compareCrds(now, old, { rules: { V07: 'INFO' } }))).toEqual([`V07 INFO ${F}`]);
    expect(stated(compareCrds(old, now, { rules: { V06: 'INFO' } }))).toEqual([`V06 BREAK WS ${F}`]);
  });

  test('CRD-12: REVIEW needs an approval unless its rule is accepted', () => {
    expect(compareCrds(now, old).approvals).toEqual(['V07']);
    expect(compareCrds(now, old, { accept: ['V07'] }).approvals).toEqual([]);
    expect(compareCrds(now, old, { failOn: 'REVIEW' }).blocked).toBe(true);
  });

  test('CRD-12: the most specific policy wins, and equal ones are an error', () => {
    const policies = [
      { strict: false },
      { group: 'example.com', strict: true },
      { crds: 'widgets.*', failOn: 'REVIEW' as const },
    ];
    expect(policyFor(policies, 'widgets.example.com')).toBe(policies[2]);
    expect(policyFor(policies, 'gadgets.example.com')).toBe(policies[1]);
    expect(policyFor(policies, 'gadgets.example.org', 'production')).toBe(policies[0]);
    expect(() => policyFor([{ group: 'a.b' }, { group: 'a.b' }], 'x.a.b')).toThrowError(/equally/);
  });

  test('CRD-1: sets are compared by name, in the order of names', () => {
    const other = widget({
      spec: { names: { kind: 'Gadget', plural: 'gadgets' } },
      metadata: { name: 'gadgets.example.com' },
    });
    const reports = compareSets([old], [now, other]);
    expect(reports.map(({ crd, verdict }) => [crd, verdict])).toEqual([
      ['gadgets.example.com', 'SAFE'],
      ['widgets.example.com', 'BREAK'],
    ]);
  });
});

describe('waivers', () => {
  const waiver: Waiver = {
    rule: 'V06',
    crd: 'widgets.example.com',
    path: F,
    owner: 'team@example.com',
    reason: 'value was never released',
    expires: '2026-08-31',
  };
  const waived = (...waivers: Waiver[]) => compareCrds(old, now, { waivers, now: NOW });

  test('CRD-P01: a waiver file has to be complete', () => {
    const parse = (change: JsonObject) => () => parseWaivers({ waivers: [{ ...waiver, ...change }] }, NOW);
    expect(parse({})()).toEqual([waiver]);
    expect(parse({ owner: '' })).toThrowError(/owner/);
    expect(parse({ reason: 'too short' })).toThrowError(/reason/);
    expect(parse({ expires: '2027-01-01' })).toThrowError(/180 days/);
    expect(parse({ expires: 'never' })).toThrowError(/expires/);
    expect(parse({ because: 'x' })).toThrowError(/unknown field/);
    expect(() => parseWaivers([], NOW)).toThrowError(/waivers/);
  });

  test('CRD-P02: a waiver turns BREAK into REVIEW and stays in the report', () => {
    const report = waived(waiver);
    expect(stated(report)).toEqual([`V06 REVIEW WS ${F}`]);
    expect(report.findings[0]).toMatchObject({
      base: 'BREAK',
      waiver: { owner: 'team@example.com', expires: '2026-08-31' },
    });
    expect(report.blocked).toBe(false);
    expect(stated(waived({ ...waiver, path: '^.spec.**' }))).toEqual([`V06 REVIEW WS ${F}`]);
  });

  test('CRD-P02: a CRD that is deleted cannot be waived', () => {
    const waivers = [{ ...waiver, rule: 'C26', path: '^' }];
    expect(stated(compareCrds(old, null, { waivers, now: NOW, keepsCrds: false }))).toEqual([
      'C26 BREAK D',
      'P04 INFO',
    ]);
  });

  test('CRD-P03: an expired waiver has no effect, one that ends soon is reported', () => {
    expect(stated(waived({ ...waiver, expires: '2026-05-31' }))).toEqual(['P03 REVIEW', `V06 BREAK WS ${F}`]);
    expect(stated(waived({ ...waiver, expires: '2026-06-10' }))).toEqual(['P03 INFO', `V06 REVIEW WS ${F}`]);
  });

  test('CRD-P04: of two waivers the earlier end counts, and one that matches nothing is reported', () => {
    const report = waived({ ...waiver, expires: '2026-09-30' }, waiver);
    expect(report.findings[0]?.waiver?.expires).toBe('2026-08-31');
    expect(stated(waived({ ...waiver, rule: 'V05' }))).toEqual(['P04 INFO', `V06 BREAK WS ${F}`]);
  });

  test('CRD-P05: a fingerprint ties the waiver to one change', () => {
    const fingerprint = compareCrds(old, now).findings[0]?.fingerprint ?? '';
    expect(stated(waived({ ...waiver, fingerprint }))).toEqual([`V06 REVIEW WS ${F}`]);
    expect(stated(waived({ ...waiver, fingerprint: 'sha256:other' }))).toContain(`V06 BREAK WS ${F}`);
  });
});

const object = (field: unknown, name = 'w') => ({ metadata: { namespace: 'n', name }, spec: { field } });

function scan(crds: readonly [typeof old, typeof now], objects: unknown[], about: Partial<Scan> = {}): Scan {
  const report = compareCrds(...crds);
  const scanning = new ObjectScan([...report.findings, ...(report.reversibility?.findings ?? [])]);
  for (const one of objects) scanning.add(one);
  return scanning.finish({ cluster: 'c', state: 'complete', isConverted: false, takenAt: NOW, ...about });
}

function decided(
  crds: readonly [typeof old, typeof now],
  objects: unknown[],
  options: CompareOptions = {},
  about: Partial<Scan> = {},
) {
  return compareCrds(...crds, { evidence: 'on', scans: [scan(crds, objects, about)], ...options });
}

describe('live evidence', () => {
  const changed = [old, now] as const;

  test('CRD-L01: only breaks and reviews that hurt writers, stored objects or data are looked for', () => {
    const scannable = (before: JsonObject, after: JsonObject) =>
      compareCrds(...pair(before, after))
        .findings.filter(isScannable)
        .map(({ rule }) => rule);
    expect(scannable({ ...text, enum: ['a', 'b'] }, { ...text, enum: ['a'] })).toEqual(['V06']);
    expect(scannable({ ...text, default: 'a' }, { ...text, default: 'b' })).toEqual([]);
    expect(scannable({ ...text, enum: ['a'] }, { ...text, enum: ['a', 'b'] })).toEqual([]);
    expect(scannable({ ...text, maxLength: 3 }, text)).toEqual([]);
  });

  test('CRD-L03: objects are counted and named, without values', () => {
    const report = decided(changed, [object('a', 'x'), object('b', 'y')]);
    expect(report.findings[0]?.evidence).toEqual({
      state: 'complete',
      violations: 1,
      total: 2,
      objects: ['n/y'],
      isConverted: false,
    });
    expect(JSON.stringify(report.findings[0]?.evidence)).not.toContain('"b"');
    expect(report.verdict).toBe('BREAK');
  });

  test('CRD-L04: a complete scan without a violation clears writers and stored objects', () => {
    expect(stated(decided(changed, [object('a')]))).toEqual([`V06 REVIEW ${F}`]);
    expect(stated(decided(changed, [object('a')], { strict: true }))).toEqual([`V06 BREAK W ${F}`]);
    const list = pair({ type: 'array', items: text }, { type: 'array', items: text, 'x-kubernetes-list-type': 'set' });
    expect(stated(decided(list, [object(['a', 'b'])]))).toEqual([`X02 REVIEW M ${F}`]);
    expect(stated(decided(list, [object(['a', 'a'])]))).toEqual([`X02 BREAK WSM ${F}`]);
    expect(stated(decided(pair({ ...text, default: 'a' }, text), [object('a')]))).toEqual([`V26 BREAK R ${F}`]);
  });

  test('CRD-L05: what is incomplete or cannot be evaluated lowers nothing', () => {
    expect(stated(decided(changed, [object('a')], {}, { state: 'incomplete' }))).toEqual([`V06 BREAK WS ${F}`]);
    const combined = pair(text, { ...text, not: { minLength: 9 } });
    const report = decided(combined, [object('a')]);
    expect(report.findings[0]?.evidence?.state).toBe('not-evaluated');
    expect(report.verdict).toBe('BREAK');
    expect(compareCrds(...changed, { evidence: 'required' }).fault?.kind).toBe('evidence');
  });

  test('CRD-L06: evidence is valid for 15 minutes and one CRD', () => {
    const taken = scan(changed, [], { crdResourceVersion: '7' });
    expect(isFresh(taken, NOW + 15 * 60_000, '7')).toBe(true);
    expect(isFresh(taken, NOW + 15 * 60_001)).toBe(false);
    expect(isFresh(taken, NOW, '8')).toBe(false);
  });

  const cases: readonly (readonly [string, JsonObject, JsonObject, unknown, unknown])[] = [
    ['V05', text, { ...text, enum: ['a'] }, 'b', 'a'],
    ['V10', text, { ...text, maxLength: 1 }, '😀😀', '😀'],
    ['V14', { type: 'integer', minimum: 1 }, { type: 'integer', minimum: 5 }, 4, 6],
    ['V11', { type: 'integer', maximum: 9 }, { type: 'integer', maximum: 5 }, 6, 5],
    ['V16', { type: 'number', maximum: 5 }, { type: 'number', maximum: 5, exclusiveMaximum: true }, 5, 4.5],
    ['V17', { type: 'integer' }, { type: 'integer', multipleOf: 2 }, 9007199254740993n, 4],
    ['V19', text, { ...text, pattern: '(?i)^a' }, 'b', 'A'],
    ['V22', { ...text, nullable: true }, text, null, 'a'],
    ['V01', text, { type: 'boolean' }, 'true', true],
    ['V04', { type: 'integer', format: 'int64' }, { type: 'integer', format: 'int32' }, 2147483648, 2147483647],
    ['S01', { type: 'object', properties: { a: text } }, { type: 'object' }, { a: 'x' }, {}],
    [
      'S07',
      { type: 'object', properties: { a: text } },
      { type: 'object', properties: { a: text }, required: ['a'] },
      {},
      { a: 'x' },
    ],
    ['S13', { type: 'object', additionalProperties: text }, { type: 'object' }, { k: 'v' }, {}],
    ['S22', { 'x-kubernetes-int-or-string': true }, text, 1, '1'],
    [
      'V11',
      { type: 'object', additionalProperties: { ...text, maxLength: 3 } },
      { type: 'object', additionalProperties: { ...text, maxLength: 2 } },
      { k: 'abc' },
      { k: 'ab' },
    ],
  ];
  test.each(cases)(
    'CRD-%s: an object that holds it is found, one that does not is not',
    (rule, before, after, bad, good) => {
      const crds = pair(before, after);
      const count = (value: unknown) =>
        decided(crds, [object(value)]).findings.find((one) => one.rule === rule)?.evidence;
      expect(count(bad)).toMatchObject({ state: 'complete', violations: 1 });
      expect(count(good)).toMatchObject({ state: 'complete', violations: 0 });
    },
  );
});

describe('live evidence by the schema engine', () => {
  const cases: readonly (readonly [string, JsonObject, JsonObject, unknown, unknown])[] = [
    ['V02', text, { ...text, format: 'ipv4' }, 'x', '10.0.0.1'],
    ['V32', text, { ...text, not: { minLength: 3 } }, 'abc', 'ab'],
    [
      'V30',
      { type: 'array', items: text },
      { type: 'array', items: { ...text, anyOf: [{ maxLength: 1 }] } },
      ['ab'],
      ['a'],
    ],
    [
      'S15',
      { type: 'object', additionalProperties: true },
      { type: 'object', additionalProperties: text },
      { k: 1 },
      { k: 'v' },
    ],
    ['S18', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, { type: 'object' }, { k: 1 }, {}],
  ];
  test.each(cases)(
    'CRD-%s: an object that only the new schema refuses or prunes is found',
    (rule, before, after, bad, good) => {
      const crds = pair(before, after);
      const { findings } = compareCrds(...crds);
      const count = (value: unknown) => {
        const scanning = new ObjectScan(findings, engineEvaluator(...crds));
        scanning.add({ apiVersion: 'example.com/v1', kind: 'Widget', ...object(value) });
        const scans = [scanning.finish({ cluster: 'c', state: 'complete', isConverted: false, takenAt: NOW })];
        return compareCrds(...crds, { evidence: 'on', scans }).findings.find((one) => one.rule === rule)?.evidence;
      };
      expect(count(bad)).toMatchObject({ state: 'complete', violations: 1 });
      expect(count(good)).toMatchObject({ state: 'complete', violations: 0 });
    },
  );
});

describe('the way back', () => {
  const verdict = (before: JsonObject, after: JsonObject) => compareCrds(...pair(before, after)).reversibility;

  test('CRD-R01, CRD-R05: what is loosened bars the way back until evidence shows that nobody used it', () => {
    expect(verdict({ ...text, enum: ['a'] }, { ...text, enum: ['a', 'b'] })?.verdict).toBe('one-way');
    const crds = [now, old] as const;
    expect(decided(crds, [object('a')]).reversibility?.verdict).toBe('reversible');
    expect(decided(crds, [object('b')]).reversibility?.verdict).toBe('one-way');
  });

  test('CRD-R02: storage at a new version cannot go back', () => {
    const stored = widget({ versions: [{ name: 'v1', storage: false }, { name: 'v2' }] });
    expect(compareCrds(widget({}), stored).reversibility?.verdict).toBe('one-way');
    const scans = [scan([old, now], [], { storedVersions: ['v1', 'v2'] })];
    expect(compareCrds(old, now, { evidence: 'on', scans }).reversibility?.verdict).toBe('one-way');
  });

  test('CRD-R03: an added property is lost', () => {
    const back = verdict({ type: 'object' }, { type: 'object', properties: { a: text } });
    expect(back).toMatchObject({ verdict: 'reversible-with-loss', paths: [`${F}.a`] });
  });

  test('CRD-R04: defaults leave nothing behind', () => {
    expect(verdict(text, { ...text, default: 'a' })?.verdict).toBe('reversible');
    expect(verdict({ ...text, default: 'b' }, { ...text, default: 'a' })?.verdict).toBe('reversible');
  });

  test('CRD-R06: conversion can go while everything is stored at a version that the old CRD has', () => {
    const clientConfig = { url: 'https://a.b' };
    const spec = { conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } } };
    const crds = [widget({}), widget({ spec })] as const;
    expect(compareCrds(...crds).reversibility?.verdict).toBe('unknown');
    expect(decided(crds, [], {}, { storedVersions: ['v1'] }).reversibility?.verdict).toBe('reversible');
  });
});
