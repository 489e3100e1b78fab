import { grantsOf } from '../../src/capabilities/index.ts';
import type { ModuleInput, VersionInput } from '../../src/manifests/index.ts';
import type { GatiModuleSpec, PodFields, VersionTemplate } from '../../src/types/index.ts';

/** The handler that the README shows. */
export const sampleTemplate: VersionTemplate = {
  handlerPath: '/api/users',
  image: 'my-app:v1.0.0',
  port: 3000,
  resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: '500m', memory: '512Mi' } },
};

/** Every pod field that there is. */
export const everyPodField: Required<PodFields> = {
  envFrom: [{ prefix: 'DB_', secretRef: { name: 'database' } }, { configMapRef: { name: 'settings' } }],
  command: ['node'],
  args: ['server.js', '--verbose'],
  probes: {
    readiness: { httpGet: { path: '/ready', port: 3001, scheme: 'HTTPS' }, periodSeconds: 2 },
    liveness: { tcpSocket: {} },
    startup: { grpc: { service: 'users' } },
  },
  imagePullPolicy: 'IfNotPresent',
  imagePullSecrets: [{ name: 'registry' }],
  serviceAccountName: 'users',
  volumes: [
    { name: 'work', emptyDir: { sizeLimit: '1Gi', medium: 'Memory' } },
    { name: 'certs', secret: { secretName: 'certs', optional: true } },
  ],
  volumeMounts: [
    { name: 'work', mountPath: '/work' },
    { name: 'certs', mountPath: '/certs', readOnly: true },
  ],
  securityContext: { runAsUser: 2000, runAsGroup: 2001, fsGroup: 2002, readOnlyRootFilesystem: false },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'web', effect: 'NoSchedule' }],
  affinity: {
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        {
          weight: 50,
          podAffinityTerm: { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { a: 'b' } } },
        },
      ],
    },
  },
  topologySpreadConstraints: [
    { topologyKey: 'topology.kubernetes.io/zone', maxSkew: 2, whenUnsatisfiable: 'ScheduleAnyway' },
  ],
  priorityClassName: 'system-cluster-critical',
  runtimeClassName: 'sandboxed',
  terminationGracePeriodSeconds: 60,
  preStopSleepSeconds: 10,
  podAnnotations: { 'example.com/team': 'users' },
};

export const fullTemplate: VersionTemplate = {
  handlerPath: '/users/:id',
  image: 'registry.example/users@sha256:0123',
  port: 80,
  env: { LEVEL: 'debug' },
  resources: { requests: { cpu: 1 }, limits: { memory: '2Gi' } },
  ...everyPodField,
};

export function versionOf(part: Partial<VersionInput>): VersionInput {
  return {
    handler: { namespace: 'default', name: 'user-handler' },
    versionId: 'v1.0.0',
    template: sampleTemplate,
    scale: { replicas: 2 },
    phase: 'Active',
    ...part,
  };
}

/** The module that the README shows. */
export const sampleModule: GatiModuleSpec = {
  moduleName: 'database',
  moduleType: 'node',
  runtime: 'node:20',
  replicas: 1,
  image: 'db-module:v1.0.0',
  port: 50051,
  capabilities: ['network', 'storage'],
};

export const fullModule: GatiModuleSpec = {
  moduleName: 'Payments & Refunds',
  moduleType: 'wasm',
  runtime: 'wasmtime',
  replicas: 3,
  image: 'payments:2',
  port: 8080,
  capabilities: ['network', 'database:write', 'filesystem.read', 'SECRETS:READ', 'metrics:write', 'logging:write'],
  protocol: 'http',
  service: { type: 'LoadBalancer', port: 80, annotations: { 'example.com/balancer': 'internal' } },
  network: {
    egress: [{ name: 'database', cidr: '10.1.0.0/16', ports: [{ port: 5432 }] }],
    ingress: [{ namespaceSelector: { matchLabels: { team: 'shop' } }, ports: [{ port: 8080, protocol: 'TCP' }] }],
    allowedHosts: ['api.example.com'],
  },
  storage: { claimName: 'files', mountPath: '/files' },
  secrets: ['keys', 'tls.web'],
  restart: { policy: 'ReadinessOnly', crashLoopThreshold: 3 },
  monitoring: { serviceMonitor: true },
  ...everyPodField,
};

export function moduleOf(spec: GatiModuleSpec, part: Partial<ModuleInput> = {}): ModuleInput {
  return {
    module: { namespace: 'default', name: 'db-module' },
    spec,
    grants: grantsOf(spec),
    scale: { replicas: spec.replicas },
    ...part,
  };
}
