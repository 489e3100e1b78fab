import { ANYTHING, DEFINITIONS, definition, type Row, versionOf, withSpec } from './rows.ts';

type Spec = Readonly<Record<string, unknown>>;

const attempt = (spec: Spec, version: Spec = {}, metadata: Spec = {}): Row => [
  'POST',
  `${DEFINITIONS}?dryRun=All`,
  definition('bads', 'Bad', spec, version, metadata),
];
const names = (more: Spec): Row => attempt({ names: { plural: 'bads', kind: 'Bad', ...more } });
const schema = (openAPIV3Schema: Spec, more: Spec = {}): Row => attempt({}, { schema: { openAPIV3Schema }, ...more });
const converting = (webhook: Spec | undefined, strategy = 'Webhook'): Row =>
  attempt({ conversion: { strategy, ...(webhook && { webhook }) } });
const hook = (clientConfig: Spec, conversionReviewVersions: readonly string[] = ['v1']): Row =>
  converting({ clientConfig, conversionReviewVersions });
const protectedGroup = (annotations: Spec): Row =>
  attempt({ group: 'x.k8s.io' }, {}, { name: 'bads.x.k8s.io', annotations });
const letters = 'abcdefghij'.split('');
const object = (properties: Spec): Spec => ({ type: 'object', properties });

