import { parseCrd } from '@slipway/crd/schema';

/**
 * The three kinds as their first release had them: fields, types, enums and what was required. It is what a cluster
 * may hold before this operator comes, so every difference from it is a user's upgrade.
 */
const text = { type: 'string' };
const integer = { type: 'integer' };
const flag = { type: 'boolean' };
const list = { type: 'array', items: text };
const map = { type: 'object', additionalProperties: text };
const oneOf = (...values: string[]) => ({ ...text, enum: values });
const amounts = { type: 'object', properties: { cpu: text, memory: text } };
const count = { ...integer, minimum: 0 };

const container = {
  image: text,
  port: integer,
  replicas: count,
  resources: { type: 'object', properties: { requests: amounts, limits: amounts } },
  env: map,
};
const numbers = { replicas: integer, readyReplicas: integer, lastUpdated: text };
const condition = { type: 'object', properties: { type: text, status: text, reason: text, message: text } };

interface Fields {
  readonly spec: Record<string, object>;
  readonly required: readonly string[];
  readonly status: Record<string, object>;
}

const KINDS: Readonly<Record<string, Fields & { shortName: string }>> = {
  GatiHandler: {
    shortName: 'gh',
    required: ['handlerPath', 'version', 'replicas', 'image', 'port'],
    spec: {
      handlerPath: text,
      version: text,
      ...container,
      timescape: { type: 'object', properties: { breaking: flag, routingWeight: integer } },
    },
    status: {
      phase: oneOf('Pending', 'Running', 'Failed', 'Decommissioned'),
      ...numbers,
      conditions: { type: 'array', items: condition },
    },
  },
  GatiModule: {
    shortName: 'gm',
    required: ['moduleName', 'moduleType', 'runtime', 'replicas', 'image', 'port'],
    spec: {
      moduleName: text,
      moduleType: oneOf('node', 'wasm', 'oci'),
      runtime: text,
      ...container,
      capabilities: list,
    },
    status: { phase: oneOf('Pending', 'Running', 'Failed'), ...numbers },
  },
  GatiVersion: {
    shortName: 'gv',
    required: ['versionId', 'breaking', 'routingWeight'],
    spec: {
      versionId: text,
      breaking: flag,
      routingWeight: { ...count, maximum: 100 },
      transformers: list,
      deploymentName: text,
      serviceName: text,
    },
    status: {
      phase: oneOf('Active', 'Draining', 'Decommissioned'),
      trafficCount: integer,
      lastTrafficTimestamp: text,
      decommissionedAt: text,
    },
  },
};

export function seedCrd(kind: string) {
  const { spec, status, required, shortName } = KINDS[kind] as Fields & { shortName: string };
  const singular = kind.toLowerCase();
  const schema = {
    type: 'object',
    properties: {
      spec: { type: 'object', required: [...required], properties: spec },
      status: { type: 'object', properties: status },
    },
  };
  return parseCrd({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${singular}s.gati.dev` },
    spec: {
      group: 'gati.dev',
      scope: 'Namespaced',
      names: { kind, singular, plural: `${singular}s`, shortNames: [shortName] },
      versions: [
        {
          name: 'v1alpha1',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: schema },
        },
      ],
    },
  });
}
