import { describe, expect, test } from 'vitest';
import { stated, type VersionShape, type WidgetShape, widget, widgetWith } from '../../../test/widget.ts';
import { celRules } from '../../cel/index.ts';
import type { Crd, JsonObject } from '../../schema/index.ts';
import { checkReject, compareCrds, type Finding, type KubeVersion } from '../index.ts';

const text = { type: 'string' };
const F = '^.spec.field';

function refused(shape: WidgetShape): string[] {
  return stated(compareCrds(null, widget(shape)));
}

function refusedField(field: JsonObject): string[] {
  return stated(compareCrds(null, widgetWith({ field })));
}

const root = (schema: JsonObject): WidgetShape => ({ versions: [{ more: { schema: { openAPIV3Schema: schema } } }] });
const version = (more: VersionShape['more'] = {}): WidgetShape => ({ versions: [{ more }] });

describe('what the API server refuses', () => {
  test('CRD-J01: the root is an object', () => {
    expect(refused(root({ type: 'string' }))).toContain('J01 REJECT');
    expect(refused(root({ type: 'object', nullable: true }))).toContain('J01 REJECT');
  });

  const fields: readonly (readonly [string, JsonObject, string])[] = [
    ['CRD-J02: a field without type', { description: 'x' }, F],
    ['CRD-J02: a list without items', { type: 'array' }, `${F}.items`],
    ['CRD-J03: a keyword that is not supported', { type: 'object', patternProperties: { a: text } }, F],
    ['CRD-J03: an unknown type', { type: 'text' }, F],
    ['CRD-J04: uniqueItems', { type: 'array', items: text, uniqueItems: true }, F],
    [
      'CRD-J05: properties beside additionalProperties',
      { type: 'object', properties: { a: text }, additionalProperties: text },
      `${F}.additionalProperties`,
    ],
    ['CRD-J06: preserve-unknown-fields: false', { type: 'object', 'x-kubernetes-preserve-unknown-fields': false }, F],
    ['CRD-J07: an embedded resource that is no object', { type: 'string', 'x-kubernetes-embedded-resource': true }, F],
    ['CRD-J08: a type inside a combinator', { type: 'string', anyOf: [{ type: 'string' }] }, `${F}.anyOf[0]`],
    ['CRD-J10: a pattern that RE2 does not know', { type: 'string', pattern: '(?=a)' }, F],
    ['CRD-J11: a default that is not valid', { type: 'string', maxLength: 1, default: 'ab' }, F],
    ['CRD-J12: a list type that does not exist', { type: 'array', items: text, 'x-kubernetes-list-type': 'bag' }, F],
    ['CRD-J12: a map without keys', { type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'map' }, F],
    ['CRD-J13: a map type on text', { type: 'string', 'x-kubernetes-map-type': 'atomic' }, F],
    ['CRD-J14: an empty rule', { type: 'string', 'x-kubernetes-validations': [{ rule: ' ' }] }, F],
  ];
  test.each(fields)('%s', (title, field, path) => {
    expect(refusedField(field)).toContain(`${title.slice(4, 7)} REJECT ${path}`);
  });

  test('CRD-J06: what means the same may still be refused', () => {
    const plain = widgetWith({ field: text });
    const odd = widgetWith({ field: { ...text, 'x-kubernetes-preserve-unknown-fields': false } });
    expect(stated(compareCrds(plain, odd))).toEqual([`J06 REJECT ${F}`]);
    expect(stated(compareCrds(odd, odd))).toEqual([]);
    expect(stated(compareCrds(odd, plain))).toEqual([]);
  });

  test('CRD-J09: metadata is what it always is', () => {
    const schema = { type: 'object', properties: { metadata: { type: 'object', description: 'x' } } };
    expect(refused(root(schema))).toContain('J09 REJECT ^.metadata');
  });

  const ruled = (rule: string, more: JsonObject = {}): Crd =>
    widgetWith({ field: { type: 'string', maxLength: 99, 'x-kubernetes-validations': [{ rule }] }, ...more });
  const dear = (more: JsonObject = {}): Crd => {
    const list = { type: 'array', items: text, 'x-kubernetes-validations': [{ rule: 'self.all(a, a in self)' }] };
    return widgetWith({ field: list, ...more });
  };
  const options = { compiler: celRules };

  test('CRD-J14: a rule that does not compile', () => {
    expect(stated(compareCrds(null, ruled('self ==='), options))).toEqual([`J14 REJECT ${F}`]);
    expect(stated(compareCrds(ruled('self != ""'), ruled('self ==='), options))).toContain(`J14 REJECT ${F}`);
  });

  test('CRD-J14: a rule that could cost too much, unless the whole schema is as it was', () => {
    expect(stated(compareCrds(null, dear(), options))).toContain(`J14 REJECT ${F}`);
    const cost = (findings: readonly Finding[]) =>
      findings.filter(({ message }) => message.includes('estimated rule cost exceeds')).map(({ verdict }) => verdict);
    expect(cost(checkReject(dear({ other: text }), dear(), '1.36', celRules))).toEqual(['REJECT']);
    expect(cost(checkReject(dear(), dear(), '1.36', celRules))).toEqual(['INFO']);
  });

  test('CRD-X16: a function that the oldest target does not take in new rules', () => {
    const targets = { ...options, targets: ['1.30', '1.36'] as const };
    const [plain, young] = [ruled('self != ""'), ruled('isIP(self)')];
    const [finding] = checkReject(young, plain, '1.30', celRules);
    expect(finding?.message).toContain(
      'isIP() is not known to Kubernetes 1.30, which is a target; new rules can use it from 1.31 on',
    );
    expect(stated(compareCrds(plain, young, targets))).toContain(`X16 REJECT ${F}`);
    expect(stated(compareCrds(plain, young, { ...options, targets: ['1.31'] })).join()).not.toContain('X16');
    // What is there already stays.
    expect(stated(compareCrds(young, ruled('isIP(self)', { other: text }), targets)).join()).not.toContain('X16');
  });

  test.each([
    ['sets.contains([self], ["a"])', '1.30'],
    ['"%s".format([self]) == self', '1.30'],
    ['[self].all(i, x, x == self)', '1.33'],
    ['!format.dns1123Label().validate(self).hasValue()', '1.32'],
    ['isSemver(self)', '1.34'],
    ['[self].sortBy(x, x).size() == 1', '1.35'],
    ['[self].distinct().size() == 1', '1.35'],
  ] as const)('CRD-X16: %s is taken from %s on', (rule, first) => {
    const before = `1.${Number(first.slice(2)) - 1}` as KubeVersion;
    expect(checkReject(ruled(rule), null, before, celRules).map((finding) => finding.rule)).toEqual(['X16']);
    expect(checkReject(ruled(rule), null, first, celRules)).toEqual([]);
  });

  test('CRD-J15: versions', () => {
    expect(refused({ versions: [{ name: 'v1' }, { name: 'v1', storage: false }] })).toContain('J15 REJECT');
    expect(refused({ versions: [{ name: 'V1' }] })).toEqual(['J15 REJECT']);
    expect(refused(version({ schema: {} }))).toEqual(['J15 REJECT']);
  });

  const clients: readonly (readonly [string, JsonObject, boolean])[] = [
    ['a url', { url: 'https://example.com/convert' }, true],
    ['a url with an empty query', { url: 'https://example.com/?' }, true],
    ['a url without host', { url: 'https:///path' }, false],
    ['a url with a user', { url: 'https://me@example.com/' }, false],
    ['a url with a query', { url: 'https://example.com/?a=b' }, false],
    ['a url with a fragment', { url: 'https://example.com/#a' }, false],
    ['a url that is none', { url: ':' }, false],
    ['a service', { service: { namespace: 'a', name: 'b', path: '/a/b/' } }, true],
    ['a service without name', { service: { namespace: 'a' } }, false],
    ['a service without namespace', { service: { name: 'a' } }, false],
    ['a port that is none', { service: { namespace: 'a', name: 'b', port: 70000 } }, false],
    ['a relative path', { service: { namespace: 'a', name: 'b', path: 'a' } }, false],
    ['a path with an empty segment', { service: { namespace: 'a', name: 'b', path: '/a//b' } }, false],
    ['a path with upper case', { service: { namespace: 'a', name: 'b', path: '/A' } }, false],
  ];
  test.each(clients)('CRD-J16: a webhook behind %s', (_title, clientConfig, isAccepted) => {
    const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
    expect(refused({ spec: { conversion } }).length === 0).toBe(isAccepted);
  });

  test('CRD-J17: selectable fields are equal where the schemas are', () => {
    const fields = (...paths: string[]): JsonObject => ({
      selectableFields: paths.map((jsonPath) => ({ jsonPath })),
    });
    const spec = (more: JsonObject): JsonObject => ({ type: 'object', properties: { a: text, b: text, ...more } });
    const pair = (second: JsonObject, ...paths: string[]): string[] =>
      refused({
        versions: [
          { name: 'v1', spec: spec({}), more: fields('.spec.a') },
          { name: 'v2', storage: false, spec: spec(second), more: fields(...paths) },
        ],
      });
    expect(pair({}, '.spec.a')).toEqual([]);
    expect(pair({ c: text }, '.spec.b')).toEqual([]);
    expect(pair({}, '.spec.b')).toContain('J17 REJECT');
    expect(pair({})).toContain('J17 REJECT');
    expect(pair({ c: text }, '.spec.a')).toContain('J17 REJECT');
  });

  test('CRD-J16: conversion', () => {
    const conversion = (more: JsonObject): WidgetShape => ({ spec: { conversion: more } });
    expect(refused(conversion({}))).toEqual(['J16 REJECT']);
    expect(refused(conversion({ strategy: 'None', webhook: {} }))).toEqual([]);
    expect(refused(conversion({ strategy: 'None', webhook: { conversionReviewVersions: ['v1'] } }))).toEqual([
      'J16 REJECT',
    ]);
    const clientConfig = { url: 'http://example.com' };
    expect(
      refused(conversion({ strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } })),
    ).toEqual(['J16 REJECT']);
  });

  test('CRD-J16: a bad caBundle is refused on update from 1.31 on', () => {
    const hook = (caBundle: string) => ({
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { url: 'https://a.b', caBundle }, conversionReviewVersions: ['v1'] },
      },
    });
    const [good, bad] = [btoa('-----BEGIN CERTIFICATE-----'), btoa('nothing')];
    const [old, now] = [widget({ spec: hook(good) }), widget({ spec: hook(bad) })];
    expect(checkReject(now, old, '1.30')).toEqual([]);
    expect(checkReject(now, old, '1.31').map(({ verdict }) => verdict)).toEqual(['REJECT']);
    expect(checkReject(now, now, '1.31').map(({ verdict }) => verdict)).toEqual(['INFO']);
    expect(checkReject(now, null, '1.31')).toEqual([]);
  });

  test('CRD-J17: selectable fields and scale paths', () => {
    const selectable = (jsonPath: string) => refused(version({ selectableFields: [{ jsonPath }] }));
    expect(selectable('.metadata.name')).toEqual(['J17 REJECT']);
    expect(selectable('.spec.missing')).toEqual(['J17 REJECT']);
    const scale = { specReplicasPath: '.status.n', statusReplicasPath: '.status.n' };
    expect(refused(version({ subresources: { scale } }))).toEqual(['J17 REJECT']);
  });

  test('CRD-J18: names', () => {
    expect(refused({ spec: { names: { plural: 'widgets', kind: 'Widget', listKind: 'Widget' } } })).toEqual([
      'J18 REJECT',
    ]);
    expect(refused({ spec: { scope: 'Global' } })).toEqual(['J18 REJECT']);
    expect(refused({ metadata: { name: 'other.example.com' } })).toEqual(['J18 REJECT']);
    expect(refused({ spec: { group: 'x.k8s.io' }, metadata: { name: 'widgets.x.k8s.io' } })).toEqual(['J18 REJECT']);
  });

  test('CRD-J18: metadata is that of any object', () => {
    const name = 'widgets.example.com';
    expect(refused({ metadata: { name, labels: { 'a b': 'x' } } })).toEqual(['J18 REJECT']);
    expect(refused({ metadata: { name, annotations: { a: 1 } } })).toEqual(['J18 REJECT']);
  });

  test('CRD-J19: columns, deprecation and preserveUnknownFields', () => {
    expect(refused(version({ additionalPrinterColumns: [{ name: 'A', type: 'text', jsonPath: '.a' }] }))).toEqual([
      'J19 REJECT',
    ]);
    expect(refused(version({ deprecationWarning: 'soon' }))).toEqual(['J19 REJECT']);
    expect(refused({ spec: { preserveUnknownFields: true } })).toEqual(['J19 REJECT']);
  });

  test('CRD-J12: what the old CRD already had is only worth knowing', () => {
    const set = (more: JsonObject) =>
      widgetWith({ list: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'object' } }, ...more });
    expect(stated(compareCrds(set({}), set({ other: text })))).toEqual([
      'J12 INFO ^.spec.list.items',
      'S03 SAFE ^.spec.other',
    ]);
  });
});
