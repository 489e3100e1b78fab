import { MANAGER } from '../names/index.ts';
import { VERSION } from '../version.ts';

export const NAMESPACE = 'gati-system';
const LABELS = { 'app.kubernetes.io/name': MANAGER, 'app.kubernetes.io/part-of': 'gati' } as const;
const SELECTOR = { 'app.kubernetes.io/name': MANAGER } as const;
const IMAGE = `ghcr.io/gati-framework/operator:${VERSION}`;

export type Manifest = Readonly<Record<string, unknown>>;

/** Metadata of an object of the operator's own. */
export const named = (name: string = MANAGER): Manifest => ({ name, namespace: NAMESPACE, labels: LABELS });

/** The namespace admits only pods of the restricted standard, this one included. */
export function namespaceAndAccount(): Manifest[] {
  const enforced = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE, labels: { ...LABELS, ...enforced } } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: named() },
  ];
}

/** Two replicas, of which one works and the other stands by with warm caches. */
export function workload(env: Readonly<Record<string, string>>): Manifest[] {
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: named(),
      spec: {
        replicas: 2,
        selector: { matchLabels: SELECTOR },
        template: { metadata: { labels: LABELS }, spec: podSpec(env) },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: named(),
      spec: { selector: SELECTOR, ports: [{ name: 'metrics', port: 8080, targetPort: 'metrics' }] },
    },
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: named(),
      spec: { minAvailable: 1, selector: { matchLabels: SELECTOR } },
    },
    networkPolicy(),
  ];
}

function podSpec(env: Readonly<Record<string, string>>): Manifest {
  const probe = (path: string): Manifest => ({ httpGet: { path, port: 'health' }, periodSeconds: 10 });
  return {
    serviceAccountName: MANAGER,
    terminationGracePeriodSeconds: 30,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1001,
      runAsGroup: 1001,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'kubernetes.io/hostname',
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: SELECTOR },
      },
    ],
    containers: [
      {
        name: 'operator',
        image: IMAGE,
        env: Object.entries(env).map(([name, value]) => ({ name, value })),
        ports: [
          { name: 'metrics', containerPort: 8080 },
          { name: 'health', containerPort: 8081 },
        ],
        // A start waits up to two minutes for the caches.
        startupProbe: { ...probe('/healthz'), failureThreshold: 18 },
        livenessProbe: probe('/healthz'),
        readinessProbe: probe('/readyz'),
        resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: '1', memory: '512Mi' } },
        securityContext: {
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
          readOnlyRootFilesystem: true,
        },
        volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
      },
    ],
    volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }],
  };
}

/** Metrics are for the monitoring, health for the node. Where the API server listens differs, so egress is open. */
function networkPolicy(): Manifest {
  const monitoring = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: named(),
    spec: {
      podSelector: { matchLabels: SELECTOR },
      policyTypes: ['Ingress'],
      ingress: [
        { from: [monitoring], ports: [{ port: 'metrics', protocol: 'TCP' }] },
        { ports: [{ port: 'health', protocol: 'TCP' }] },
      ],
    },
  };
}

/** For the Prometheus Operator. */
export function serviceMonitor(): Manifest {
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'ServiceMonitor',
    metadata: named(),
    spec: { selector: { matchLabels: SELECTOR }, endpoints: [{ port: 'metrics', interval: '15s' }] },
  };
}
