import { defineCrd } from '@slipway/crd';
import { z } from 'zod';
import { portNumber, quantityText, text, texts } from './fields.ts';
import { labelSelector } from './placement.ts';
import { containerFields, podFields } from './pod-fields.ts';
import { scaling } from './scaling.ts';
import { columns, scale } from './shown.ts';
import { commonStatus, scaleDown, targetStatus, time } from './status.ts';

const peers = z.array(
  z.object({
    name: text().exactOptional().describe('database and cache are what the capabilities of these names reach.'),
    cidr: text().exactOptional(),
    podSelector: labelSelector.exactOptional(),
    namespaceSelector: labelSelector.exactOptional(),
    ports: z
      .array(
        z.object({
          port: portNumber(),
          endPort: portNumber().exactOptional(),
          protocol: z.enum(['TCP', 'UDP', 'SCTP']).exactOptional(),
        }),
      )
      .exactOptional(),
  }),
);

export const moduleSpec = z.object({
  moduleName: text(),
  moduleType: z.enum(['node', 'wasm', 'oci']),
  runtime: text().describe('node:20, wasmtime, …'),
  replicas: z.int().min(0).describe('Pods when not autoscaled.'),
  ...containerFields,
  capabilities: z
    .array(z.string())
    .exactOptional()
    .describe('What the module may do: network, storage, database:read, … Nothing unless named.'),
  ...podFields,
  protocol: z.enum(['grpc', 'http', 'tcp']).exactOptional().describe('grpc on port 50051, else http, unless set.'),
  service: z
    .object({
      type: z.enum(['ClusterIP', 'LoadBalancer', 'NodePort']).exactOptional().describe('ClusterIP unless set.'),
      port: portNumber().exactOptional(),
      headless: z.boolean().exactOptional().describe('Callers see every pod and balance by themselves.'),
      annotations: texts().exactOptional(),
    })
    .exactOptional(),
  scaling: scaling.exactOptional(),
  network: z
    .object({
      egress: peers.exactOptional(),
      ingress: peers.exactOptional(),
      allowedHosts: z.array(text()).exactOptional().describe('Told to the module; the network does not enforce them.'),
    })
    .exactOptional(),
  storage: z
    .object({
      claimName: text().exactOptional(),
      sizeLimit: quantityText().exactOptional().describe('Without a claim. 1Gi unless set.'),
      mountPath: text().exactOptional().describe('/data unless set.'),
    })
    .exactOptional(),
  secrets: z.array(text()).exactOptional().describe('Secrets mounted at /etc/gati/secrets/<name>.'),
  restart: z
    .object({
      policy: z
        .enum(['Always', 'ReadinessOnly'])
        .exactOptional()
        .describe('ReadinessOnly: no liveness probe. Always unless set; a Deployment admits nothing else.'),
      crashLoopThreshold: z.int().min(1).exactOptional().describe('Restarts within 10 minutes. 5 unless set.'),
    })
    .exactOptional(),
  wasm: z.object({ runtimeClassName: text().exactOptional() }).exactOptional(),
  oci: z.object({ workingDir: text().exactOptional() }).exactOptional(),
  monitoring: z.object({ serviceMonitor: z.boolean().exactOptional() }).exactOptional(),
});

const status = z.object({
  phase: z.enum(['Pending', 'Running', 'Failed']).exactOptional(),
  ...commonStatus,
  scaleDown: scaleDown.exactOptional(),
  lastUpdated: time().exactOptional(),
  selector: z.string().exactOptional(),
  capabilities: z.array(z.string()).exactOptional().describe('As they were understood.'),
  target: targetStatus.exactOptional(),
});

export const gatiModules = defineCrd({
  group: 'gati.dev',
  kind: 'GatiModule',
  shortNames: ['gm'],
  categories: ['gati'],
  scope: 'Namespaced',
  versions: {
    v1alpha1: {
      description: 'A module that handlers call: isolated, and able to do only what it names.',
      spec: moduleSpec,
      status,
      scale,
      columns: [
        { name: 'Module', type: 'string', jsonPath: '.spec.moduleName' },
        { name: 'Type', type: 'string', jsonPath: '.spec.moduleType' },
        { name: 'Runtime', type: 'string', jsonPath: '.spec.runtime' },
        columns.ready,
        columns.phase,
        columns.age,
      ],
      example: {
        metadata: { name: 'db-module', namespace: 'default' },
        spec: {
          moduleName: 'database',
          moduleType: 'node',
          runtime: 'node:20',
          replicas: 1,
          image: 'db-module:v1.0.0',
          port: 50051,
          capabilities: ['network', 'storage'],
        },
      },
    },
  },
});
