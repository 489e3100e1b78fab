import { describe, expect, test } from 'vitest';
import { celRules } from '../../src/cel/index.ts';
import { compareCrds, exitCodeOf, type Finding } from '../../src/compatibility/index.ts';
import { type Crd, type JsonObject, parseCrd } from '../../src/schema/index.ts';

function crd(field: object, rest: { spec?: object; version?: object } = {}): Crd {
  const openAPIV3Schema = { type: 'object', properties: { spec: { type: 'object', properties: { a: field } } } };
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema }, ...rest.version };
  const names = { plural: 'widgets', kind: 'Widget', singular: 'widget', listKind: 'WidgetList' };
  return parseCrd({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.demo.io' },
    spec: { group: 'demo.io', scope: 'Namespaced', names, versions: [version], ...rest.spec },
  });
}

const found = (old: Crd, now: Crd, options = {}): readonly Finding[] => compareCrds(old, now, options).findings;
const text = { type: 'string' };

describe('bounds above 2^53', () => {
  test('CRD-V11: keep every digit', () => {
    const bound = (maximum: bigint): Crd => crd({ type: 'integer', format: 'int64', maximum });
    const [finding] = found(bound(9_223_372_036_854_770_001n), bound(9_007_199_254_740_993n));
    expect(finding?.message).toBe('maximum 9223372036854770001 became 9007199254740993');
    expect([finding?.old, finding?.new]).toEqual(['9223372036854770001', '9007199254740993']);
  });

  test('CRD-V11: counts that differ in their last digit differ', () => {
    const counted = (maxLength: bigint): Crd => crd({ ...text, maxLength });
    const findings = found(counted(9_007_199_254_740_993n), counted(9_007_199_254_740_992n));
    expect(findings.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
      'V11 maxLength 9007199254740993 became 9007199254740992',
    ]);
  });
});

describe('a message', () => {
  test('CRD-V20: shows the part of long values that differs', () => {
    const [before, after] = [`^${'a'.repeat(200)}b$`, `^${'a'.repeat(200)}c$`];
    const [finding] = found(crd({ ...text, pattern: before }), crd({ ...text, pattern: after }));
    const [old = '', now = ''] = finding?.message.split(' became ') ?? [];
    expect(old).toContain('aab$"');
    expect(now).toContain('aac$"');
    expect(finding?.message.length).toBeLessThan(160);
  });

  test('CRD-V35: tells an unknown field of the CRD from a keyword of a schema', () => {
    const plain = crd(text);
    const messages = (now: Crd): string[] =>
      found(plain, now).map(({ path, message }) => `^${path.join('.')} ${message}`);
    expect(messages(crd(text, { spec: { acme: 1 } }))).toEqual(['^ unknown field spec.acme of the CRD']);
    expect(messages(crd(text, { version: { acme: 1 } }))).toEqual(['^ unknown field spec.versions[0].acme of the CRD']);
    expect(messages(crd({ ...text, acme: 1 }))).toEqual(['^spec.a unknown keyword acme']);
  });
});

describe('targets', () => {
  const ruled = (rule: string): Crd => crd({ ...text, 'x-kubernetes-validations': [{ rule }] });

  test('CRD-X16: are by default the releases that Kubernetes supports; the one that lacks a function is named', () => {
    const rules = (options: object): string[] =>
      found(ruled('self != ""'), ruled('isIP(self)'), { compiler: celRules, ...options })
        .filter(({ rule }) => rule === 'X16')
        .map(({ message }) => message);
    expect(rules({})).toEqual([]);
    const [message] = rules({ targets: ['1.29', '1.36'] });
    expect(message).toContain(
      'isIP() is not known to Kubernetes 1.29, which is a target; new rules can use it from 1.31 on',
    );
  });
});

describe('a thousand levels of schemas', () => {
  const deep = (levels: number, leaf: JsonObject): Crd => {
    let schema: JsonObject = leaf;
    for (let level = 0; level < levels; level++) schema = { type: 'object', properties: { a: schema } };
    return crd(schema);
  };

  test.each([300, 1000])('%i give a report or a fault of the input, never an exception', (levels) => {
    const report = compareCrds(deep(levels, { type: 'string' }), deep(levels, { type: 'integer' }), {
      compiler: celRules,
    });
    if (report.fault === undefined) expect(report.findings.map(({ rule }) => rule)).toContain('V01');
    else expect(report.fault).toEqual({ kind: 'input', message: expect.stringContaining('nested too deeply') });
    expect(exitCodeOf([report])).toBe(report.fault === undefined ? 1 : 3);
  });
});
