import { describe, expect, test } from 'vitest';
import { stated, type VersionShape, type WidgetShape, widget } from '../../../test/widget.ts';
import type { JsonObject } from '../../schema/index.ts';
import { type CompareOptions, compareCrds } from '../index.ts';

function change(old: WidgetShape, now: WidgetShape, options: CompareOptions = {}): string[] {
  return stated(compareCrds(widget(old), widget(now), options));
}

const names = (more: JsonObject): WidgetShape => ({ spec: { names: { kind: 'Widget', plural: 'widgets', ...more } } });
const versions = (...list: VersionShape[]): WidgetShape => ({ versions: list });
const v1: VersionShape = { name: 'v1' };
const alpha: VersionShape = { name: 'v1alpha1', storage: false };
const webhook = (more: JsonObject = {}): JsonObject => ({
  conversion: {
    strategy: 'Webhook',
    webhook: { clientConfig: { service: { namespace: 'n', name: 's', ...more } }, conversionReviewVersions: ['v1'] },
  },
});

describe('the CRD as a whole', () => {
  test('CRD-C01, CRD-C02, CRD-C03: what names the resource cannot change', () => {
    expect(change({}, { spec: { scope: 'Cluster' } })).toEqual(['C01 REJECT']);
    expect(change({}, names({ kind: 'Gadget' }))).toContain('C03 REJECT');
    expect(change({}, { spec: { group: 'example.org' } })).toContain('C02 REJECT');
  });

  test('CRD-C01: an unestablished CRD may still change its scope', () => {
    const status = { conditions: [{ type: 'Established', status: 'False' }] };
    expect(change({ status }, { spec: { scope: 'Cluster' } })).toEqual(['C01 BREAK WR']);
  });

  test('CRD-C04: other names', () => {
    expect(change({}, names({ shortNames: ['wi'] }))).toEqual(['C04 REVIEW']);
    expect(change({}, names({ listKind: 'WidgetList', singular: 'widget' }))).toEqual([]);
  });

  test('CRD-C05: a stored version cannot go', () => {
    expect(change(versions(v1, alpha), versions({ ...alpha, storage: true }))).toContain('C05 REJECT');
    const status = { storedVersions: ['v1alpha1', 'v1'] };
    expect(change({ ...versions(v1, alpha), status }, versions(v1))).toEqual(['C05 REJECT v1alpha1']);
  });

  test('CRD-C06, CRD-C07, CRD-C08, CRD-C09: versions come and go', () => {
    const hidden = { ...alpha, served: false };
    expect(change(versions(v1, alpha), versions(v1))).toEqual(['C06 BREAK WRM v1alpha1']);
    expect(change(versions(v1, alpha), versions(v1, hidden))).toEqual(['C07 BREAK WR v1alpha1']);
    expect(change(versions(v1, hidden), versions(v1))).toEqual(['C08 REVIEW W v1alpha1']);
    expect(change(versions(v1), versions(v1, alpha))).toEqual(['C09 SAFE v1alpha1']);
    expect(change(versions(v1), versions(v1, { name: 'v2', storage: false }))).toEqual(['C09 INFO v2']);
  });

  test('CRD-C10, CRD-C11: storage moves', () => {
    const stored = { ...alpha, storage: true };
    expect(change(versions(v1, alpha), versions({ ...v1, storage: false }, stored))).toEqual(['C10 REVIEW v1alpha1']);
    expect(change(versions(v1), versions({ ...v1, storage: false }, stored))).toEqual(['C11 ONEWAY v1alpha1']);
  });

  test('CRD-C12, CRD-J15: exactly one version is stored', () => {
    expect(change(versions(v1), versions({ ...v1, storage: false }))).toEqual(['J15 REJECT']);
  });

  test('CRD-C13, CRD-C14, CRD-C15: conversion', () => {
    const plain = versions(v1, alpha);
    const differing = versions(v1, { ...alpha, spec: { type: 'object' } });
    expect(change(plain, { ...plain, spec: webhook() })).toEqual(['C13 REVIEW']);
    expect(change({ ...plain, spec: webhook() }, plain)).toEqual(['C14 REVIEW']);
    expect(change({ ...differing, spec: webhook() }, differing)).toContain('C14 BREAK D');
    expect(change({ spec: webhook() }, { spec: webhook({ path: '/c' }) })).toEqual(['C15 REVIEW']);
    expect(change({ spec: webhook() }, { spec: webhook({ port: 443 }) })).toEqual([]);
    expect(compareCrds(widget(plain), widget({ ...plain, spec: webhook() })).findings[0]?.gates).toEqual([
      'conversion',
    ]);
  });

  const withMore = (more: JsonObject, properties: JsonObject = {}): WidgetShape => ({
    versions: [{ more, spec: { type: 'object', properties }, status: { type: 'object', properties } }],
  });

  test('CRD-C16, CRD-C17: the status subresource', () => {
    const [without, having] = [withMore({}), withMore({ subresources: { status: {} } })];
    expect(change(having, without)).toEqual(['C16 BREAK W']);
    expect(change(without, having)).toEqual(['C17 REVIEW']);
    expect(change(without, having, { mainStatusWriters: true })).toEqual(['C17 BREAK W']);
  });

  test('CRD-C18, CRD-C19: the scale subresource', () => {
    const paths = { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' };
    const scale = { subresources: { scale: paths } };
    const limited = { n: { type: 'integer', minimum: 0, maximum: 2147483647 } };
    const open = { n: { type: 'integer' } };
    expect(change(withMore(scale, open), withMore({}, open))).toEqual(['C18 BREAK WR']);
    expect(change(withMore({}, limited), withMore(scale, limited))).toEqual(['C19 SAFE']);
    expect(change(withMore({}, open), withMore(scale, open))).toEqual(['C19 REVIEW']);
    expect(change(withMore({}), withMore(scale))).toEqual(['C19 BREAK WS']);
  });

  test('CRD-C20: selectable fields', () => {
    const field = { n: { type: 'string' } };
    const selectable = { selectableFields: [{ jsonPath: '.spec.n' }] };
    expect(change(withMore(selectable, field), withMore({}, field))).toEqual(['C20 BREAK R']);
    expect(change(withMore({}, field), withMore(selectable, field), { targets: ['1.29', '1.36'] })).toEqual([
      'C20 INFO',
    ]);
    expect(change(withMore({}, field), withMore(selectable, field), { targets: ['1.31'] })).toEqual(['C20 SAFE']);
  });

  test('CRD-C21, CRD-C22: columns and deprecation', () => {
    const column = (type: string) => ({ additionalPrinterColumns: [{ name: 'A', type, jsonPath: '.spec.a' }] });
    expect(change(withMore(column('string')), withMore(column('integer')))).toEqual(['C21 INFO']);
    expect(change(withMore(column('string')), withMore({}))).toEqual(['C21 REVIEW']);
    expect(change(withMore({}), withMore({ deprecated: true }))).toEqual(['C22 INFO']);
  });

  test('CRD-C23, CRD-C24: preserveUnknownFields', () => {
    const keeps = { spec: { preserveUnknownFields: true } };
    expect(change(keeps, {})).toEqual(['C23 BREAK WD']);
    expect(change({}, keeps)).toEqual(['C24 REJECT']);
  });

  test('CRD-C25, CRD-J02: a schema that is not structural', () => {
    expect(change({}, versions({ spec: { properties: {} } }))).toContain('J02 REJECT ^.spec');
  });

  test('CRD-C26: a CRD that left the package', () => {
    expect(stated(compareCrds(widget({}), null))).toEqual(['C26 REVIEW']);
    expect(stated(compareCrds(widget({}), null, { keepsCrds: false }))).toEqual(['C26 BREAK D']);
  });

  test('CRD-C27: status, metadata and order mean nothing', () => {
    const old = { ...versions(v1, alpha), metadata: { labels: { a: 'b' } }, status: { storedVersions: ['v1'] } };
    expect(change(old, versions(alpha, v1))).toEqual([]);
  });

  test('CRD-C28: the approval of a protected group', () => {
    const group = 'x.k8s.io';
    const approved = (annotation?: string): WidgetShape => ({
      spec: { group },
      metadata: {
        name: `widgets.${group}`,
        annotations: annotation ? { 'api-approved.kubernetes.io': annotation } : {},
      },
    });
    expect(change(approved('https://example.com/1'), approved())).toEqual(['C28 REJECT']);
    expect(change(approved('https://example.com/1'), approved('yes'))).toEqual(['C28 REJECT']);
    expect(change(approved(), approved())).toEqual([]);
    expect(change({}, { status: { storedVersions: [] }, ...names({ shortNames: ['w'] }) })).toContain('C28 INFO');
  });

  test('CRD-C29: Helm may delete the CRD', () => {
    const kept = { metadata: { annotations: { 'helm.sh/resource-policy': 'keep' } } };
    expect(change(kept, {})).toEqual(['C29 BREAK D']);
    expect(change({}, {}, { chartFolders: { old: 'templates', new: 'crds' } })).toEqual(['C29 BREAK D']);
  });

  test('CRD-S24: a large CRD', () => {
    const long = (kib: number) => versions({ spec: { type: 'object', description: 'x'.repeat(kib * 1024) } });
    expect(change({ versions: [{ spec: { type: 'object' } }] }, long(300))).toContain('S24 INFO');
    expect(change({ versions: [{ spec: { type: 'object' } }] }, long(1100))).toContain('S24 REVIEW');
    expect(change({ versions: [{ spec: { type: 'object' } }] }, long(1600))).toContain('S24 REJECT');
  });
});

describe('across versions', () => {
  const spec = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
  const pair = (first: JsonObject, second: JsonObject): WidgetShape =>
    versions({ ...alpha, spec: spec(first) }, { ...v1, spec: spec(second) });
  const text = { type: 'string' };

  test('CRD-A01: only what was not so before is reported', () => {
    const before = pair({ a: text }, { a: { ...text, maxLength: 5 } });
    const after = pair({ a: text, b: text }, { a: { ...text, maxLength: 5 }, b: { ...text, minLength: 2 } });
    expect(change(before, after).filter((line) => line.includes('->'))).toEqual([
      'V13 BREAK WS v1alpha1 -> v1 ^.spec.b',
    ]);
  });

  test('CRD-A02: a webhook converts, so differences are only worth knowing', () => {
    const after = { ...pair({ a: text }, {}), spec: webhook() };
    const report = compareCrds(widget({ ...pair({}, {}), spec: webhook() }), widget(after));
    expect(stated(report)).toContain('A03 INFO D v1alpha1 -> v1 ^.spec.a');
  });

  test('CRD-A03: a field that one version lacks is lost, in both directions', () => {
    expect(change(pair({}, {}), pair({ a: text }, {}))).toContain('A03 BREAK D v1alpha1 -> v1 ^.spec.a');
    expect(change(pair({}, {}), pair({}, { a: text }))).toContain('A03 BREAK D v1 -> v1alpha1 ^.spec.a');
  });

  test('CRD-A04: what is stored is read as another version', () => {
    const both = (storage: string): WidgetShape =>
      versions(
        { ...alpha, storage: storage === 'v1alpha1', spec: spec({ a: text }) },
        { ...v1, storage: storage === 'v1', spec: spec({ a: { ...text, maxLength: 5 } }) },
      );
    expect(change(both('v1alpha1'), both('v1'))).toEqual(['C10 REVIEW', 'V10 BREAK WS v1alpha1 -> v1 ^.spec.a']);
  });

  test('CRD-A05, CRD-V27: a default has to be the same in every version', () => {
    expect(change(pair({ a: text }, { a: text }), pair({ a: text }, { a: { ...text, default: 'x' } }))).toContain(
      'V27 REVIEW v1alpha1 -> v1 ^.spec.a',
    );
  });

  test('CRD-A06: a new version is held against what is stored', () => {
    const found = change(
      versions({ ...v1, spec: spec({ a: text }) }),
      versions({ ...v1, served: false, spec: spec({ a: text }) }, { ...alpha, spec: spec({}) }),
    );
    expect(found).toContain('A03 BREAK D v1 -> v1alpha1 ^.spec.a');
  });
});
