import type { JsonObject, JsonValue } from '../../src/schema/index.ts';
import type { Random } from '../random.ts';
import { randomSchema } from '../random-schema.ts';

/** Parts of a CRD that changes write to. */
export interface VersionBody extends JsonObject {
  name: string;
  served: boolean;
  storage: boolean;
  schema: { openAPIV3Schema: JsonObject & { properties: JsonObject } };
}

export interface SpecBody extends JsonObject {
  group: string;
  scope: string;
  names: JsonObject & { plural: string; kind: string };
  versions: VersionBody[];
}

export interface CrdBody extends JsonObject {
  metadata: JsonObject & { name: string; annotations: JsonObject };
  spec: SpecBody;
}

const VERSIONS = ['v1alpha1', 'v1beta1', 'v1', 'v2'];
const GROUPS = ['oracle.example.com', 'oracle.example.com', 'oracle.example.com', 'oracle.k8s.io'];

/** Certificates are looked at when the CRD is updated; a webhook is never called here. */
export const WEBHOOK: JsonObject = {
  strategy: 'Webhook',
  webhook: {
    clientConfig: { url: 'https://example.com/convert' },
    conversionReviewVersions: ['v1'],
  },
};

export const SCALE: JsonObject = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };

export const COLUMN: JsonObject = { name: 'Mode', type: 'string', jsonPath: '.spec.mode' };

const SELECTABLE: JsonObject = { selectableFields: [{ jsonPath: '.spec.mode' }] };

/** A CRD that servers take: one to three versions, with everything that belongs to them now and then. */
export function randomCrd(random: Random, plural: string): CrdBody {
  const group = random.pick(GROUPS);
  const names = VERSIONS.filter(() => random.chance(0.5));
  if (names.length === 0) names.push('v1');
  const storage = random.pick(names);
  const own = randomSchema(random, 1);
  const versions = names.map((name) => randomVersion(random, name, name === storage, own));
  // Several versions with equal fields and unequal schemas, or the other way round, are refused.
  if (versions.length === 1 && random.chance(0.5)) Object.assign(versions[0] ?? {}, SELECTABLE);
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}`, annotations: annotations(random, group) },
    spec: {
      group,
      scope: random.chance(0.7) ? 'Namespaced' : 'Cluster',
      names: {
        plural,
        kind: `${plural[0]?.toUpperCase()}${plural.slice(1)}`,
        ...random.maybe(0.3, () => ({ singular: `${plural}one` })),
        // Names are unique in a group, and a CRD whose name is taken is never served.
        ...random.maybe(0.3, () => ({ shortNames: [`${plural}s`] })),
        ...random.maybe(0.2, () => ({ categories: ['all'] })),
      },
      versions,
      ...random.maybe(0.15, () => ({ conversion: WEBHOOK })),
    },
  };
}

function annotations(random: Random, group: string): JsonObject {
  return {
    ...(group.endsWith('k8s.io') ? { 'api-approved.kubernetes.io': 'unapproved, experimental-only' } : {}),
    ...random.maybe(0.2, () => ({ 'helm.sh/resource-policy': 'keep' })),
  };
}

export function randomVersion(random: Random, name: string, storage: boolean, own: JsonValue): VersionBody {
  const replicas = random.pick<JsonObject>([
    { type: 'integer', minimum: 0, maximum: 2147483647 },
    { type: 'integer', format: 'int32', minimum: 0 },
    { type: 'integer' },
    { type: 'number' },
  ]);
  const spec: JsonObject = {
    type: 'object',
    properties: {
      mode: { type: 'string' },
      replicas,
      paused: { type: 'boolean' },
      own,
      ...random.maybe(0.3, () => ({ [`only${name}`]: { type: 'string' } })),
    },
  };
  const status: JsonObject = {
    type: 'object',
    properties: { replicas, selector: { type: 'string' }, phase: { type: 'string' } },
  };
  return {
    name,
    served: storage || random.chance(0.8),
    storage,
    schema: { openAPIV3Schema: { type: 'object', properties: { spec, status } } },
    ...subresources(random),
    ...random.maybe(0.3, () => ({ additionalPrinterColumns: [COLUMN] })),
    ...random.maybe(0.1, () => ({ deprecated: true })),
  };
}

function subresources(random: Random): JsonObject {
  const given = {
    ...random.maybe(0.5, () => ({ status: {} })),
    ...random.maybe(0.3, () => ({ scale: SCALE })),
  };
  return Object.keys(given).length === 0 ? {} : { subresources: given };
}
