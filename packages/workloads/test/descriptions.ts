import type { Workload } from '../src/index.ts';

/** One of everything that a Deployment can have. */
export const full: Workload = {
  name: 'api',
  namespace: 'shop',
  labels: { 'app.kubernetes.io/part-of': 'shop' },
  annotations: { 'example.com/team': 'blue' },
  replicas: 4,
  pod: {
    annotations: { 'example.com/config-hash': 'abc' },
    labels: { tier: 'front' },
    imagePullSecrets: ['registry'],
    initContainers: [{ name: 'migrate', image: 'example.com/api:1', command: ['migrate'] }],
    containers: [
      {
        name: 'api',
        image: 'example.com/api:1',
        imagePullPolicy: 'IfNotPresent',
        args: ['--serve'],
        workingDir: '/srv',
        ports: [
          { name: 'http', port: 80 },
          { name: 'dns', port: 5353, protocol: 'UDP' },
        ],
        env: {
          NODE_ENV: 'production',
          PASSWORD: { secret: { name: 'database', key: 'password' } },
          MODE: { configMap: { name: 'api', key: 'mode', optional: true } },
          POD: { field: 'metadata.name' },
        },
        envFrom: [{ prefix: 'DB_', secretRef: { name: 'database' } }, { configMapRef: { name: 'api' } }],
        probes: {
          readiness: { httpGet: { path: '/health', port: 'http' } },
          liveness: { tcpSocket: { port: 80 }, periodSeconds: 7 },
          startup: { grpc: { port: 50_051, service: 'api' } },
        },
        mounts: [{ name: 'config', mountPath: '/etc/api', readOnly: true }],
      },
      { name: 'log', image: 'example.com/log:1', resources: { requests: { cpu: 1, memory: '1Gi' } } },
    ],
    volumes: [
      {
        name: 'config',
        projected: { sources: [{ configMap: { name: 'api' } }, { secret: { name: 'database', optional: true } }] },
      },
      { name: 'data', emptyDir: { sizeLimit: '1Gi' } },
    ],
    scheduling: {
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      tolerations: [{ key: 'spot', operator: 'Exists' }],
      affinity: {
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 1, podAffinityTerm: { topologyKey: 'kubernetes.io/hostname', labelSelector: {} } },
          ],
        },
      },
      topologySpread: [{ topologyKey: 'kubernetes.io/hostname' }],
      nodeFailureTolerationSeconds: 30,
    },
  },
  services: [
    { ports: [{ name: 'http', port: 80, targetPort: 'http', appProtocol: 'http' }] },
    { name: 'api-public', type: 'LoadBalancer', ports: [{ port: 443, targetPort: 80 }] },
    { name: 'api-pods', headless: true, ports: [{ port: 80 }], publishNotReadyAddresses: true },
  ],
  configMaps: [{ data: { mode: 'fast' } }, { name: 'api-fixed', data: { a: '1' }, immutable: true }],
  account: { rules: [{ apiGroups: [''], resources: ['endpoints'], verbs: ['get', 'list'] }] },
  scaling: { max: 10, cpu: 60, memory: 80 },
  network: {
    ingress: [
      {
        peers: [{ podSelector: {} }, { namespace: 'monitoring' }],
        ports: [{ port: 'http' }, { port: 8000, endPort: 8010 }],
      },
    ],
    egress: [{ peers: ['anywhere'] }, { peers: [{ cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] }] }],
  },
  route: {
    gateways: [{ name: 'public', namespace: 'gateways', sectionName: 'https' }],
    hostnames: ['shop.example.com'],
    rules: [
      {
        matches: [{ path: { value: '/api' }, headers: [{ name: 'x-version', value: '2' }] }],
        backends: [{ service: 'api-2', port: 80 }],
      },
      {
        matches: [{ path: { value: '/api' } }],
        backends: [
          { service: 'api', port: 80, weight: 90 },
          { service: 'api-2', port: 80, weight: 10 },
        ],
      },
    ],
  },
  monitor: { port: 'http', labels: { release: 'prometheus' } },
};

/** Pods with addresses and disks of their own, on machines with devices. */
export const stateful: Workload = {
  name: 'performer',
  namespace: 'shop',
  replicas: 2,
  pod: {
    containers: [
      {
        name: 'performer',
        image: 'example.com/performer:1',
        ports: [{ name: 'grpc', port: 9090 }],
        mounts: [{ name: 'data', mountPath: '/data' }],
      },
    ],
    hardware: {
      gpu: { count: 2, type: 'nvidia-a100' },
      tee: { type: 'sgx', resources: { 'sgx.intel.com/epc': '10Mi' } },
    },
  },
  statefulSet: { claims: [{ name: 'data', size: '10Gi' }], podManagement: 'Parallel' },
  services: [{ headless: true, ports: [{ name: 'grpc', port: 9090, targetPort: 'grpc' }] }],
};

/** Scaled by what Prometheus says, to zero. */
export const scaled: Workload = {
  name: 'worker',
  namespace: 'shop',
  pod: { containers: [{ name: 'worker', image: 'example.com/worker:1' }] },
  scaling: {
    min: 0,
    cpu: 70,
    queries: [{ serverAddress: 'http://prometheus:9090', query: 'sum(rate(requests[1m]))', target: 100 }],
  },
};

/** As little as gives a pod. */
export const small: Workload = {
  name: 'web',
  namespace: 'shop',
  pod: { containers: [{ name: 'web', image: 'example.com/web:1', ports: [{ port: 8080 }] }] },
};
