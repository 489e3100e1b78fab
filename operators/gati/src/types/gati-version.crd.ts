import { cel, defineCrd, listAtomic } from '@slipway/crd';
import { z } from 'zod';
import { text, weight } from './fields.ts';
import { containerFields, podFields } from './pod-fields.ts';
import { scaling } from './scaling.ts';
import { columns } from './shown.ts';
import { commonStatus, lastCommand, scaleDown, stages, time } from './status.ts';
import { versionFacts } from './version-facts.ts';

export const versionTemplate = z
  .object({ handlerPath: text(), ...containerFields, ...podFields })
  .meta(cel({ rule: 'self == oldSelf', message: 'a version does not change: make another one' }))
  .describe('What runs. Filled in once from the handler where nothing else is named.');

const spec = z
  .object({
    versionId: text()
      .meta(cel({ rule: 'self == oldSelf', message: 'a version keeps its id: make another one' }))
      .describe('Id of the version: semver, tsv:… or any other text.'),
    breaking: z.boolean().describe('Whether callers of earlier versions break.'),
    routingWeight: weight().describe('Wanted share of the traffic in percent.'),
    deploymentName: z.string().exactOptional().describe('A Deployment that is there already.'),
    serviceName: z.string().exactOptional().describe('The Service of that Deployment.'),
    ...versionFacts,
    handlerRef: z
      .object({ name: text() })
      .meta(cel({ rule: 'self == oldSelf', message: 'a version stays with its handler: make another one' }))
      .exactOptional()
      .describe('The GatiHandler whose version this is.'),
    template: versionTemplate.exactOptional(),
    scaling: scaling.exactOptional(),
  })
  .meta(
    cel(
      {
        rule: '!has(oldSelf.template) || has(self.template)',
        message: 'template cannot be taken away once it is set: a version does not change',
      },
      {
        rule: '!has(oldSelf.handlerRef) || has(self.handlerRef)',
        message: 'handlerRef cannot be taken away once it is set: a version stays with its handler',
      },
    ),
  );

const status = z.object({
  phase: z.enum(['Active', 'Draining', 'Decommissioned']).exactOptional(),
  trafficCount: z.int().exactOptional(),
  lastTrafficTimestamp: time().exactOptional(),
  decommissionedAt: time().exactOptional(),
  ...commonStatus,
  scaleDown: scaleDown.exactOptional(),
  handlerName: z.string().exactOptional(),
  stage: z.enum(stages).exactOptional(),
  effectiveWeight: weight().exactOptional().describe('What the router has confirmed.'),
  releasedAt: time().exactOptional(),
  failedAt: time().exactOptional(),
  drainingSince: time().exactOptional(),
  trafficReportedAt: time().exactOptional(),
  trafficHistory: z
    .array(
      z.object({
        at: time(),
        count: z.int().nullable().describe('null: unknown.'),
        inFlight: z.int().nullable(),
        reason: z.string().exactOptional(),
      }),
    )
    .max(10)
    .meta(listAtomic)
    .exactOptional(),
  blockers: z
    .array(
      z.object({
        reason: z.string(),
        message: z.string().exactOptional(),
        since: time(),
        deadline: time().exactOptional(),
        owner: z.string().exactOptional().describe('Who can act.'),
      }),
    )
    .meta(listAtomic)
    .exactOptional()
    .describe('What keeps the version from being retired.'),
  lastCommand: lastCommand.exactOptional(),
});

export const gatiVersions = defineCrd({
  group: 'gati.dev',
  kind: 'GatiVersion',
  shortNames: ['gv'],
  categories: ['gati'],
  scope: 'Namespaced',
  versions: {
    v1alpha1: {
      description: 'One release of a handler, which does not change.',
      spec,
      status,
      columns: [
        { name: 'Handler', type: 'string', jsonPath: '.status.handlerName' },
        { name: 'Version', type: 'string', jsonPath: '.spec.versionId' },
        { name: 'Weight', type: 'integer', jsonPath: '.status.effectiveWeight' },
        { name: 'Stage', type: 'string', jsonPath: '.status.stage' },
        columns.phase,
        { name: 'Traffic', type: 'integer', jsonPath: '.status.trafficCount' },
        columns.age,
        { name: 'Last-Traffic', type: 'date', jsonPath: '.status.lastTrafficTimestamp', priority: 1 },
        { name: 'Blocker', type: 'string', jsonPath: '.status.blockers[0].reason', priority: 1 },
      ],
      example: {
        metadata: { name: 'user-handler-v1', namespace: 'default' },
        spec: { versionId: 'v1.0.0', breaking: false, routingWeight: 100, transformers: [] },
      },
    },
  },
});
