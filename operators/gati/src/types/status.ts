import { listMap } from '@slipway/crd/definition';
import { z } from 'zod';

/** An instant as RFC 3339 text. */
export const time = () => z.string();

export const conditions = z
  .array(
    z.object({
      type: z.string(),
      status: z.enum(['True', 'False', 'Unknown']),
      reason: z.string(),
      message: z.string(),
      observedGeneration: z.int().exactOptional(),
      lastTransitionTime: time(),
    }),
  )
  .meta(listMap('type'));

export const lastCommand = z.object({
  id: z.string(),
  command: z.string(),
  result: z.enum(['Accepted', 'Refused']),
  actor: z.string().exactOptional(),
  reason: z.string().exactOptional(),
  message: z.string().exactOptional(),
  at: time(),
});

/** A wish for fewer pods that waits for its window to pass. */
export const scaleDown = z.object({
  since: time().describe('Since when less is needed than runs.'),
  peak: z.int().describe('The most that was needed since then.'),
});

/** What the deployment target says of the objects it was given. */
export const targetStatus = z.object({
  kind: z.string(),
  revision: z.string().exactOptional(),
  sync: z.string().exactOptional(),
  health: z.string().exactOptional(),
});

/** Of every kind. */
export const commonStatus = {
  observedGeneration: z.int().exactOptional().describe('The generation that this status tells of.'),
  conditions: conditions.exactOptional(),
  replicas: z.int().exactOptional(),
  readyReplicas: z.int().exactOptional(),
};

/** The fine state of a version; `phase` keeps the three words of the first release. */
export const stages = [
  'Waiting',
  'Staged',
  'HeaderOnly',
  'Canary',
  'Current',
  'Serving',
  'Failed',
  'Draining',
  'Drained',
  'Decommissioning',
  'Decommissioned',
] as const;
