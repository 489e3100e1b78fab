import { z } from 'zod';
import {
  anyFields,
  cel,
  defineCrd,
  duration,
  embeddedResource,
  intOrString,
  listAtomic,
  listMap,
  listSet,
  mapAtomic,
  quantity,
} from '../../src/definition/index.ts';

const condition = z.object({
  type: z.string().max(316),
  status: z.enum(['True', 'False', 'Unknown']),
  reason: z.string().optional(),
  message: z.string().max(32_768).optional(),
  lastTransitionTime: z.iso.datetime().optional(),
  observedGeneration: z.int().min(0).optional(),
});

/** One kind that uses everything a definition can say. */
export const widgets = defineCrd({
  group: 'demo.slipway.dev',
  kind: 'Widget',
  scope: 'Namespaced',
  shortNames: ['wd'],
  categories: ['all'],
  versions: {
    v1alpha1: {
      deprecated: 'demo.slipway.dev/v1alpha1 Widget is deprecated; use v1',
      spec: z.object({ size: z.int().default(1) }).optional(),
    },
    v1: {
      description: 'A widget does what its spec says.',
      storage: true,
      rules: [{ rule: 'self.metadata.name.size() <= 40', message: 'a widget has a short name' }],
      spec: z
        .object({
          size: z.int32().min(1).max(100).describe('How many there are.'),
          mode: z
            .union([z.literal('Fast'), z.literal('Exact')])
            .default('Exact')
            .describe('How it works.'),
          level: z.literal([1, 2, 3]).optional(),
          ratio: z.number().gt(0).lt(1).optional(),
          owner: z.email().nullable().optional(),
          replicas: z.int32().min(0).default(1),
          ports: z
            .array(
              z.object({
                name: z
                  .string()
                  .regex(/^[a-z]+$/)
                  .max(15),
                port: intOrString(),
                protocol: z.enum(['TCP', 'UDP']).default('TCP'),
              }),
            )
            .max(16)
            .meta(listMap('name'))
            .optional(),
          zones: z.array(z.string().max(64)).max(10).meta(listSet).optional(),
          steps: z.array(z.string()).meta(listAtomic).optional(),
          limits: z.record(z.string(), quantity()).optional(),
          selector: z.object({ app: z.string() }).meta(mapAtomic).optional(),
          timeout: duration().default('30s'),
          settings: anyFields().optional(),
          template: embeddedResource().optional(),
          retry: z.object({ times: z.int().default(3), pause: duration().default('1s') }).prefault({}),
          extra: z.unknown().optional(),
        })
        .meta(
          cel({
            rule: "self.mode != 'Fast' || self.size <= 10",
            message: 'a fast widget is small',
            fieldPath: '.size',
          }),
        ),
      status: z.object({
        replicas: z.int32().optional(),
        selector: z.string().optional(),
        conditions: z.array(condition).meta(listMap('type')).optional(),
      }),
      columns: [
        { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
        { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
      ],
      selectableFields: ['.spec.mode'],
      scale: {
        specReplicasPath: '.spec.replicas',
        statusReplicasPath: '.status.replicas',
        labelSelectorPath: '.status.selector',
      },
      example: {
        metadata: { name: 'blue', namespace: 'default' },
        spec: { size: 3, ports: [{ name: 'http', port: 8080 }], limits: { cpu: '500m' } },
      },
    },
  },
});
