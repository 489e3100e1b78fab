import { listMap } from '@slipway/crd';
import type { Condition } from '@slipway/runtime';
import { z } from 'zod';

/** An instant as RFC 3339 text. */
export const time = () => z.string();

/**
 * The server admits what the first release wrote, so that no object of its time is stuck; what this one writes is
 * complete, and that is the type.
 */
export const conditions = z
  .array(
    z.object({
      type: z.string(),
      status: z.string().exactOptional(),
      reason: z.string().exactOptional(),
      message: z.string().exactOptional(),
      observedGeneration: z.int().exactOptional(),
      lastTransitionTime: time().exactOptional(),
    }),
  )
  .meta(listMap('type')) as unknown as z.ZodType<Condition[], Condition[]>;

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
  'Standby',
  'Failed',
  'Draining',
  'Drained',
  'Decommissioning',
  'Decommissioned',
] as const;
