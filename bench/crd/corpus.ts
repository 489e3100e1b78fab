import { stringify } from 'yaml';

type Schema = Record<string, unknown>;

/** What the manifests of one comparison look like as text. */
export interface CrdTexts {
  readonly old: string;
  readonly new: string;
}

export interface CorpusOptions {
  /** Length of the old manifest, which is met within a few kilobytes. */
  readonly bytes: number;
  /** Makes manifests of one size differ from each other. */
  readonly variant?: number;
  /** @default 'yaml' */
  readonly format?: 'yaml' | 'json';
}

/** As long as those that generators copy from the comments of types. */
const TEXT =
  'says what the controller does with this field; if it is not set, the value of the surrounding object counts. ' +
  'More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/';

/** Ten fields of everyday kinds, about 6 kB of YAML: like a container in a pod template. */
function block(variant: number, index: number): Schema {
  const about = (what: string): string => `${what} ${variant}-${index} ${TEXT}`;
  const text = (what: string, more: Schema = {}): Schema => ({ description: about(what), type: 'string', ...more });
  return {
    description: about('Part'),
    type: 'object',
    required: ['name'],
    properties: {
      name: text('Name', { minLength: 1, maxLength: 63, pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$' }),
      image: text('Image'),
      policy: text('Policy', { enum: ['Always', 'Never', 'IfNotPresent'], default: 'Always' }),
      replicas: { description: about('Replicas'), type: 'integer', format: 'int32', minimum: 0, default: 1 },
      port: { description: about('Port'), 'x-kubernetes-int-or-string': true },
      labels: { description: about('Labels'), type: 'object', additionalProperties: { type: 'string' } },
      args: { description: about('Arguments'), type: 'array', items: { type: 'string' }, maxItems: 64 },
      ports: {
        description: about('Ports'),
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        items: {
          type: 'object',
          required: ['name'],
          properties: { name: text('Name of the port'), port: { type: 'integer', minimum: 1, maximum: 65535 } },
        },
      },
      probe: {
        description: about('Probe'),
        type: 'object',
        properties: {
          path: text('Path', { format: 'uri' }),
          periodSeconds: { description: about('Period'), type: 'integer', format: 'int32' },
          timeout: text('Timeout', { format: 'duration' }),
        },
      },
      limits: {
        description: about('Limits'),
        type: 'object',
        properties: { cpu: text('CPU'), memory: text('Memory') },
        'x-kubernetes-validations': [{ rule: 'has(self.cpu) || has(self.memory)', message: 'needs one' }],
      },
    },
  };
}

/** The same with a change of each everyday kind: a value gone, a bound tightened, a field added, a text edited. */
function changedBlock(schema: Schema): Schema {
  const properties = schema['properties'] as Record<string, Schema>;
  return {
    ...schema,
    description: `${String(schema['description'])} Edited.`,
    properties: {
      ...properties,
      policy: { ...properties['policy'], enum: ['Always', 'Never'] },
      name: { ...properties['name'], maxLength: 53 },
      added: { description: 'Added', type: 'string' },
    },
  };
}

/** Every tenth part changes. */
const CHANGES_EVERY = 10;

function manifest(parts: Record<string, Schema>): Schema {
  const spec = { type: 'object', properties: parts };
  const status = { type: 'object', properties: { phase: { type: 'string' } } };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec, status } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.bench.example.com' },
    spec: {
      group: 'bench.example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema, subresources: { status: {} } }],
    },
  };
}

/** A CRD of about that size, and what its next release looks like. */
export function crdTexts({ bytes, variant = 0, format = 'yaml' }: CorpusOptions): CrdTexts {
  const print = (value: Schema): string =>
    format === 'json' ? JSON.stringify(value) : stringify(value, { lineWidth: 100 });
  const size = print(block(variant, 0)).length * (format === 'json' ? 1 : 1.35);
  const parts = Array.from({ length: Math.max(1, Math.round(bytes / size)) }, (_, index) => block(variant, index));
  const named = (schemas: readonly Schema[]): Record<string, Schema> =>
    Object.fromEntries(schemas.map((schema, index) => [`part${index}`, schema]));
  const changed = parts.map((schema, index) => (index % CHANGES_EVERY === 0 ? changedBlock(schema) : schema));
  return { old: print(manifest(named(parts))), new: print(manifest(named(changed))) };
}
