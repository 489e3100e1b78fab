import { z } from 'zod';
import { text, texts } from './fields.ts';

const requirement = z.object({
  key: text(),
  operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']),
  values: z.array(z.string()).exactOptional(),
});

export const labelSelector = z.object({
  matchLabels: texts().exactOptional(),
  matchExpressions: z.array(requirement).exactOptional(),
});

const nodeRequirement = requirement.extend({
  operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt']),
});
const nodeTerm = z.object({
  matchExpressions: z.array(nodeRequirement).exactOptional(),
  matchFields: z.array(nodeRequirement).exactOptional(),
});
const podTerm = z.object({
  labelSelector: labelSelector.exactOptional(),
  matchLabelKeys: z.array(z.string()).exactOptional(),
  mismatchLabelKeys: z.array(z.string()).exactOptional(),
  namespaces: z.array(z.string()).exactOptional(),
  namespaceSelector: labelSelector.exactOptional(),
  topologyKey: text(),
});
const importance = () => z.int().min(1).max(100);
const podAffinity = z.object({
  requiredDuringSchedulingIgnoredDuringExecution: z.array(podTerm).exactOptional(),
  preferredDuringSchedulingIgnoredDuringExecution: z
    .array(z.object({ weight: importance(), podAffinityTerm: podTerm }))
    .exactOptional(),
});

/** Where pods may run, in the words of a pod's spec. */
export const placementFields = {
  nodeSelector: texts().exactOptional().describe('Labels that a node must have.'),
  tolerations: z
    .array(
      z.object({
        key: z.string().exactOptional(),
        operator: z.enum(['Exists', 'Equal']).exactOptional(),
        value: z.string().exactOptional(),
        effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']).exactOptional(),
        tolerationSeconds: z.int().exactOptional(),
      }),
    )
    .exactOptional()
    .describe('Taints of nodes that pods bear.'),
  affinity: z
    .object({
      nodeAffinity: z
        .object({
          requiredDuringSchedulingIgnoredDuringExecution: z
            .object({ nodeSelectorTerms: z.array(nodeTerm).min(1) })
            .exactOptional(),
          preferredDuringSchedulingIgnoredDuringExecution: z
            .array(z.object({ weight: importance(), preference: nodeTerm }))
            .exactOptional(),
        })
        .exactOptional(),
      podAffinity: podAffinity.exactOptional(),
      podAntiAffinity: podAffinity.exactOptional(),
    })
    .exactOptional()
    .describe('Which nodes and neighbours pods seek or avoid.'),
  topologySpreadConstraints: z
    .array(
      z.object({
        topologyKey: text(),
        maxSkew: z.int().min(1).exactOptional(),
        whenUnsatisfiable: z.enum(['DoNotSchedule', 'ScheduleAnyway']).exactOptional(),
      }),
    )
    .exactOptional()
    .describe('How evenly the pods of one version or module are spread.'),
  priorityClassName: text().exactOptional(),
  runtimeClassName: text().exactOptional(),
};
