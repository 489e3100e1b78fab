import type { JsonObject, JsonValue } from '../../src/schema/index.ts';
import type { Random } from '../random.ts';
import { randomSchema } from '../random-schema.ts';
import { COLUMN, type CrdBody, randomVersion, SCALE, type VersionBody, WEBHOOK } from './random-crd.ts';

type Change = (crd: CrdBody, random: Random) => void;

/** Sets a field of something to one of these values; undefined takes it away. */
function set(
  where: (crd: CrdBody, random: Random) => JsonObject,
  field: string,
  values: readonly (JsonValue | undefined)[],
): Change {
  return (crd, random) => {
    const value = random.pick(values);
    if (value === undefined) delete where(crd, random)[field];
    else where(crd, random)[field] = structuredClone(value);
  };
}

const inSpec = (crd: CrdBody): JsonObject => crd.spec;
const inNames = (crd: CrdBody): JsonObject => crd.spec.names;
const inAnnotations = (crd: CrdBody): JsonObject => crd.metadata.annotations;
const inVersion = (crd: CrdBody, random: Random): VersionBody => random.pick(crd.spec.versions);
/** There afterwards, even if an earlier change took it away. */
const inRoot = (crd: CrdBody, random: Random): VersionBody['schema']['openAPIV3Schema'] => {
  const version = inVersion(crd, random);
  if (version.schema?.openAPIV3Schema?.properties === undefined) {
    version.schema = { openAPIV3Schema: { type: 'object', properties: {} } };
  }
  return version.schema.openAPIV3Schema;
};
const inProperties = (crd: CrdBody, random: Random): JsonObject => inRoot(crd, random).properties;

/** The conversion webhook, which is there afterwards. */
const inWebhook = (crd: CrdBody): JsonObject => {
  crd.spec['conversion'] = structuredClone(WEBHOOK);
  return (crd.spec['conversion'] as { webhook: JsonObject }).webhook;
};

const addVersion: Change = ({ spec }, random) => {
  const name = random.pick(['v3', 'v1alpha1', 'v2beta1', 'v1', 'V4', 'x.y', 'other']);
  const [twin] = spec.versions;
  const fresh = randomVersion(random, name, false, randomSchema(random, 1));
  const added = random.chance(0.5) && twin !== undefined ? { ...fresh, schema: structuredClone(twin.schema) } : fresh;
  spec.versions.push(random.chance(0.9) ? added : { ...added, storage: true });
};

const removeVersion: Change = ({ spec }, random) => {
  spec.versions.splice(random.below(spec.versions.length), 1);
};

/** A version that stores must be one and be there; that it is not served the server does not mind. */
const moveStorage: Change = ({ spec }, random) => {
  const chosen = random.pick(spec.versions);
  for (const version of spec.versions) version.storage = version === chosen;
};

const moveStorageToNew: Change = (crd, random) => {
  const version = randomVersion(random, 'v9', false, randomSchema(random, 1));
  crd.spec.versions.push(version);
  for (const other of crd.spec.versions) other.storage = other === version;
};

const REPLICAS: JsonObject = { type: 'integer', minimum: 0, maximum: 2147483647 };

/** Scale in every version whose replicas the schema limits. */
const addScale: Change = ({ spec }, random) => {
  for (const version of spec.versions) {
    const properties = version.schema?.openAPIV3Schema?.properties;
    for (const part of ['spec', 'status']) {
      const replicas = (properties?.[part] as { properties?: JsonObject } | undefined)?.properties;
      if (replicas !== undefined && random.chance(0.5)) replicas['replicas'] = REPLICAS;
    }
    version['subresources'] = { ...(version['subresources'] as JsonObject), scale: SCALE };
  }
};

