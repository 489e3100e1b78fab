import type { Family } from './family.ts';

const LONG = 'x'.repeat(254);

export const configuration: readonly Family[] = [
  {
    kind: 'ConfigMap',
    path: '/api/v1/namespaces/default/configmaps',
    base: { data: { a: '1' } },
    good: { sealed: ['immutable', true], binary: ['binaryData', { b: 'AAEC' }], empty: ['data', {}] },
    bad: [
      ['data', { 'a b': '1' }],
      ['data', { '..a': '1' }],
      ['data', { '.': '1' }],
      ['data', { [LONG]: '1' }],
      ['binaryData', { a: 'AAEC' }],
      ['binaryData', { 'a/b': 'AAEC' }],
      ['binaryData', { b: '!!' }],
      ['binaryData', { b: 'AAE' }],
      ['data', { a: 'x'.repeat(1_048_577) }],
      ['metadata.labels', { 'a/b/c': 'x' }],
      ['metadata.labels', { a: '-x' }],
      ['metadata.annotations', { 'a b': 'x' }],
      ['metadata.name', 'Bad_Name'],
      ['immutable', 'yes'],
    ],
    changes: [
      ['data.a', '2'],
      ['data', { 'a b': 'x' }],
      ['immutable', true],
    ],
  },
  {
    kind: 'Secret',
    path: '/api/v1/namespaces/default/secrets',
    base: { data: { a: 'MQ==' } },
    good: {
      text: ['stringData', { b: 'x' }],
      tls: ['type', 'kubernetes.io/tls', ['data', { 'tls.crt': 'MQ==', 'tls.key': 'MQ==' }]],
      own: ['type', 'example.com/own'],
    },
    bad: [
      ['type', 'kubernetes.io/tls'],
      ['type', 'kubernetes.io/tls', ['data', { 'tls.crt': 'MQ==' }]],
      ['type', 'kubernetes.io/dockerconfigjson'],
      ['type', 'kubernetes.io/dockerconfigjson', ['stringData', { '.dockerconfigjson': 'x' }]],
      ['type', 'kubernetes.io/dockercfg', ['stringData', { '.dockercfg': '[]' }]],
      ['type', 'kubernetes.io/basic-auth'],
      ['type', 'kubernetes.io/ssh-auth'],
      ['type', 'kubernetes.io/service-account-token'],
      ['data', { 'a b': 'MQ==' }],
      ['data', { a: '*' }],
      ['data', { a: 5 }],
      ['stringData', { 'a/b': 'x' }],
    ],
    changes: [
      ['type', 'example.com/other'],
      ['data.a', 'Mg=='],
      ['stringData', { b: 'x' }],
      ['immutable', true],
    ],
  },
  {
    kind: 'Lease',
    path: '/apis/coordination.k8s.io/v1/namespaces/default/leases',
    base: { spec: { holderIdentity: 'me', leaseDurationSeconds: 15 } },
    good: { bare: ['spec', {}] },
    bad: [
      ['spec.leaseDurationSeconds', 0],
      ['spec.leaseDurationSeconds', -1],
      ['spec.leaseTransitions', -1],
      ['spec.renewTime', 'now'],
    ],
    changes: [
      ['spec.leaseDurationSeconds', 0],
      ['spec.holderIdentity', 'you'],
    ],
  },
  {
    kind: 'Event',
    path: '/api/v1/namespaces/default/events',
    base: {
      involvedObject: { kind: 'Pod', name: 'p', namespace: 'default' },
      reason: 'R',
      message: 'm',
      type: 'Normal',
    },
    good: {
      timed: [
        'eventTime',
        '2024-01-01T00:00:00.000000Z',
        ['reportingComponent', 'c'],
        ['reportingInstance', 'i'],
        ['action', 'a'],
      ],
    },
    bad: [
      ['involvedObject.namespace', 'other'],
      ['eventTime', '2024-01-01T00:00:00.000000Z'],
      [
        'eventTime',
        '2024-01-01T00:00:00.000000Z',
        ['reportingComponent', 'c d'],
        ['reportingInstance', 'i'],
        ['action', 'a'.repeat(129)],
      ],
    ],
  },
  {
    kind: 'PriorityClass',
    path: '/apis/scheduling.k8s.io/v1/priorityclasses',
    base: { value: 10 },
    good: { zero: ['value', 0], never: ['preemptionPolicy', 'Never'] },
    bad: [
      ['value', 1_000_000_001],
      ['preemptionPolicy', 'Maybe'],
      ['metadata.name', 'system-mine'],
    ],
    changes: [
      ['value', 11],
      ['preemptionPolicy', 'Never'],
      ['description', 'text'],
    ],
  },
  {
    kind: 'StorageClass',
    path: '/apis/storage.k8s.io/v1/storageclasses',
    base: { provisioner: 'example.com/disk' },
    good: {
      full: ['parameters', { a: 'b' }, ['volumeBindingMode', 'WaitForFirstConsumer'], ['reclaimPolicy', 'Retain']],
    },
    bad: [
      ['provisioner', undefined],
      ['provisioner', 'a b'],
      ['reclaimPolicy', 'Recycle'],
      ['volumeBindingMode', 'Never'],
    ],
    changes: [
      ['provisioner', 'example.com/other'],
      ['parameters', { a: 'c' }],
      ['reclaimPolicy', 'Retain'],
      ['volumeBindingMode', 'WaitForFirstConsumer'],
      ['allowVolumeExpansion', true],
    ],
  },
  {
    kind: 'RuntimeClass',
    path: '/apis/node.k8s.io/v1/runtimeclasses',
    base: { handler: 'runc' },
    bad: [
      ['handler', undefined],
      ['handler', 'Not.Good'],
      ['overhead', { podFixed: { nonsense: '1' } }],
      ['scheduling', { nodeSelector: { 'a b': 'c' } }],
    ],
    changes: [['handler', 'other']],
  },
];
