import type { Row, Suite } from './family.ts';

const CORE = '/api/v1/namespaces/default';
const APPS = '/apis/apps/v1/namespaces/default';
const HPA = (version: string): string => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`;
const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'x' }] } };
const selected = { selector: { matchLabels: { app: 'a' } }, template };
const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };

type Step = readonly [method: Row['method'], path: string, body?: unknown, type?: Row['type']];

const suite = (name: string, steps: readonly Step[]): Suite => ({
  name,
  rows: steps.map(([method, path, body, type]) => ({
    title: `${method} ${path.replace(/.*\/(?=[^/]+\/)/, '')}`,
    method,
    path,
    ...(body !== undefined && { body }),
    ...(type && { type }),
  })),
});

const deployment = (name: string, spec: object = {}): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: { ...selected, ...spec },
});
const service = (name: string, spec: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { selector: { a: 'b' }, ports: [{ port: 80 }], ...spec },
});

/** What becomes of objects over several writes: who owns defaults, what an update leaves alone. */
export const scenarios: readonly Suite[] = [
  suite('Applied deployments', [
    ['PATCH', `${APPS}/deployments/applied?fieldManager=a`, deployment('applied', { replicas: 2 }), 'apply'],
    ['PATCH', `${APPS}/deployments/applied?fieldManager=a`, deployment('applied', { replicas: 2 }), 'apply'],
    ['PATCH', `${APPS}/deployments/applied?fieldManager=b`, deployment('applied', { replicas: 3 }), 'apply'],
    ['PATCH', `${APPS}/deployments/applied?fieldManager=a`, deployment('applied'), 'apply'],
    ['PATCH', `${APPS}/deployments/applied?fieldManager=a`, deployment('applied', { paused: false }), 'apply'],
    [
      'PATCH',
      `${APPS}/deployments/applied?fieldManager=a`,
      deployment('applied', { strategy: { type: 'Recreate' } }),
      'apply',
    ],
    ['PATCH', `${APPS}/deployments/applied?fieldManager=a`, deployment('applied', { selector: {} }), 'apply'],
    [
      'PATCH',
      `${APPS}/deployments/applied`,
      { spec: { template: { spec: { containers: [{ name: 'c', resources: { limits: { cpu: '1000m' } } }] } } } },
      'strategic',
    ],
    ['PATCH', `${APPS}/deployments/applied/status`, { status: { replicas: 1, readyReplicas: 2 } }],
    ['PATCH', `${APPS}/deployments/applied/status`, { status: { replicas: 2, readyReplicas: 1, updatedReplicas: 0 } }],
    ['PUT', `${APPS}/deployments/applied`, deployment('applied', { replicas: 0 })],
    ['GET', `${APPS}/deployments/applied`],
  ]),
  suite('Services over time', [
    ['POST', `${CORE}/services`, service('kept', { clusterIP: '10.96.0.30' })],
    ['PUT', `${CORE}/services/kept`, service('kept')],
    ['PATCH', `${CORE}/services/kept?fieldManager=a&force=true`, service('kept', { ports: [{ port: 81 }] }), 'apply'],
    ['PUT', `${CORE}/services/kept`, service('kept', { type: 'NodePort', ports: [{ port: 80, nodePort: 30_002 }] })],
    ['PUT', `${CORE}/services/kept`, service('kept', { type: 'NodePort', ports: [{ port: 8080 }] })],
    ['POST', `${CORE}/services`, service('other', { type: 'NodePort', ports: [{ port: 80, nodePort: 30_002 }] })],
    ['PUT', `${CORE}/services/kept`, service('kept', { type: 'LoadBalancer', externalTrafficPolicy: 'Local' })],
    ['PUT', `${CORE}/services/kept`, service('kept', { type: 'ClusterIP' })],
    [
      'PUT',
      `${CORE}/services/kept`,
      { metadata: { name: 'kept' }, spec: { type: 'ExternalName', externalName: 'x.y' } },
    ],
    ['POST', `${CORE}/services`, service('heir', { clusterIP: '10.96.0.30' })],
    ['PUT', `${CORE}/services/kept`, service('kept', { clusterIP: '10.96.0.31' })],
    ['DELETE', `${CORE}/services/kept`],
    ['POST', `${CORE}/services`, service('late', { clusterIP: '10.96.0.31' })],
    ['PUT', `${CORE}/services/put`, service('put', { clusterIP: '10.96.0.32' })],
    ['PATCH', `${CORE}/services/late/status`, { status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } } }],
  ]),
  suite('Autoscalers in both versions', [
    ['POST', HPA('v1'), { metadata: { name: 'old' }, spec: { scaleTargetRef, maxReplicas: 3 } }],
    ['GET', `${HPA('v2')}/old`],
    ['PATCH', `${HPA('v1')}/old`, { spec: { targetCPUUtilizationPercentage: 50 } }],
    ['GET', `${HPA('v2')}/old`],
    [
      'POST',
      HPA('v2'),
      {
        metadata: { name: 'new', annotations: { mine: 'x' } },
        spec: {
          scaleTargetRef,
          maxReplicas: 3,
          metrics: [
            { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } } },
            { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } },
            { type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '5' } } },
            {
              type: 'External',
              external: {
                metric: { name: 'e', selector: { matchLabels: { a: 'b' } } },
                target: { type: 'Value', value: '5' },
              },
            },
            {
              type: 'Object',
              object: {
                metric: { name: 'o' },
                describedObject: { kind: 'Service', name: 's', apiVersion: 'v1' },
                target: { type: 'Value', value: '5' },
              },
            },
          ],
          behavior: { scaleDown: { stabilizationWindowSeconds: 5 } },
        },
      },
    ],
    ['GET', `${HPA('v1')}/new`],
    ['PATCH', `${HPA('v1')}/new`, { spec: { maxReplicas: 7 } }],
    ['GET', `${HPA('v2')}/new`],
    [
      'PATCH',
      `${HPA('v1')}/new?fieldManager=a&force=true`,
      {
        apiVersion: 'autoscaling/v1',
        kind: 'HorizontalPodAutoscaler',
        metadata: { name: 'new' },
        spec: { maxReplicas: 8 },
      },
      'apply',
    ],
    ['GET', `${HPA('v2')}/new`],
    [
      'PATCH',
      `${HPA('v2')}/new/status`,
      {
        status: {
          currentReplicas: 2,
          desiredReplicas: 2,
          currentMetrics: [
            { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 10, averageValue: '5m' } } },
          ],
          conditions: [{ type: 'AbleToScale', status: 'True', lastTransitionTime: '2024-01-01T00:00:00Z' }],
        },
      },
    ],
    ['GET', `${HPA('v1')}/new`],
    ['POST', HPA('v1'), { metadata: { name: 'bad' }, spec: { scaleTargetRef, maxReplicas: 0 } }],
  ]),
  suite('Sealed configuration', [
    ['POST', `${CORE}/configmaps`, { metadata: { name: 'sealed' }, data: { a: '1' }, immutable: true }],
    ['PATCH', `${CORE}/configmaps/sealed`, { data: { a: '2' } }],
    ['PATCH', `${CORE}/configmaps/sealed`, { immutable: null }],
    ['PATCH', `${CORE}/configmaps/sealed`, { binaryData: { b: 'AAEC' } }],
    ['PATCH', `${CORE}/configmaps/sealed`, { metadata: { labels: { a: 'b' } } }],
    ['POST', `${CORE}/secrets`, { metadata: { name: 'sealed' }, stringData: { a: '1' }, immutable: true }],
    ['PATCH', `${CORE}/secrets/sealed`, { stringData: { a: '2' } }],
    ['PUT', `${CORE}/secrets/sealed`, { metadata: { name: 'sealed' }, data: { a: 'MQ==' } }],
    ['PUT', `${CORE}/secrets/sealed`, { metadata: { name: 'sealed' }, data: { a: 'MQ==' }, immutable: true }],
    ['POST', `${CORE}/secrets`, { metadata: { name: 'typed' }, type: 'example.com/t', data: {} }],
    ['PUT', `${CORE}/secrets/typed`, { metadata: { name: 'typed' }, data: { a: 'MQ==' } }],
  ]),
  suite('Leases that were deleted', [
    [
      'PUT',
      '/apis/coordination.k8s.io/v1/namespaces/default/leases/gone',
      { metadata: { name: 'gone', uid: '11111111-1111-1111-1111-111111111111', resourceVersion: '1' } },
    ],
    [
      'PUT',
      '/apis/coordination.k8s.io/v1/namespaces/default/leases/gone',
      { metadata: { name: 'gone', resourceVersion: '1' } },
    ],
    ['PUT', `${CORE}/endpoints/gone`, { metadata: { name: 'gone', uid: '11111111-1111-1111-1111-111111111111' } }],
    [
      'PUT',
      `${CORE}/services/gone`,
      { metadata: { name: 'gone', uid: '11111111-1111-1111-1111-111111111111' }, spec: { ports: [{ port: 80 }] } },
    ],
  ]),
  suite('Values that a kind cannot hold', [
    ['POST', `${CORE}/pods?dryRun=All`, { metadata: { name: 'w' }, spec: { containers: 'x' } }],
    ['POST', `${CORE}/pods?dryRun=All`, { metadata: { name: 'w' }, spec: { containers: [{ name: 5 }] } }],
    [
      'POST',
      `${CORE}/pods?dryRun=All`,
      { metadata: { name: 'w' }, spec: { containers: [{ name: 'c', ports: [{ containerPort: '80' }] }] } },
    ],
    [
      'POST',
      `${CORE}/pods?dryRun=All`,
      { metadata: { name: 'w' }, spec: { containers: [{ name: 'c', ports: [{ containerPort: 3_000_000_000 }] }] } },
    ],
    ['POST', `${CORE}/pods?dryRun=All`, { metadata: { name: 'w' }, spec: { hostNetwork: 'yes' } }],
    ['POST', `${CORE}/pods?dryRun=All`, { metadata: { name: 'w' }, spec: { nodeSelector: [] } }],
    [
      'POST',
      `${CORE}/services?dryRun=All`,
      { metadata: { name: 'w' }, spec: { ports: [{ port: 80, targetPort: true }] } },
    ],
    [
      'POST',
      `${CORE}/services?dryRun=All`,
      { metadata: { name: 'w' }, spec: { ports: [{ port: 80, targetPort: 1.5 }] } },
    ],
    ['POST', `${CORE}/services?dryRun=All`, { metadata: { name: 'w' }, spec: [] }],
    ['POST', `${APPS}/deployments?dryRun=All`, { metadata: { name: 'w' }, spec: { replicas: true } }],
    ['POST', `${APPS}/deployments?dryRun=All`, { metadata: { name: 'w' }, spec: { replicas: 1e3 } }],
    ['POST', `${APPS}/deployments?dryRun=All`, { metadata: { name: 'w', creationTimestamp: 'now' } }],
    [
      'POST',
      `${CORE}/limitranges?dryRun=All`,
      { metadata: { name: 'w' }, spec: { limits: [{ type: 'Pod', max: { cpu: true } }] } },
    ],
    [
      'POST',
      `${CORE}/limitranges?dryRun=All`,
      { metadata: { name: 'w' }, spec: { limits: [{ type: 'Pod', max: { cpu: 0.5, memory: 1024 } }] } },
    ],
    ['POST', `${CORE}/configmaps?dryRun=All`, { metadata: { name: 'w' }, data: { a: true } }],
    ['POST', `${CORE}/configmaps?dryRun=All`, { metadata: { name: 'w' }, data: { a: null } }],
    ['POST', `${CORE}/configmaps?dryRun=All`, { metadata: { name: 'w' }, data: 'x' }],
    ['POST', `${CORE}/configmaps?dryRun=All`, { metadata: { name: 'w' }, immutable: 1 }],
  ]),
];
