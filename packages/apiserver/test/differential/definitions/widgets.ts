import { DEFINITIONS, definition, objectOf, objectsAt, type Row, TABLE } from './rows.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };

const WIDGET = {
  type: 'object',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      required: ['size'],
      'x-kubernetes-validations': [
        { rule: '!has(self.max) || self.size <= self.max', message: 'size above max' },
        { rule: 'self.size >= oldSelf.size', messageExpression: '"cannot " + "shrink"' },
      ],
      properties: {
        size: { ...whole, minimum: 1, maximum: 1_000_000 },
        max: whole,
        color: { ...text, enum: ['red', 'blue'], default: 'red' },
        name: { ...text, maxLength: 5, pattern: '^[a-z]*$' },
        port: { 'x-kubernetes-int-or-string': true },
        any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        when: { ...text, format: 'date-time' },
        ratio: { type: 'number' },
        template: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port', 'protocol'],
          items: {
            type: 'object',
            required: ['port'],
            properties: { port: whole, protocol: { ...text, default: 'TCP' }, name: text },
          },
        },
        tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
        list: { type: 'array', items: { type: 'object', properties: { a: text } } },
        maybe: { ...text, nullable: true },
        map: { type: 'object', additionalProperties: whole },
        nest: { type: 'object', default: {}, properties: { deep: { ...whole, default: 3 } } },
      },
    },
    status: {
      type: 'object',
      properties: { ready: { type: 'boolean' }, replicas: whole, phase: { ...text, default: 'New' } },
    },
  },
};

const COLUMNS = [
  ['Size', 'integer', '.spec.size'],
  ['Any', 'string', '.spec.any'],
  ['Ratio', 'number', '.spec.ratio'],
  ['Items', 'string', '.spec.list[*].a'],
  ['Udp', 'string', '.spec.ports[?(@.protocol=="UDP")].port'],
  ['High', 'string', '.spec.ports[?(@.port>100)].port'],
  ['When', 'date', '.spec.when'],
  ['Tags', 'string', '.spec.tags'],
  ['Ready', 'boolean', '.status.ready'],
  ['Last', 'string', '.spec.tags[-1:]'],
  ['Second', 'string', '.spec.tags[1]'],
].map(([name, type, jsonPath]) => ({ name, type, jsonPath }));

