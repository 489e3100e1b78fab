import { defineCrd, listMap } from '@slipway/crd';
import { z } from 'zod';
import { durationText, portNumber, text, texts, weight } from './fields.ts';
import { containerFields, podFields } from './pod-fields.ts';
import { rollout } from './rollout.ts';
import { scaling } from './scaling.ts';
import { columns, scale } from './shown.ts';
import { commonStatus, lastCommand, stages, targetStatus, time } from './status.ts';
import { versionFacts } from './version-facts.ts';

const routing = z.object({
  gateway: z
    .object({ name: text(), namespace: text().exactOptional(), sectionName: text().exactOptional() })
    .exactOptional()
    .describe('The Gateway that splits traffic. Without one, pods are rotated in and out of a Service.'),
  hostnames: z.array(text()).exactOptional(),
  pathMatch: z
    .object({ type: z.enum(['Exact', 'PathPrefix', 'RegularExpression']), value: text() })
    .exactOptional()
    .describe('In place of the prefix that handlerPath gives.'),
  headers: z.array(text()).exactOptional().describe('Headers that name a version. [x-gati-version] unless set.'),
  weights: z
    .enum(['managed', 'manual'])
    .exactOptional()
    .describe('manual: the declared weights of all versions count, without rollouts. managed unless set.'),
});

const traffic = z.object({
  source: z.enum(['prometheus', 'podScrape', 'status']).exactOptional().describe('podScrape unless set.'),
  query: text().exactOptional().describe('PromQL in place of the default one.'),
  interval: durationText().exactOptional().describe('60s unless set.'),
  metricsPath: text().exactOptional().describe('/metrics unless set.'),
  metricsPort: portNumber().exactOptional().describe("The handler's port unless set."),
});

const decommission = z.object({
  enabled: z.boolean().exactOptional().describe('true unless set.'),
  gracePeriod: durationText().exactOptional().describe('Time since the last request. 5m unless set.'),
  zeroSamples: z.int().min(1).max(10).exactOptional().describe('Samples without a request, in a row. 5 unless set.'),
  protectedTags: z
    .array(text())
    .exactOptional()
    .describe('Versions with one of these tags stay. [stable, production, latest] unless set.'),
  dryRun: z.boolean().exactOptional().describe('Tells what would be removed and removes nothing.'),
  drainDeadline: durationText().exactOptional().describe('When somebody is told that a drain hangs. 1h unless set.'),
  deleteDelay: durationText()
    .exactOptional()
    .describe('From no pods to removal of the objects. 0 unless set, 24h with blueGreen.'),
});

export const handlerSpec = z.object({
  handlerPath: text().describe('URL route such as /api/users or /users/:id; not a file path.'),
  version: text().describe('Id of the wanted version: semver, tsv:… or any other text.'),
  replicas: z.int().min(0).describe('Pods at weight 100 when not autoscaled.'),
  ...containerFields,
  timescape: z
    .object({
      breaking: z.boolean().exactOptional().describe('Whether callers of earlier versions break.'),
      routingWeight: weight().exactOptional(),
    })
    .exactOptional()
    .describe('For the wanted version.'),
  ...podFields,
  routing: routing.exactOptional(),
  rollout: rollout.exactOptional(),
  traffic: traffic.exactOptional().describe('How it is known whether a version is still used.'),
  decommission: decommission.exactOptional().describe('How versions are retired once nobody uses them.'),
  scaling: scaling.exactOptional(),
  service: z
    .object({
      type: z.enum(['ClusterIP', 'LoadBalancer', 'NodePort']).exactOptional().describe('ClusterIP unless set.'),
      port: portNumber().exactOptional(),
      annotations: texts().exactOptional(),
    })
    .exactOptional()
    .describe('Of the one Service that stays while versions change.'),
  ...versionFacts,
  versionHistoryLimit: z.int().min(0).exactOptional().describe('Records of retired versions kept. 20 unless set.'),
  monitoring: z.object({ serviceMonitor: z.boolean().exactOptional() }).exactOptional(),
});

const status = z.object({
  phase: z.enum(['Pending', 'Running', 'Failed', 'Decommissioned']).exactOptional(),
  ...commonStatus,
  lastUpdated: time().exactOptional(),
  selector: z.string().exactOptional().describe('Selects the pods of all versions.'),
  targetVersion: z.string().exactOptional(),
  stableVersion: z.string().exactOptional(),
  versions: z
    .array(
      z.object({
        name: z.string().describe('Of the GatiVersion.'),
        versionId: z.string(),
        stage: z.enum(stages).exactOptional(),
        weight: weight().exactOptional(),
        ready: z.int().exactOptional(),
      }),
    )
    .meta(listMap('name'))
    .exactOptional(),
  traffic: z
    .object({
      mode: z.enum(['Exact', 'Approximate']),
      wanted: z.record(z.string(), z.number()).exactOptional().describe('Weight by versionId.'),
      achieved: z
        .record(z.string(), z.number())
        .exactOptional()
        .describe('What the route gives them: weights, or the share of pods in rotation.'),
      measured: z
        .record(z.string(), z.number())
        .exactOptional()
        .describe('Percent of the requests that they answered lately, while a rollout measures or a version drains.'),
    })
    .exactOptional(),
  rollout: z
    .object({
      from: z.string().exactOptional().describe('The version that served before. Absent on a first release.'),
      to: z.string().exactOptional(),
      phase: z.string().exactOptional(),
      step: z.string().exactOptional().describe('Such as 50 % (step 2 of 3).'),
      since: time().exactOptional().describe('When the phase began.'),
      wakeAt: time().exactOptional().describe('When it is looked at again at the latest.'),
      // The engine knows what is in it, by a format version of its own (G-87).
      encoded: z
        .string()
        .exactOptional()
        .describe('Plan and state, gzip and base64 of JSON: slipway gati status -o json shows them.'),
    })
    .exactOptional()
    .describe('The last rollout.'),
  lastCommand: lastCommand.exactOptional(),
  target: targetStatus.exactOptional(),
});

export const gatiHandlers = defineCrd({
  group: 'gati.dev',
  kind: 'GatiHandler',
  shortNames: ['gh'],
  categories: ['gati'],
  scope: 'Namespaced',
  versions: {
    v1alpha1: {
      description: 'An HTTP handler: what runs now, and how new versions take over.',
      spec: handlerSpec,
      status,
      scale,
      columns: [
        { name: 'Path', type: 'string', jsonPath: '.spec.handlerPath' },
        { name: 'Version', type: 'string', jsonPath: '.spec.version' },
        { name: 'Stable', type: 'string', jsonPath: '.status.stableVersion' },
        columns.ready,
        columns.phase,
        { name: 'Rollout', type: 'string', jsonPath: '.status.rollout.phase' },
        columns.age,
        { name: 'Image', type: 'string', jsonPath: '.spec.image', priority: 1 },
        { name: 'Mode', type: 'string', jsonPath: '.status.traffic.mode', priority: 1 },
      ],
      example: {
        metadata: { name: 'user-handler', namespace: 'default' },
        spec: {
          handlerPath: '/api/users',
          version: 'v1.0.0',
          replicas: 2,
          image: 'my-app:v1.0.0',
          port: 3000,
          resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: '500m', memory: '512Mi' } },
        },
      },
    },
  },
});
