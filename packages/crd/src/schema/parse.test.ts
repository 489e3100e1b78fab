import { describe, expect, it } from 'vitest';
import { type CrdErrorCode, isCrdError } from '../errors.ts';
import { parseCrd, parseCrds } from './parse.ts';

const HEAD = 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n';
const SPEC = `metadata: {name: as.example.com}
spec:
  group: example.com
  names: {plural: as, kind: A}
  scope: Namespaced
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`;

function failure(text: string | object, source?: string) {
  try {
    parseCrd(text, source);
  } catch (error) {
    if (isCrdError(error)) return { code: error.code, message: error.message, line: error.line, path: error.path };
    throw error;
  }
  throw new Error('it was read');
}

describe('reading a CRD', () => {
  it('is the same from YAML, JSON and an object', () => {
    const crd = parseCrd(HEAD + SPEC);
    const { unknownFields: _, ...plain } = crd;
    expect(parseCrd(JSON.stringify(plain))).toEqual(crd);
    expect(parseCrd(plain)).toEqual(crd);
    expect(crd.spec.versions[0]?.schema?.openAPIV3Schema).toEqual({ type: 'object' });
  });

  it('CRD-V35: unknown fields are kept apart, with their path', () => {
    const text = HEAD + SPEC.replace('type: object', 'type: object, example: 1, examples: [1]');
    const crd = parseCrd(`${text}  extra: 5\n`);
    expect(crd.unknownFields).toEqual([
      { path: ['spec', 'versions', 0, 'schema', 'openAPIV3Schema', 'examples'], value: [1] },
      { path: ['spec', 'extra'], value: 5 },
    ]);
  });

  it('CRD-N03: a field set to null is absent; a null in an enum stays', () => {
    const text = SPEC.replace('{type: object}', '{type: object, default: null, nullable: null, enum: [null, a]}');
    expect(parseCrd(HEAD + text).spec.versions[0]?.schema?.openAPIV3Schema).toEqual({
      type: 'object',
      enum: [null, 'a'],
    });
  });

  it('reads YAML 1.1 as Kubernetes does: words and octals, but neither dates nor base 60', () => {
    const values = '[yes, on, 0755, 0x10, 12:30, 2001-01-01, 1_000, 9007199254740993, ~, "on", 1e3, .5]';
    const crd = parseCrd(HEAD + SPEC.replace('{type: object}', `{type: object, enum: ${values}}`));
    expect(crd.spec.versions[0]?.schema?.openAPIV3Schema?.enum).toEqual([
      true,
      true,
      493,
      16,
      '12:30',
      '2001-01-01',
      1000,
      9007199254740993n,
      null,
      'on',
      1000,
      0.5,
    ]);
  });

  it('reads many documents, lists and merge keys', () => {
    const list = `apiVersion: v1\nkind: List\nitems:\n- ${(HEAD + SPEC).trim().replaceAll('\n', '\n  ')}\n`;
    const merged = `${HEAD}metadata: {name: x}\nspec:\n  <<: &base {group: a.b, scope: Cluster}\n  names: {plural: as}\n`;
    const text = ['---', HEAD + SPEC, '---', '# nothing', '---', list, '---', merged].join('\n');
    expect(parseCrds(text).map(({ spec }) => spec.group)).toEqual(['example.com', 'example.com', 'a.b']);
    expect(parseCrds(`${text}---\nkind: Pod\n`, undefined, { others: 'skip' })).toHaveLength(3);
  });

  it.each<[string, string, CrdErrorCode, string]>([
    [
      'another kind',
      'kind: Pod\napiVersion: v1\n',
      'CRD_NOT_A_CRD',
      'crd.yaml:1: kind: is a Pod, not a CustomResourceDefinition',
    ],
    ['no object', '- 1\n', 'CRD_NOT_A_CRD', 'crd.yaml:1: is no Kubernetes object'],
    ['nothing', '# nothing\n', 'CRD_NOT_A_CRD', 'crd.yaml: holds no CustomResourceDefinition'],
    [
      'two',
      `${HEAD}${SPEC}---\n${HEAD}${SPEC}`,
      'CRD_NOT_A_CRD',
      'crd.yaml: holds 2 CustomResourceDefinitions; read them with parseCrds',
    ],
    [
      'v1beta1',
      HEAD.replace('/v1', '/v1beta1') + SPEC,
      'CRD_NOT_A_CRD',
      'crd.yaml:1: apiVersion: is apiextensions.k8s.io/v1beta1; ',
    ],
    [
      'a wrong type',
      HEAD + SPEC.replace('example.com\n  n', '[1]\n  n'),
      'CRD_MALFORMED',
      'crd.yaml:5: spec.group: must be a string, is a list',
    ],
    [
      'a list of types',
      HEAD + SPEC.replace('type: object', 'type: [string]'),
      'CRD_MALFORMED',
      'crd.yaml:9: spec.versions[0].schema.openAPIV3Schema.type: must be a string, is a list',
    ],
    [
      'a fraction of a length',
      HEAD + SPEC.replace('type: object', 'maxLength: 1.5'),
      'CRD_MALFORMED',
      'crd.yaml:9: spec.versions[0].schema.openAPIV3Schema.maxLength: must be an integer, is 1.5',
    ],
    [
      'a wrong type in JSON',
      '{\n"apiVersion": "apiextensions.k8s.io/v1",\n"kind": "CustomResourceDefinition",\n"spec": 5}',
      'CRD_MALFORMED',
      'crd.yaml:4: spec: must be an object, is 5',
    ],
    ['bad YAML', `${HEAD}spec: [\n`, 'CRD_SYNTAX', 'crd.yaml:4: not valid YAML: '],
    ['bad JSON', '{"kind": "x"', 'CRD_SYNTAX', 'crd.yaml:1: not valid YAML: '],
    [
      'a key that stands twice',
      `${HEAD}kind: X\n`,
      'CRD_SYNTAX',
      'crd.yaml:3: not valid YAML: the key "kind" stands here twice',
    ],
    [
      'an anchor in itself',
      `${HEAD}spec: &a {b: *a}\n`,
      'CRD_SYNTAX',
      'crd.yaml:3: not valid YAML: the anchor &a contains itself',
    ],
    ['an alias of nothing', `${HEAD}spec: *a\n`, 'CRD_SYNTAX', 'crd.yaml:3: not valid YAML: '],
    [
      'infinity',
      `${HEAD}spec: .inf\n`,
      'CRD_SYNTAX',
      'crd.yaml:3: not valid YAML: JSON has no infinite numbers and no NaN',
    ],
  ])('refuses %s with file, line and path', (_, text, code, message) => {
    const failed = failure(text, 'crd.yaml');
    expect(failed.code).toBe(code);
    expect(failed.message).toContain(message);
  });

  it('refuses a billion laughs without expanding them', () => {
    const levels = Array.from({ length: 12 }, (_, level) =>
      level === 0
        ? 'l0: &l0 [x, x, x, x, x, x, x, x, x]'
        : `l${level}: &l${level} [${Array(9)
            .fill(`*l${level - 1}`)
            .join(', ')}]`,
    );
    expect(failure(`${HEAD}${levels.join('\n')}\n`)).toMatchObject({ code: 'CRD_TOO_LARGE' });
  });

  it('refuses what is nested too deeply, and texts beyond the limit', () => {
    for (const nest of ['[', '{a: ', '- ', '? ', '[a, {b: ']) {
      expect(failure(`spec:\n  ${nest.repeat(100_000)}`)).toMatchObject({ code: 'CRD_TOO_LARGE' });
    }
    const deep = `{"kind":${'['.repeat(100_000)}9007199254740993${']'.repeat(100_000)}}`;
    expect(failure(deep)).toMatchObject({ code: 'CRD_TOO_LARGE' });
    expect(failure(`# ${'x'.repeat(33 * 1024 * 1024)}`)).toMatchObject({ code: 'CRD_TOO_LARGE' });
  });

  it('keeps property names that are special to JavaScript', () => {
    const text = SPEC.replace(
      '{type: object}',
      '{type: object, properties: {__proto__: {type: string}, constructor: {type: string}}}',
    );
    const schema = parseCrd(HEAD + text).spec.versions[0]?.schema?.openAPIV3Schema;
    expect(Object.keys(schema?.properties ?? {})).toEqual(['__proto__', 'constructor']);
    expect(schema?.properties?.['toString']).toBeUndefined();
  });
});
