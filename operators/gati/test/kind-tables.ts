type Fields = Record<string, unknown>;
type Plural = 'gatihandlers' | 'gatimodules' | 'gativersions';

const steps = (...weights: readonly number[]) => ({ rollout: { steps: weights.map((weight) => ({ weight })) } });
const metrics = (...list: readonly Fields[]) => ({ rollout: { analysis: { metrics: list } } });

/** Changes to a sample that a server refuses, and a part of what it says. */
export const BAD: readonly (readonly [Plural, Fields, string])[] = [
  ['gatihandlers', { handlerPath: '' }, 'spec.handlerPath'],
  ['gatihandlers', { version: '' }, 'spec.version'],
  ['gatihandlers', { image: '' }, 'spec.image'],
  ['gatihandlers', { port: 0 }, 'spec.port in body should be greater than or equal to 1'],
  ['gatihandlers', { port: 65_536 }, 'spec.port in body should be less than or equal to 65535'],
  ['gatihandlers', { replicas: -1 }, 'spec.replicas in body should be greater than or equal to 0'],
  ['gatihandlers', { replicas: '2' }, 'spec.replicas'],
  ['gatihandlers', { resources: { limits: { cpu: 'much' } } }, 'spec.resources.limits.cpu'],
  ['gatihandlers', { timescape: { routingWeight: 101 } }, 'spec.timescape.routingWeight'],
  ['gatihandlers', { rollout: { progressDeadline: '5 min' } }, 'must be a length of time such as 90s, 5m or 1h30m'],
  ['gatihandlers', { rollout: { rollbackWindow: '1d' } }, 'must be a length of time such as 90s, 5m or 1h30m'],
  ['gatihandlers', { decommission: { gracePeriod: '-5m' } }, 'spec.decommission.gracePeriod'],
  ['gatihandlers', { traffic: { interval: '' } }, 'spec.traffic.interval'],
  ['gatihandlers', { traffic: { interval: 60 } }, 'spec.traffic.interval'],
  [
    'gatihandlers',
    { rollout: { steps: [{ weight: 10, pause: 'later' }] } },
    'must be manual, or a length of time such as 90s, 5m or 1h30m',
  ],
  ['gatihandlers', { rollout: { strategy: 'rolling' } }, 'supported values: "canary", "blueGreen", "direct"'],
  ['gatihandlers', { service: { type: 'ExternalName' } }, 'spec.service.type'],
  ['gatihandlers', { decommission: { zeroSamples: 11 } }, 'spec.decommission.zeroSamples'],
  ['gatihandlers', { securityContext: { runAsUser: 0 } }, 'spec.securityContext.runAsUser'],
  ['gatihandlers', { volumes: [{ name: 'none' }] }, 'a volume is of one kind: configMap, csi,'],
  ['gatihandlers', { volumes: [{ name: 'two', emptyDir: {}, configMap: { name: 'a' } }] }, 'a volume is of one kind'],
  [
    'gatihandlers',
    { probes: { liveness: { httpGet: {}, grpc: {} } } },
    'a probe asks in one way: keep one of httpGet, tcpSocket and grpc',
  ],
  ['gatihandlers', metrics({ name: 'errors' }), 'set one of query and builtin'],
  ['gatihandlers', metrics({ name: 'errors', query: 'up', builtin: 'success-rate' }), 'set one of query and builtin'],
  ['gatihandlers', metrics({ name: 'a', query: 'up' }, { name: 'a', query: 'up' }), 'Duplicate value'],
  ['gatihandlers', steps(50, 10), 'the weights of steps must rise from step to step'],
  ['gatihandlers', steps(10, 10), 'the weights of steps must rise from step to step'],
  ['gatihandlers', steps(0, 10), 'spec.rollout.steps[0].weight'],
  ['gatihandlers', steps(10, 101), 'spec.rollout.steps[1].weight'],
  ['gatihandlers', { scaling: { minReplicas: 3, maxReplicas: 2 } }, 'minReplicas is above maxReplicas'],
  ['gatimodules', { scaling: { minReplicas: 3, maxReplicas: 2 } }, 'minReplicas is above maxReplicas'],
  ['gatimodules', { moduleType: 'jvm' }, 'supported values: "node", "wasm", "oci"'],
  ['gatimodules', { moduleName: '' }, 'spec.moduleName'],
  ['gatimodules', { restart: { policy: 'Never' } }, 'supported values: "Always", "ReadinessOnly"'],
  ['gativersions', { versionId: '' }, 'spec.versionId'],
  ['gativersions', { routingWeight: 101 }, 'spec.routingWeight'],
  ['gativersions', { template: { image: 'app', port: 80 } }, 'spec.template.handlerPath'],
  ['gativersions', { scaling: { minReplicas: 3, maxReplicas: 2 } }, 'minReplicas is above maxReplicas'],
];

