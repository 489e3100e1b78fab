import { cel, listMap } from '@slipway/crd';
import { z } from 'zod';
import { durationText, pauseText, text } from './fields.ts';

const count = () => z.int().min(0);

const metric = z
  .object({
    name: text().max(63),
    query: text().exactOptional().describe('PromQL with $namespace, $handler, $version, $deployment and $interval.'),
    builtin: z.enum(['success-rate', 'latency-p50', 'latency-p99', 'request-rate']).exactOptional(),
    successCondition: text().exactOptional().describe('CEL over result and baseline: result >= 0.99.'),
    failureCondition: text().exactOptional(),
    minRequests: count().exactOptional().describe('Fewer requests in the interval are no data. 20 unless set.'),
    dryRun: z.boolean().exactOptional().describe('Recorded, never decides.'),
  })
  .meta(cel({ rule: 'has(self.query) != has(self.builtin)', message: 'set one of query and builtin' }));

export const analysis = z.object({
  interval: durationText().exactOptional(),
  count: z.int().min(1).exactOptional(),
  failureLimit: count().exactOptional(),
  inconclusiveLimit: count().exactOptional(),
  deadline: durationText().exactOptional(),
  metrics: z.array(metric).max(16).meta(listMap('name')).exactOptional(),
});

const steps = z
  .array(
    z.object({
      weight: z.int().min(1).max(100).describe('The share of traffic that the version gets, in percent.'),
      pause: pauseText().exactOptional().describe('How long the share stays, or manual.'),
      analysis: analysis.exactOptional(),
    }),
  )
  .max(20)
  .meta(
    cel({
      rule: 'self.map(step, step.weight).isSorted() && self.all(a, self.exists_one(b, a.weight == b.weight))',
      message: 'the weights of steps must rise from step to step',
    }),
  );

/** How a new version takes over. What is not set is decided when a rollout begins. */
export const rollout = z.object({
  strategy: z.enum(['canary', 'blueGreen', 'direct']).exactOptional().describe('canary unless set.'),
  steps: steps.exactOptional().describe('10 % for 5m, 50 % for 10m, 100 % unless set; a last 100 is implied.'),
  analysis: analysis.exactOptional().describe('Measured in every step that has none of its own.'),
  progressDeadline: durationText().exactOptional().describe('The longest time without progress. 10m unless set.'),
  onFailure: z.enum(['rollback', 'freeze']).exactOptional().describe('rollback unless set.'),
  promotion: z.enum(['auto', 'manual']).exactOptional().describe('manual makes every pause wait for a person.'),
  paused: z.boolean().exactOptional().describe('Pauses the rollout while it is true.'),
  onNewVersion: z.enum(['replace', 'queue']).exactOptional().describe('What a newer target does. replace unless set.'),
  rollbackWindow: durationText().exactOptional().describe('Going back needs no steps for this long. 5m unless set.'),
  failedRetention: durationText().exactOptional().describe('How long a failed version keeps its pods. 1h unless set.'),
});
