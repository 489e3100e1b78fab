import type { Family } from './family.ts';

const CORE = '/api/v1/namespaces/default';
const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1024Mi' } } };

export const nodes: readonly Family[] = [
  {
    kind: 'Node',
    path: '/api/v1/nodes',
    base: {},
    good: {
      full: [
        'spec',
        {
          taints: [{ key: 'a', effect: 'NoSchedule' }],
          podCIDR: '10.2.0.0/24',
          podCIDRs: ['10.2.0.0/24'],
          providerID: 'x',
        },
        [
          'status',
          {
            capacity: { cpu: '4000m', memory: '8192Mi', pods: '110' },
            conditions: [{ type: 'Ready', status: 'True' }],
          },
        ],
      ],
    },
    bad: [
      ['spec.taints', [{ key: 'a b', effect: 'NoSchedule' }]],
      ['spec.taints', [{ key: 'a' }]],
      ['spec.taints', [{ key: 'a', effect: 'Never' }]],
      ['spec.taints', [{ key: 'a', value: 'b c', effect: 'NoSchedule' }]],
      [
        'spec.taints',
        [
          { key: 'a', effect: 'NoSchedule' },
          { key: 'a', effect: 'NoSchedule' },
        ],
      ],
      ['spec.podCIDRs', ['x'], ['spec.podCIDR', 'x']],
      ['status.capacity', { cpu: '-1' }],
      ['metadata.name', 'A_'],
    ],
    changes: [
      ['spec.unschedulable', true],
      ['spec.taints', [{ key: 'a' }]],
      ['spec.providerID', 'y'],
    ],
  },
  {
    kind: 'PersistentVolumeClaim',
    path: `${CORE}/persistentvolumeclaims`,
    base: { spec: claimSpec },
    good: { block: ['spec.volumeMode', 'Block', ['spec.storageClassName', 'fast']] },
    bad: [
      ['spec', undefined],
      ['spec.accessModes', []],
      ['spec.accessModes', ['Sometimes']],
      ['spec.accessModes', ['ReadWriteOnce', 'ReadWriteOncePod']],
      ['spec.resources', {}],
      ['spec.resources.requests.storage', '0'],
      ['spec.resources.requests.storage', '-1Gi'],
      ['spec.storageClassName', 'A_'],
      ['spec.volumeMode', 'Tape'],
      ['spec.selector', { matchLabels: { 'a b': 'c' } }],
      ['spec.dataSource', { kind: 'Thing', name: 'x' }],
    ],
    changes: [
      ['spec.volumeName', 'v'],
      ['spec.accessModes', ['ReadOnlyMany']],
      ['spec.resources.requests.storage', '2Gi'],
      ['spec.storageClassName', 'slow'],
    ],
  },
  {
    kind: 'PersistentVolume',
    path: '/api/v1/persistentvolumes',
    base: { spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } } },
    bad: [
      ['spec', undefined],
      ['spec.accessModes', undefined],
      ['spec.accessModes', ['X']],
      ['spec.capacity', undefined],
      ['spec.capacity.storage', '0'],
      ['spec.persistentVolumeReclaimPolicy', 'Burn'],
      ['spec.volumeMode', 'Tape'],
      ['spec.hostPath', undefined],
    ],
    changes: [['spec.persistentVolumeReclaimPolicy', 'Delete']],
  },
  {
    kind: 'LimitRange',
    path: `${CORE}/limitranges`,
    base: { spec: { limits: [{ type: 'Container', max: { cpu: '2000m' } }] } },
    good: {
      full: [
        'spec.limits',
        [
          {
            type: 'Container',
            max: { cpu: '2' },
            min: { memory: '1Mi' },
            default: { cpu: '1' },
            defaultRequest: { cpu: '500m' },
          },
          { type: 'Pod', max: { cpu: '4' } },
          { type: 'PersistentVolumeClaim', min: { storage: '1Gi' } },
        ],
      ],
    },
    bad: [
      ['spec.limits[0].type', 'Disk'],
      ['spec.limits[0].type', 'a b'],
      ['spec.limits', [{ type: 'Pod' }, { type: 'Pod' }]],
      ['spec.limits[0].max', { disk: '1' }],
      ['spec.limits[0].min', { cpu: '3' }],
      ['spec.limits[0].default', { cpu: '3' }],
      ['spec.limits[0].maxLimitRequestRatio', { cpu: '500m' }],
      ['spec.limits', [{ type: 'Pod', default: { cpu: '1' } }]],
      ['spec.limits', [{ type: 'PersistentVolumeClaim' }]],
    ],
  },
  {
    kind: 'ResourceQuota',
    path: `${CORE}/resourcequotas`,
    base: { spec: { hard: { pods: '10', 'requests.cpu': '4000m' } } },
    bad: [
      ['spec.hard', { disk: '1' }],
      ['spec.hard', { pods: '1500m' }],
      ['spec.hard', { pods: '-1' }],
      ['spec.scopes', ['Strange']],
      ['spec.scopes', ['Terminating', 'NotTerminating']],
      ['spec', { hard: { services: '1', pods: '1', 'example.com/x': '1' }, scopes: ['NotTerminating'] }],
      ['spec', { hard: { 'requests.cpu': '1' }, scopes: ['BestEffort'] }],
      ['spec', { hard: { pods: '1' }, scopes: ['VolumeAttributesClass'] }],
      ['spec.scopeSelector', { matchExpressions: [{ scopeName: 'Strange', operator: 'Exists' }] }],
      ['spec.scopeSelector', { matchExpressions: [{ scopeName: 'BestEffort', operator: 'Exists' }] }],
      ['spec.scopeSelector', { matchExpressions: [{ scopeName: 'Terminating', operator: 'In', values: ['a'] }] }],
      ['spec.scopeSelector', { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In' }] }],
      ['spec.scopeSelector', { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'Exists', values: ['a'] }] }],
      ['spec.scopeSelector', { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'Like' }] }],
    ],
    changes: [
      ['spec.hard', { pods: '5' }],
      ['spec.scopes', ['NotTerminating']],
    ],
  },
  {
    kind: 'ValidatingWebhookConfiguration',
    path: '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
    base: {
      webhooks: [
        {
          name: 'a.b.c',
          clientConfig: { service: { name: 's', namespace: 'nowhere' } },
          rules: [{ apiGroups: ['x.y'], apiVersions: ['*'], operations: ['CREATE'], resources: ['*'] }],
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    },
    bad: [],
  },
  {
    kind: 'MutatingWebhookConfiguration',
    path: '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations',
    base: {
      webhooks: [
        {
          name: 'a.b.c',
          clientConfig: { url: 'https://example.invalid' },
          rules: [
            { apiGroups: ['x.y'], apiVersions: ['*'], operations: ['CREATE'], resources: ['*'], scope: 'Namespaced' },
          ],
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    },
    bad: [],
  },
  {
    kind: 'Namespace',
    path: '/api/v1/namespaces',
    base: {},
    good: { labeled: ['metadata.labels', { a: 'b' }], own: ['spec', { finalizers: ['example.com/f'] }] },
    bad: [
      ['metadata.name', 'a.b'],
      ['metadata.labels', { 'a b': 'c' }],
      ['spec', { finalizers: ['nope'] }],
    ],
    changes: [['metadata.labels', { 'kubernetes.io/metadata.name': 'other' }]],
  },
  {
    kind: 'CSIDriver',
    path: '/apis/storage.k8s.io/v1/csidrivers',
    base: {},
    bad: [],
  },
  {
    kind: 'VolumeAttributesClass',
    path: '/apis/storage.k8s.io/v1/volumeattributesclasses',
    base: { driverName: 'example.com', parameters: { a: 'b' } },
    bad: [],
  },
];