/** Changes at the edge of what a server accepts. */
export const GOOD: readonly (readonly [Plural, Fields])[] = [
  ['gatihandlers', steps(1)],
  ['gatihandlers', steps(10, 50)],
  ['gatihandlers', steps(1, 2, 3, 99, 100)],
  ['gatihandlers', { rollout: { steps: [] } }],
  ['gatihandlers', { scaling: { minReplicas: 2, maxReplicas: 2 } }],
  ['gatihandlers', { scaling: { minReplicas: 3 } }],
  ['gatihandlers', { scaling: { minReplicas: 0, maxReplicas: 1 } }],
  ['gatihandlers', { rollout: { progressDeadline: '1.5h', rollbackWindow: '0', failedRetention: '1h30m500ms' } }],
  ['gatihandlers', { resources: { requests: { cpu: 1, memory: '1.5Gi' } } }],
  ['gatihandlers', { replicas: 0, port: 65_535 }],
  ['gatihandlers', metrics({ name: 'a', query: 'up' }, { name: 'b', builtin: 'latency-p99' })],
  ['gativersions', { routingWeight: 0, handlerRef: { name: 'users' } }],
];

const selector = { matchLabels: { app: 'a' }, matchExpressions: [{ key: 'tier', operator: 'In', values: ['web'] }] };
const term = { labelSelector: selector, topologyKey: 'kubernetes.io/hostname', namespaces: ['shop'] };
const required = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Every optional field of pods. */
const POD_FIELDS: Fields = {
  envFrom: [{ prefix: 'A_', configMapRef: { name: 'settings' } }, { secretRef: { name: 'keys' } }],
  command: ['node'],
  args: ['main.js'],
  probes: {
    readiness: { httpGet: { path: '/ready', port: 8080, scheme: 'HTTPS' }, periodSeconds: 5 },
    liveness: { enabled: false },
    startup: { grpc: { service: 'health' }, failureThreshold: 30 },
  },
  imagePullPolicy: 'Always',
  imagePullSecrets: [{ name: 'registry' }],
  serviceAccountName: 'users',
  volumes: [
    { name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit: '64Mi' } },
    { name: 'settings', configMap: { name: 'settings', items: [{ key: 'a', path: 'a', mode: 0o400 }] } },
    { name: 'keys', secret: { secretName: 'keys', defaultMode: 0o400 } },
    { name: 'data', persistentVolumeClaim: { claimName: 'data' } },
    { name: 'about', downwardAPI: { items: [{ path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } }] } },
    { name: 'inline', csi: { driver: 'secrets.csi.example.com', volumeAttributes: { a: 'b' } } },
    { name: 'all', projected: { sources: [{ serviceAccountToken: { path: 'token', expirationSeconds: 600 } }] } },
    {
      name: 'scratch',
      ephemeral: {
        volumeClaimTemplate: {
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      },
    },
  ],
  volumeMounts: [{ name: 'tmp', mountPath: '/var/tmp', readOnly: false, subPath: 'a' }],
  securityContext: { runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000, readOnlyRootFilesystem: false },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'gpu', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 }],
  affinity: {
    nodeAffinity: {
      [required]: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'cores', operator: 'Gt', values: ['4'] }] }] },
      [preferred]: [
        { weight: 1, preference: { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a'] }] } },
      ],
    },
    podAffinity: { [required]: [term] },
    podAntiAffinity: { [preferred]: [{ weight: 100, podAffinityTerm: term }] },
  },
  topologySpreadConstraints: [{ topologyKey: 'zone', maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' }],
  priorityClassName: 'high',
  runtimeClassName: 'gvisor',
  terminationGracePeriodSeconds: 60,
  preStopSleepSeconds: 10,
  podAnnotations: { 'example.com/team': 'users' },
};
const policies = { policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }], selectPolicy: 'Max' };
const SCALING: Fields = {
  minReplicas: 1,
  maxReplicas: 9,
  cpu: 70,
  memory: 80,
  requestsPerSecond: { target: 12.5, query: 'sum(rate(http[1m]))', serverAddress: 'http://prometheus:9090' },
  behavior: { scaleUp: policies, scaleDown: { stabilizationWindowSeconds: 300, ...policies } },
  warmPool: { minReady: 1 },
};
const CONTAINER: Fields = {
  image: 'my-app:v1.0.0',
  port: 3000,
  replicas: 2,
  resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: 1, memory: '512Mi' } },
  env: { NODE_ENV: 'production' },
};
const ANALYSIS: Fields = {
  interval: '30s',
  count: 5,
  failureLimit: 1,
  inconclusiveLimit: 1,
  deadline: '10m',
  metrics: [
    { name: 'success', builtin: 'success-rate', successCondition: 'result >= 0.99', minRequests: 50, dryRun: true },
    { name: 'errors', query: 'sum(errors)', failureCondition: 'result > 2 * baseline' },
  ],
};

