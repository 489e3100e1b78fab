import { cel } from '@slipway/crd';
import { z } from 'zod';
import { text } from './fields.ts';

const percent = () => z.int().min(1);

const rules = z.object({
  stabilizationWindowSeconds: z.int().min(0).max(3600).exactOptional(),
  selectPolicy: z.enum(['Max', 'Min', 'Disabled']).exactOptional(),
  policies: z
    .array(
      z.object({
        type: z.enum(['Pods', 'Percent']),
        value: z.int().min(1),
        periodSeconds: z.int().min(1).max(1800),
      }),
    )
    .exactOptional(),
});

/** What makes a version grow and shrink: rolled out with it, like its image (G-31). */
export const triggerFields = {
  cpu: percent().exactOptional().describe('Wanted use of CPU in percent of the request.'),
  memory: percent().exactOptional().describe('Wanted use of memory in percent of the request.'),
  requestsPerSecond: z
    .object({
      target: z.number().gt(0).describe('Requests per second for each pod.'),
      query: text().exactOptional().describe('PromQL that gives the requests per second of the version.'),
      serverAddress: text().exactOptional().describe('Where Prometheus answers.'),
    })
    .exactOptional()
    .describe('Scales by demand, with KEDA.'),
};

export const scaling = z
  .object({
    minReplicas: z.int().min(0).exactOptional(),
    maxReplicas: z.int().min(1).exactOptional(),
    ...triggerFields,
    behavior: z
      .object({ scaleUp: rules.exactOptional(), scaleDown: rules.exactOptional() })
      .exactOptional()
      .describe('How fast it grows and shrinks, as in a HorizontalPodAutoscaler.'),
    warmPool: z
      .object({ minReady: z.int().min(0) })
      .exactOptional()
      .describe('Ready pods that each active version keeps, whatever its weight.'),
  })
  .meta(
    cel({
      rule: '!has(self.minReplicas) || !has(self.maxReplicas) || self.minReplicas <= self.maxReplicas',
      message: 'minReplicas is above maxReplicas: lower the first or raise the second',
    }),
  )
  .describe('Without it replicas are fixed.');
