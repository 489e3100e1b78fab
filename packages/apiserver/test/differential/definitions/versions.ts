import { DEFINITIONS, definition, definitionAt, objectOf, objectsAt, type Row, versionOf, withSpec } from './rows.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const OLD = withSpec({ a: text, b: { ...text, default: 'B1' } });
const NEW = withSpec({ a: text, b: text, c: { ...text, default: 'C2' } });

export const versionedDefinitions: readonly Row[] = [
  [
    'POST',
    DEFINITIONS,
    definition('multis', 'Multi', { versions: [versionOf('v1', true, OLD), versionOf('v2', false, NEW)] }),
  ],
  [
    'POST',
    DEFINITIONS,
    definition('twos', 'Two', {
      names: { plural: 'twos', kind: 'Multi', shortNames: ['t', 'multi'], listKind: 'TwoList' },
    }),
  ],
  [
    'POST',
    DEFINITIONS,
    definition('threes', 'Three', {
      names: { plural: 'threes', kind: 'Three', shortNames: ['multis', 'multi', 'ok'] },
    }),
  ],
  [
    'POST',
    DEFINITIONS,
    definition('prunes', 'Prune', {}, { schema: { openAPIV3Schema: withSpec({ a: text, b: text }) } }),
  ],
  [
    'POST',
    DEFINITIONS,
    definition('clusters', 'Cluster', { scope: 'Cluster' }, { deprecated: true, subresources: { status: {} } }),
  ],
  ['POST', DEFINITIONS, definition('holds', 'Hold')],
  ['POST', DEFINITIONS, definition('goners', 'Goner')],
];

const v1 = objectsAt('multis');
const v2 = objectsAt('multis', 'v2');
const multi = (name: string, spec: object, version = 'v1') => objectOf('Multi', name, spec, {}, version);
const merge = (path: string, body: unknown): Row => ['PATCH', path, body, 'merge'];
const storage = (version: 'v1' | 'v2'): Row => [
  'PATCH',
  definitionAt('multis'),
  [0, 1].map((index) => ({
    op: 'replace',
    path: `/spec/versions/${index}/storage`,
    value: version === `v${index + 1}`,
  })),
  'jsonPatch',
];

/** What names are granted, and what is served before and after a conflict. */
export const names: readonly Row[] = [
  ['GET', definitionAt('multis')],
  ['GET', definitionAt('twos')],
  ['GET', definitionAt('threes')],
  ['GET', objectsAt('twos')()],
];

export const versions: readonly Row[] = [
  ['POST', v1(), multi('x', { a: '1' })],
  ['GET', v1('/x')],
  ['GET', v2('/x')],
  ['POST', v2(), multi('y', { a: '1', c: '3' }, 'v2')],
  ['GET', v1('/y')],
  ['GET', v2('/y')],
  ['GET', v2()],
  ['GET', v1()],
  ['POST', v2(), multi('z', { a: '1' })],
  ['POST', objectsAt('multis', 'v3')(), multi('z', {}, 'v3')],
];

export const afterStorageChange: readonly Row[] = [
  ['GET', v1('/x')],
  ['GET', v2('/x')],
  ['GET', v2('/y')],
  merge(v2('/y'), { metadata: { labels: { q: 'r' } } }),
  ['GET', v1('/y')],
];

export const toV2 = storage('v2');
export const withoutV1: Row = [
  'PATCH',
  definitionAt('multis'),
  [{ op: 'replace', path: '/spec/versions/0/served', value: false }],
  'jsonPatch',
];

export const afterV1: readonly Row[] = [
  ['GET', v1('/x')],
  ['GET', v2('/x')],
  ['PATCH', definitionAt('multis'), [{ op: 'remove', path: '/spec/versions/0' }], 'jsonPatch'],
  merge(definitionAt('multis', '/status'), { status: { storedVersions: ['v2'] } }),
  merge(definitionAt('multis'), { spec: { scope: 'Cluster' } }),
  merge(definitionAt('multis'), { spec: { names: { kind: 'Other' } } }),
  merge(definitionAt('multis'), { spec: { names: { plural: 'others' } } }),
  merge(definitionAt('multis'), { spec: { group: 'other.io' } }),
];

const prunes = objectsAt('prunes');
const pruneSchema = (properties: object): Row =>
  merge(definitionAt('prunes'), { spec: { versions: [versionOf('v1', true, withSpec({ ...properties }))] } });

export const beforePruning: Row = ['POST', prunes(), objectOf('Prune', 'p', { a: '1', b: '2' })];
export const otherFields: Row = pruneSchema({
  a: text,
  n: { ...whole, default: 5 },
  m: { type: 'object', default: {}, properties: { k: { ...whole, default: 1 } } },
});
export const pruned: readonly Row[] = [
  ['GET', prunes('/p')],
  ['GET', prunes()],
  merge(prunes('/p'), { metadata: { labels: { z: 'z' } } }),
  merge(prunes('/p'), { metadata: { labels: { z: 'z' } } }),
];
export const stricter: Row = pruneSchema({ a: { ...text, maxLength: 0 }, n: { ...whole, maximum: 3 } });
export const ratcheted: readonly Row[] = [
  merge(prunes('/p'), { metadata: { labels: { z: 'y' } } }),
  merge(prunes('/p'), { spec: { n: 4 } }),
  merge(prunes('/p'), { spec: { n: 2 } }),
  ['POST', prunes(), objectOf('Prune', 'q', { a: '1' })],
];

const clusters = '/apis/demo.io/v1/clusters';
const holds = objectsAt('holds');

export const scopes: readonly Row[] = [
  ['POST', clusters, objectOf('Cluster', 'c', { any: 1 })],
  ['GET', `${clusters}/c`],
  ['GET', objectsAt('clusters')()],
  merge(`${clusters}/c/status`, { status: { x: 1 } }),
  ['POST', '/apis/demo.io/v1/holds', objectOf('Hold', 'x', {})],
  ['GET', '/apis/demo.io/v1/holds/x'],
];

export const holding: readonly Row[] = [
  ['POST', holds(), objectOf('Hold', 'h', {}, { metadata: { name: 'h', finalizers: ['x.y/z'] } })],
  ['DELETE', definitionAt('holds')],
];
export const held: readonly Row[] = [
  ['POST', DEFINITIONS, definition('holds', 'Hold')],
  ['POST', holds(), objectOf('Hold', 'h', {})],
  ['GET', definitionAt('holds')],
  ['GET', holds('/h')],
  ['POST', holds(), objectOf('Hold', 'i', {})],
  ['PATCH', holds('/i?fieldManager=a'), objectOf('Hold', 'i', {}), 'apply'],
  merge(holds('/h'), { metadata: { labels: { a: 'b' } } }),
];
export const letGo: Row = merge(holds('/h'), { metadata: { finalizers: null } });

export const going: readonly Row[] = [
  ['POST', objectsAt('goners')(), objectOf('Goner', 'd', {})],
  ['DELETE', definitionAt('goners')],
];