/** Every field there is. */
export const FULL_HANDLER: Fields = {
  handlerPath: '/users/:id',
  version: 'tsv:1700-users/001',
  ...CONTAINER,
  ...POD_FIELDS,
  timescape: { breaking: true, routingWeight: 20 },
  routing: {
    gateway: { name: 'web', namespace: 'gateways', sectionName: 'https' },
    hostnames: ['api.example.com'],
    pathMatch: { type: 'RegularExpression', value: '/users/[^/]+' },
    headers: ['x-gati-version'],
    weights: 'managed',
  },
  rollout: {
    strategy: 'canary',
    steps: [
      { weight: 10, pause: '5m', analysis: ANALYSIS },
      { weight: 50, pause: 'manual' },
    ],
    analysis: ANALYSIS,
    progressDeadline: '10m',
    onFailure: 'freeze',
    promotion: 'manual',
    paused: true,
    onNewVersion: 'queue',
    rollbackWindow: '5m',
    failedRetention: '1h',
  },
  traffic: { source: 'prometheus', query: 'sum(a)', interval: '60s', metricsPath: '/m', metricsPort: 9090 },
  decommission: {
    enabled: true,
    gracePeriod: '5m',
    zeroSamples: 5,
    protectedTags: ['stable'],
    dryRun: true,
    drainDeadline: '1h',
    deleteDelay: '24h',
  },
  scaling: SCALING,
  service: { type: 'LoadBalancer', port: 80, annotations: { a: 'b' } },
  schema: {
    request: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    response: { $ref: '#/definitions/user' },
    statusCode: 200,
  },
  schemaRef: { configMap: 'schemas', key: 'users.json' },
  transformers: ['v0->v1'],
  tags: ['stable'],
  versionHistoryLimit: 5,
  monitoring: { serviceMonitor: true },
};

export const FULL_MODULE: Fields = {
  moduleName: 'database',
  moduleType: 'oci',
  runtime: 'node:20',
  ...CONTAINER,
  ...POD_FIELDS,
  capabilities: ['network', 'storage', 'DATABASE.READ'],
  protocol: 'tcp',
  service: { type: 'NodePort', port: 80, headless: false, annotations: { a: 'b' } },
  scaling: SCALING,
  network: {
    egress: [
      { name: 'database', cidr: '10.0.0.0/8', ports: [{ port: 5432, endPort: 5433, protocol: 'TCP' }] },
      { podSelector: selector, namespaceSelector: selector },
    ],
    ingress: [{ podSelector: {} }],
    allowedHosts: ['api.example.com'],
  },
  storage: { claimName: 'data', sizeLimit: '1Gi', mountPath: '/data' },
  secrets: ['keys'],
  restart: { policy: 'ReadinessOnly', crashLoopThreshold: 3 },
  wasm: { runtimeClassName: 'wasmtime' },
  oci: { workingDir: '/app' },
  monitoring: { serviceMonitor: true },
};