export const widgetDefinition: Row = [
  'POST',
  DEFINITIONS,
  definition(
    'widgets',
    'Widget',
    { names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'], categories: ['all'] } },
    {
      schema: { openAPIV3Schema: WIDGET },
      subresources: {
        status: {},
        scale: {
          specReplicasPath: '.spec.size',
          statusReplicasPath: '.status.replicas',
          labelSelectorPath: '.spec.name',
        },
      },
      additionalPrinterColumns: COLUMNS,
      selectableFields: [{ jsonPath: '.spec.color' }, { jsonPath: '.spec.size' }],
    },
  ),
];

const at = objectsAt('widgets');
const widget = (name: string, spec: unknown, rest: object = {}) => objectOf('Widget', name, spec, { ...rest });
const post = (name: string, spec: unknown, rest: object = {}, query = ''): Row => [
  'POST',
  at(query),
  widget(name, spec, rest),
];
const merge = (rest: string, body: unknown): Row => ['PATCH', at(`/${rest}`), body, 'merge'];
const apply = (name: string, spec: unknown, query = 'fieldManager=a'): Row => [
  'PATCH',
  at(`/${name}?${query}`),
  widget(name, spec),
  'apply',
];
const embedded = (metadata: object, rest: object = {}): object => ({
  size: 1,
  template: { apiVersion: 'v1', kind: 'Pod', metadata, ...rest },
});
const rich = {
  size: 1,
  port: 'http',
  ratio: 1,
  map: { a: 1 },
  tags: ['a', 'b'],
  ports: [{ port: 1 }, { port: 101, protocol: 'UDP' }],
  when: '2020-01-01T00:00:00Z',
  list: [{ a: 'x' }, { a: 'y' }],
};

/** What is sent to a kind whose schema has something of everything. */
export const widgetWrites: readonly Row[] = [
  post('a', { size: 3 }),
  post('b', { size: 'x' }),
  post('c', {}),
  post('d', undefined),
  post('e', { size: 1, name: 'A' }),
  post('f', { size: 0, color: 'green', name: 'toolong', port: true, when: 'x' }),
  post('g', { size: 5, max: 3 }),
  post('h', { size: 1, foo: 1, list: [{ a: 'x', b: 1 }], any: { k: 1 } }),
  post(
    'i',
    { size: 1, foo: 1, list: [{ b: 1 }] },
    { zzz: 1, metadata: { name: 'i', foo: 1 } },
    '?fieldValidation=Strict',
  ),
  post('j', { size: 1, foo: 1 }, {}, '?fieldValidation=Ignore'),
  post('k', { size: 1.5 }),
  post('k', { size: 1, port: 5, ratio: 1.5, map: { a: 1, b: 'x' } }),
  post('k', { size: 1, tags: ['a', 'a'], ports: [{ port: 1 }, { port: 1, protocol: 'TCP' }] }),
  post('l', rich),
  post('m', { size: 1, template: { a: 1 } }),
  post('m', embedded({ name: 'x', labels: { a: 1 } })),
  post('m', embedded({ name: 'X_' }, { foo: 1 })),
  post('m', embedded({ name: 'x', foo: 1 })),
  post('n', { size: 1, maybe: null, color: null, name: null }),
  post('o', { size: 1 }, { status: { ready: true } }),
  post('p', [1]),
  ['POST', at(), { apiVersion: 'demo.io/v1', metadata: { name: 'x' } }],
  ['POST', at(), { apiVersion: 'demo.io/v1', kind: 'Gadget', metadata: { name: 'x' } }],
  ['POST', at(), { apiVersion: 'demo.io/v1', kind: 'Widget', metadata: 5 }],
  ['POST', at(), { apiVersion: 'demo.io/v1', kind: 'Widget', metadata: { name: 5 } }],
  ['POST', at(), { apiVersion: 'demo.io/v1', kind: 'Widget', metadata: { name: 'x', labels: { a: 1 } } }],
  post('UP', { size: 1 }),
  post('q', { size: 1 }, { metadata: { name: 'q', finalizers: ['x.y/z', 'bare'], labels: { 'a b': 'c' } } }),
  ['GET', at('/l')],
  ['GET', at('/h')],
  ['GET', at('/missing')],
  merge('a', { spec: { size: 2 } }),
  merge('a', { spec: { size: 4, unknown: 1 } }),
  merge('a', { spec: { size: 'x' } }),
  merge('a', { spec: { color: 'green' } }),
  merge('a', { spec: { color: null } }),
  merge('a', { status: { ready: true } }),
  merge('a', { metadata: { labels: { x: 'y' } } }),
  merge('a', { kind: 'Other' }),
  merge('a', { metadata: { name: 'z' } }),
  ['PATCH', at('/a'), [{ op: 'add', path: '/spec/name', value: 'abc' }], 'jsonPatch'],
  ['PATCH', at('/a'), [{ op: 'add', path: '/spec/name', value: 'abcdefg' }], 'jsonPatch'],
  ['PATCH', at('/a'), [{ op: 'test', path: '/spec/name', value: 'q' }], 'jsonPatch'],
  merge('a/status', { status: { ready: true }, spec: { size: 100 }, metadata: { labels: { q: 'r' } } }),
  merge('a/status', { status: { ready: 'x' } }),
  merge('a/status', { status: { foo: 1 } }),
  merge('a/status', { status: null }),
  ['GET', at('/a/status')],
  ['PUT', at('/a'), widget('a', { size: 9 })],
  apply('s', { size: 1, ports: [{ port: 80 }], tags: ['x'] }),
  apply(
    's',
    {
      size: 1,
      ports: [
        { port: 80, name: 'n' },
        { port: 80, protocol: 'UDP' },
      ],
      tags: ['y'],
    },
    'fieldManager=b',
  ),
  apply('s', { size: 2 }, 'fieldManager=b'),
  apply('s', { size: 2 }, 'fieldManager=b&force=true'),
  apply('s', { size: 2, foo: 1 }, 'fieldManager=b&force=true'),
  apply('s', { size: 'q' }, 'fieldManager=b&force=true'),
  apply('s', { size: 2, ports: [{ name: 'x' }] }, 'fieldManager=b&force=true'),
  apply('s', { size: 3, nest: { deep: 4 } }, 'fieldManager=b&force=true'),
  apply('t', {}, 'fieldManager=b'),
];

const scale = (body: object, rest = 'a/scale'): Row => ['PUT', at(`/${rest}`), body];
const scaled = (replicas: unknown, metadata: object = { name: 'a' }): object => ({
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  metadata,
  spec: { replicas },
});

export const widgetScales: readonly Row[] = [
  ['GET', at('/a/scale')],
  ['GET', at('/missing/scale')],
  merge('a/scale', { spec: { replicas: 7 } }),
  ['GET', at('/a')],
  scale(scaled(8)),
  ['GET', at('/a')],
  scale(scaled(8, { name: 'b' })),
  scale(scaled(1)),
  scale({ metadata: { name: 'a', resourceVersion: '1' }, spec: { replicas: 9 } }),
  merge('a/scale', { spec: { replicas: -1 } }),
  ['PATCH', at('/a/scale?fieldManager=x'), scaled(12), 'apply'],
  ['PATCH', at('/a/scale?fieldManager=x&force=true'), scaled(12), 'apply'],
  ['GET', at('/a')],
  ['PATCH', at('/a/scale'), [{ op: 'replace', path: '/spec/replicas', value: 13 }], 'jsonPatch'],
  ['POST', at('/a/scale'), {}],
  ['DELETE', at('/a/scale')],
  ['GET', at('/a/foo')],
];

export const widgetReads: readonly Row[] = [
  ['GET', at('/l'), undefined, 'json', TABLE],
  ['GET', at('/a'), undefined, 'json', TABLE],
  ['GET', at('?fieldSelector=spec.color%3Dred')],
  ['GET', at('?fieldSelector=spec.size%3D13')],
  ['GET', at('?fieldSelector=spec.name%3D3')],
  ['GET', '/apis/demo.io'],
];