/** Definitions that a server refuses, or takes with a word, each for a reason of its own. */
export const definitionsToJudge: readonly Row[] = [
  attempt({ group: '' }),
  attempt({ group: 'nodots' }),
  attempt({ group: 'Bad_.x' }),
  attempt({ scope: 'Global' }),
  attempt({ scope: '' }),
  attempt({ names: { plural: 'bads' } }),
  attempt({ names: { kind: 'Bad' } }),
  names({ plural: 'Bads' }),
  names({ kind: 'Bad_x', listKind: 'Bad_x' }),
  names({ shortNames: ['OK', 'ok'], categories: ['X'] }),
  names({ listKind: 'Bad' }),
  names({ singular: 'B' }),
  attempt({ versions: [] }),
  attempt({ versions: undefined }),
  attempt({ versions: [versionOf('v1', false), versionOf('v2', false)] }),
  attempt({ versions: [versionOf('v1', true), versionOf('v1', false)] }),
  attempt({ versions: [versionOf('V1', true)] }),
  attempt({ versions: [{ ...versionOf('v1', true), schema: undefined }] }),
  attempt({ versions: [versionOf('v1', true), { ...versionOf('v2', false), schema: undefined }] }),
  attempt({ preserveUnknownFields: true }),
  attempt({}, { deprecationWarning: 'x' }),
  attempt({}, { deprecated: true, deprecationWarning: '' }),
  attempt({}, { deprecated: true, deprecationWarning: 'a\nb' }),
  attempt({}, { deprecated: true, deprecationWarning: 'x'.repeat(257) }),
  converting(undefined, 'Foo'),
  attempt({ conversion: {} }),
  converting(undefined),
  converting({}),
  hook({}),
  hook({ url: 'http://x' }, ['v3', 'v3']),
  hook({ url: 'https://u@/x?a=1#f' }, ['V1']),
  hook({ url: 'https://x', service: { name: 'a', namespace: 'b' } }),
  hook({ service: { name: '', namespace: '', path: 'x', port: 0 } }),
  hook({ service: { name: 'a', namespace: 'b', path: '/x//Y_/' } }),
  hook({ service: { name: 'a', namespace: 'b' } }),
  converting({ clientConfig: { url: 'https://x' }, conversionReviewVersions: ['v1'] }, 'None'),
  attempt(
    {},
    {
      additionalPrinterColumns: [
        { name: '', type: '', jsonPath: '' },
        { name: 'a', type: 'foo', jsonPath: 'x', format: 'q' },
      ],
    },
  ),
  attempt(
    {},
    { selectableFields: ['', 'spec', '.spec.x', '.metadata.name', '.spec.a[0]'].map((jsonPath) => ({ jsonPath })) },
  ),
  schema(withSpec({ a: { type: 'string' }, o: { type: 'object' }, l: { type: 'array', items: { type: 'string' } } }), {
    selectableFields: ['.spec.a', '.spec.a', '.spec.o', '.spec.l[0]', ".spec['a']", '.spec.', '.', '.spec.b'].map(
      (jsonPath) => ({ jsonPath }),
    ),
  }),
  schema(withSpec(Object.fromEntries(letters.map((letter) => [letter, { type: 'string' }]))), {
    selectableFields: letters.map((letter) => ({ jsonPath: `.spec.${letter}` })),
  }),
  attempt({}, { subresources: { scale: {} } }),
  attempt(
    {},
    { subresources: { scale: { specReplicasPath: 'x', statusReplicasPath: '.spec.x', labelSelectorPath: '.foo' } } },
  ),
  attempt(
    {},
    { subresources: { scale: { specReplicasPath: '.status.x', statusReplicasPath: '.', labelSelectorPath: 'foo' } } },
  ),
  schema(object({ a: { default: 1 } })),
  schema({ properties: { a: { type: 'string', default: 1 } } }),
  schema(object({ a: { type: 'string', default: 1 }, b: { type: 'foo' }, c: { type: 'array' } })),
  schema(object({ a: { type: 'string', default: 1 } })),
  schema(object({ a: { type: 'object', default: { b: 1 } } })),
  schema({ type: 'object', oneOf: [{ required: ['a'] }] }, { subresources: { status: {} } }),
  schema({ type: 'object', nullable: true }),
  schema({
    type: 'object',
    'x-kubernetes-validations': [{ rule: 'self.x' }, { rule: '' }, { rule: 'true', message: 'a\nb' }],
  }),
  schema({ type: 'object', 'x-kubernetes-validations': [{ rule: 'self.x' }] }),
  schema(
    object({
      list: {
        type: 'array',
        items: { type: 'string' },
        'x-kubernetes-validations': [{ rule: 'self.all(x, self.all(y, x.contains(y)))' }],
      },
    }),
  ),
  schema(object({ f: { type: 'string', format: 'foo' } })),
  schema(object({ f: { type: 'integer', format: 'bar' } })),
  schema(object({ f: { type: 'string', format: 'k8s-short-name' } })),
  schema(object({ s: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'object' } } })),
  schema(object({ m: { type: 'array', 'x-kubernetes-list-type': 'map', items: { type: 'object' } } })),
  attempt({}, {}, { name: 'other.demo.io' }),
  attempt({}, {}, { name: 'UP.demo.io' }),
  protectedGroup({}),
  protectedGroup({ 'api-approved.kubernetes.io': 'nope' }),
  protectedGroup({ 'api-approved.kubernetes.io': 'unapproved, x' }),
  protectedGroup({ 'api-approved.kubernetes.io': 'https://github.com/x/1' }),
  [
    'POST',
    DEFINITIONS,
    { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'x' } },
  ],
  attempt({
    versions: [
      versionOf('v1', true, { type: 'object' }, { subresources: { status: {} } }),
      versionOf('v2', false, { type: 'foo' }, { subresources: { status: {} } }),
    ],
  }),
  attempt({
    versions: ['v1', 'v2'].map((name) =>
      versionOf(
        name,
        name === 'v1',
        { type: 'foo' },
        { additionalPrinterColumns: [{ name: 'a', type: 'x', jsonPath: '.x' }], subresources: { scale: {} } },
      ),
    ),
  }),
  ['POST', `${DEFINITIONS}?dryRun=All&fieldValidation=Strict`, { ...definition('bads', 'Bad', { foo: 1 }), bar: 1 }],
  [
    'POST',
    `${DEFINITIONS}?dryRun=All`,
    definition('bads', 'Bad', { versions: [versionOf('v1', true, { ...ANYTHING, maximum: 'x' })] }),
  ],
];