/** Every kind of change to a CRD as a whole that the catalogue knows, and some that servers refuse. */
const CHANGES: readonly Change[] = [
  set(inSpec, 'scope', ['Namespaced', 'Cluster', 'Universe']),
  set(inSpec, 'group', ['other.example.com', 'nodot']),
  set(inSpec, 'preserveUnknownFields', [true, false]),
  set(inSpec, 'conversion', [
    undefined,
    WEBHOOK,
    { strategy: 'None' },
    {},
    { strategy: 'Magic' },
    { strategy: 'None', webhook: {} },
  ]),
  set(inSpec, 'conversion', [{ strategy: 'None', webhook: WEBHOOK['webhook'] ?? null }, { strategy: 'Webhook' }]),
  set(inWebhook, 'conversionReviewVersions', [['v1', 'v1beta1'], ['v2'], ['v1', 'v1'], [], undefined, ['v2', 'v1']]),
  set(inWebhook, 'clientConfig', [
    { url: 'https://example.org/other' },
    { url: 'http://example.org' },
    { url: 'https://' },
    { url: 'https://user@example.org/' },
    { url: 'https://example.org/?a=b' },
    { url: 'https://example.org/#f' },
    { url: ':' },
    {},
    { service: { namespace: 'default', name: 'convert' } },
    { service: { namespace: 'default', name: 'convert', path: '/a', port: 8443 } },
    { service: { namespace: 'default', name: '' } },
    { service: { namespace: '', name: 'x' } },
    { service: { namespace: 'default', name: 'x', port: 70000 } },
    { service: { namespace: 'default', name: 'x', path: 'a' } },
    { service: { namespace: 'default', name: 'x', path: '/a//b' } },
    { service: { namespace: 'default', name: 'x' }, url: 'https://example.org' },
    { url: 'https://example.org', caBundle: 'bm90IGEgY2VydA==' },
  ]),
  set(inNames, 'plural', ['others', 'Upper', '']),
  set(inNames, 'kind', ['Other', 'not a kind', '']),
  set(inNames, 'singular', [undefined, 'single', 'Single', 'a b']),
  set(inNames, 'listKind', [undefined, 'Listing', 'bad kind']),
  set(inNames, 'shortNames', [undefined, ['ora'], ['Bad'], ['orb', 'orc'], []]),
  set(inNames, 'categories', [undefined, ['all'], ['Bad!'], ['all', 'mine']]),
  set(inAnnotations, 'api-approved.kubernetes.io', [
    undefined,
    'https://example.com/1',
    'unapproved',
    'whatever',
    '',
    'http//x',
    'ftp://a',
    '//host/path',
  ]),
  set(inAnnotations, 'helm.sh/resource-policy', [undefined, 'keep']),
  addVersion,
  addVersion,
  removeVersion,
  removeVersion,
  moveStorage,
  moveStorage,
  moveStorageToNew,
  addScale,
  set(inVersion, 'served', [true, false]),
  set(inVersion, 'storage', [true, false]),
  set(inVersion, 'name', ['v1', 'v5', 'v1_0', '', 'v1.2', '1v']),
  set(inVersion, 'deprecated', [true, false, undefined]),
  (crd, random) => {
    const version = inVersion(crd, random);
    version['deprecated'] = random.chance(0.8);
    version['deprecationWarning'] = random.pick([
      'old',
      '',
      'x'.repeat(257),
      'two\nlines',
      'é'.repeat(128),
      'bell\u0007',
    ]);
  },
  set(inVersion, 'subresources', [undefined, {}, { status: {} }, { scale: SCALE }, { status: {}, scale: SCALE }]),
  set(inVersion, 'subresources', [
    { scale: { ...SCALE, labelSelectorPath: '.status.selector' } },
    { scale: { ...SCALE, labelSelectorPath: '.metadata.x' } },
    { scale: { ...SCALE, specReplicasPath: '.status.replicas' } },
    { scale: { ...SCALE, specReplicasPath: '.spec.other' } },
    { scale: { specReplicasPath: '.spec.replicas' } },
    { scale: { ...SCALE, statusReplicasPath: '.status' } },
    { scale: { ...SCALE, specReplicasPath: '.spec.a[0]' } },
    { scale: { ...SCALE, specReplicasPath: '.spec.' } },
  ]),
  set(inVersion, 'selectableFields', [
    undefined,
    [],
    [{ jsonPath: '.spec.mode' }],
    [{ jsonPath: '.spec.mode' }, { jsonPath: '.spec.paused' }],
    [{ jsonPath: '.spec.paused' }],
    [{ jsonPath: '.spec.mode' }, { jsonPath: '.spec.mode' }],
    [{ jsonPath: '.metadata.name' }],
    [{ jsonPath: '.spec.nowhere' }],
    [{ jsonPath: '.spec' }],
    [{ jsonPath: 'spec.mode' }],
    [{ jsonPath: '.spec.own[0]' }],
    [{ jsonPath: '' }],
    [{ jsonPath: '.spec..mode' }],
    [{ jsonPath: '.spec.mode.' }],
    [{ jsonPath: ".spec['mode']" }],
    [{ jsonPath: '.' }],
    ['mode', 'paused', 'a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({ jsonPath: `.spec.${name}` })),
  ]),
  set(inVersion, 'additionalPrinterColumns', [
    undefined,
    [],
    [COLUMN],
    [{ ...COLUMN, priority: 1 }],
    [{ ...COLUMN, type: 'text' }],
    [{ ...COLUMN, format: 'odd' }],
    [{ ...COLUMN, format: 'date-time' }],
    [{ ...COLUMN, jsonPath: 'spec' }],
    [{ ...COLUMN, jsonPath: '.spec[' }],
    [{ ...COLUMN, jsonPath: '' }],
    [{ ...COLUMN, jsonPath: '.spec.conditions[?(@.type=="Ready")].status' }],
    [{ ...COLUMN, name: '' }],
    [COLUMN, COLUMN],
  ]),
  set(inVersion, 'schema', [undefined, { openAPIV3Schema: { type: 'object' } }]),
  // With selectable fields beside it the server panics and gives no answer.
  (crd, random) => {
    const version: JsonObject = inVersion(crd, random);
    version['schema'] = {};
    delete version['selectableFields'];
  },
  set(inRoot, 'type', ['object', 'array', 'string', undefined]),
  set(inRoot, 'nullable', [true, false]),
  set(inRoot, 'description', ['a', 'b']),
  set(inRoot, 'additionalProperties', [true, false]),
  set(inRoot, 'minProperties', [1, 9]),
  set(inRoot, 'required', [['spec'], ['status'], ['spec', 'nowhere']]),
  set(inRoot, 'x-kubernetes-preserve-unknown-fields', [true, undefined]),
  set(inRoot, 'x-kubernetes-embedded-resource', [true]),
  set(inRoot, 'x-kubernetes-validations', [
    [{ rule: "self.metadata.name != 'x'" }],
    [{ rule: 'has(self.spec)' }],
    [{ rule: 'self.kind == oldSelf.kind' }],
    [{ rule: 'self.metadata.labels.size() == 0' }],
  ]),
  set(inRoot, 'x-unknown', [1]),
  set(inRoot, 'anyOf', [[{ required: ['spec'] }], [{ properties: { nowhere: {} } }]]),
  set(inRoot, 'title', ['a', '']),
  set(inProperties, 'metadata', [
    { type: 'object' },
    { type: 'object', properties: { name: { type: 'string', maxLength: 9 } } },
    { type: 'object', description: 'x' },
    { type: 'object', properties: { labels: { type: 'object' } } },
    { type: 'string' },
  ]),
  set(inProperties, 'kind', [{ type: 'string' }, { type: 'string', enum: ['A'] }, { type: 'integer' }]),
  set(inProperties, 'apiVersion', [{ type: 'string' }, { type: 'string', default: 'x' }]),
  set(inProperties, 'data', [{ type: 'string' }, { type: 'string', default: 'x' }, { type: 'object' }]),
  set(inProperties, 'status', [undefined, { type: 'object' }, { type: 'string' }]),
  set(inProperties, 'spec', [
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    { type: 'object', properties: { mode: { type: 'string' } } },
  ]),
  (crd, random) => {
    const properties = inProperties(crd, random);
    const spec = (properties['spec'] ?? {}) as { properties?: JsonObject };
    properties['spec'] = { ...spec, properties: { ...spec.properties, own: randomSchema(random, 1) } };
  },
];

/** The CRD with one thing changed, sometimes two. */
export function changedCrd(crd: CrdBody, random: Random): CrdBody {
  const copy = structuredClone(crd);
  for (let count = random.chance(0.75) ? 1 : 2; count > 0; count--) {
    if (copy.spec.versions.length > 0) random.pick(CHANGES)(copy, random);
  }
  return copy;
}
