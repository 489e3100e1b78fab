import type { Edit, Family } from './family.ts';

const APPS = '/apis/apps/v1/namespaces/default';
const BATCH = '/apis/batch/v1/namespaces/default';
const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'x' }] } };
const once = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'x' }] } };
const selected = { selector: { matchLabels: { app: 'a' } }, template };
const claim = (spec: object = {}): object => ({
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});

/** What is wrong with a selector or the pods it does not select. */
const badSelectors: readonly Edit[] = [
  ['spec.selector', undefined],
  ['spec.selector', {}],
  ['spec.selector', { matchLabels: { app: 'b' } }],
  ['spec.selector', { matchLabels: { 'a b': 'x' } }],
  ['spec.selector', { matchLabels: { app: 'a b' } }],
  ['spec.selector', { matchExpressions: [{ key: 'app', operator: 'In' }] }],
  ['spec.selector', { matchExpressions: [{ key: 'app', operator: 'Exists', values: ['a'] }] }],
  ['spec.selector', { matchExpressions: [{ key: 'app', operator: 'Like', values: ['a'] }] }],
  ['spec.selector', { matchExpressions: [{ key: 'app', operator: 'In', values: ['a b'] }] }],
  ['spec.template', undefined],
  ['spec.template.metadata', undefined],
  ['spec.template.spec.containers', undefined],
  ['spec.template.spec.containers[0].name', 'A B'],
];
const badWorkload: readonly Edit[] = [
  ...badSelectors,
  ['spec.template.spec.restartPolicy', 'Never'],
  ['spec.template.spec.activeDeadlineSeconds', 5],
  ['spec.minReadySeconds', -1],
];
const selectorChanges: readonly Edit[] = [
  ['spec.selector.matchLabels', { app: 'a', more: 'b' }],
  ['spec.template.spec.containers[0].image', 'y'],
];

export const workloads: readonly Family[] = [
  {
    kind: 'Deployment',
    path: `${APPS}/deployments`,
    base: { spec: selected },
    good: {
      recreate: ['spec.strategy', { type: 'Recreate' }],
      partial: ['spec.strategy', { rollingUpdate: { maxSurge: 2 } }],
      zero: ['spec.replicas', 0],
      expression: ['spec.selector', { matchExpressions: [{ key: 'app', operator: 'In', values: ['a'] }] }],
    },
    bad: [
      ...badWorkload,
      ['spec.replicas', -1],
      ['spec.replicas', 'two'],
      ['spec.strategy', { type: 'Blue' }],
      ['spec.strategy', { type: 'Recreate', rollingUpdate: { maxSurge: 1 } }],
      ['spec.strategy', { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } }],
      ['spec.strategy', { rollingUpdate: { maxSurge: '0%', maxUnavailable: '0%' } }],
      ['spec.strategy', { rollingUpdate: { maxUnavailable: '101%' } }],
      ['spec.strategy', { rollingUpdate: { maxUnavailable: 'many' } }],
      ['spec.strategy', { rollingUpdate: { maxSurge: -1 } }],
      ['spec.progressDeadlineSeconds', 5, ['spec.minReadySeconds', 5]],
      ['spec.progressDeadlineSeconds', -1],
      ['spec.revisionHistoryLimit', -1],
    ],
    changes: [...selectorChanges, ['spec.replicas', -1], ['spec.replicas', 3], ['metadata.annotations', { a: 'b' }]],
  },
  {
    kind: 'ReplicaSet',
    path: `${APPS}/replicasets`,
    base: { spec: selected },
    bad: [...badWorkload, ['spec.replicas', -1]],
    changes: selectorChanges,
  },
  {
    kind: 'StatefulSet',
    path: `${APPS}/statefulsets`,
    base: { spec: { ...selected, serviceName: 's' } },
    good: {
      claims: ['spec.volumeClaimTemplates', [claim()]],
      manual: ['spec.updateStrategy', { type: 'OnDelete' }],
      rolling: ['spec.updateStrategy', { type: 'RollingUpdate' }],
      parted: ['spec.updateStrategy', { rollingUpdate: { partition: 2 } }],
      mounted: [
        'spec.volumeClaimTemplates',
        [claim()],
        ['spec.template.spec.containers[0].volumeMounts', [{ name: 'data', mountPath: '/d' }]],
      ],
    },
    bad: [
      ...badWorkload,
      ['spec.replicas', -1],
      ['spec.podManagementPolicy', 'Random'],
      ['spec.updateStrategy', { type: 'Blue' }],
      ['spec.updateStrategy', { type: 'OnDelete', rollingUpdate: { partition: 1 } }],
      ['spec.updateStrategy', { rollingUpdate: { partition: -1 } }],
      ['spec.persistentVolumeClaimRetentionPolicy', { whenDeleted: 'Maybe' }],
      ['spec.ordinals', { start: -1 }],
      ['spec.serviceName', 'A_B'],
      ['spec.volumeClaimTemplates', [claim({ accessModes: [] })]],
      ['spec.volumeClaimTemplates', [claim({ resources: {} })]],
    ],
    changes: [
      ...selectorChanges,
      ['spec.serviceName', 'other'],
      ['spec.replicas', 5],
      ['spec.podManagementPolicy', 'Parallel'],
      ['spec.volumeClaimTemplates', [claim()]],
    ],
  },
  {
    kind: 'DaemonSet',
    path: `${APPS}/daemonsets`,
    base: { spec: selected },
    good: {
      manual: ['spec.updateStrategy', { type: 'OnDelete' }],
      surge: ['spec.updateStrategy', { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }],
    },
    bad: [
      ...badWorkload,
      ['spec.updateStrategy', { type: 'Blue' }],
      ['spec.updateStrategy', { rollingUpdate: { maxSurge: 1 } }],
      ['spec.updateStrategy', { rollingUpdate: { maxUnavailable: 0 } }],
      ['spec.updateStrategy', { rollingUpdate: { maxUnavailable: '200%' } }],
    ],
    changes: selectorChanges,
  },
  {
    kind: 'Job',
    path: `${BATCH}/jobs`,
    base: { spec: { template: once } },
    good: {
      indexed: ['spec.completionMode', 'Indexed', ['spec.completions', 3]],
      parallel: ['spec.parallelism', 3],
      labeled: ['spec.template.metadata', { labels: { a: 'b' } }],
      named: ['metadata.labels', { mine: 'x' }],
      policy: [
        'spec.podFailurePolicy',
        {
          rules: [
            { action: 'FailJob', onExitCodes: { operator: 'In', values: [1] } },
            { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] },
          ],
        },
      ],
      manual: [
        'spec.manualSelector',
        true,
        ['spec.selector', { matchLabels: { a: 'b' } }],
        ['spec.template.metadata', { labels: { a: 'b' } }],
      ],
    },
    bad: [
      ['spec.template', undefined],
      ['spec.template.spec.restartPolicy', undefined],
      ['spec.template.spec.restartPolicy', 'Always'],
      ['spec.template.spec.containers', undefined],
      ['spec.parallelism', -1],
      ['spec.completions', -1],
      ['spec.backoffLimit', -1],
      ['spec.activeDeadlineSeconds', -1],
      ['spec.ttlSecondsAfterFinished', -1],
      ['spec.completionMode', 'Sorted'],
      ['spec.completionMode', 'Indexed'],
      ['spec.backoffLimitPerIndex', 1],
      ['spec.maxFailedIndexes', 1],
      ['spec.podReplacementPolicy', 'Never'],
      ['spec.managedBy', 'nobody'],
      ['spec.selector', { matchLabels: { a: 'b' } }],
      ['spec.manualSelector', true],
      ['spec.manualSelector', true, ['spec.selector', { matchLabels: { a: 'b' } }]],
      ['spec.podFailurePolicy', { rules: [{ action: 'Shrug', onExitCodes: { operator: 'Is', values: [] } }] }],
      [
        'spec.podFailurePolicy',
        {
          rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [0, 2, 1, 1], containerName: 'none' } }],
        },
      ],
      [
        'spec.podFailurePolicy',
        { rules: [{ action: 'FailIndex', onPodConditions: [{ type: 'a b', status: 'Perhaps' }] }] },
      ],
      ['spec.podFailurePolicy', { rules: [] }, ['spec.template.spec.restartPolicy', 'OnFailure']],
    ],
    changes: [
      ['spec.parallelism', 3],
      ['spec.completions', 5],
      ['spec.completionMode', 'Indexed'],
      ['spec.suspend', true],
      ['spec.backoffLimit', 1],
      ['spec.managedBy', 'example.com/me'],
    ],
  },
  {
    kind: 'CronJob',
    path: `${BATCH}/cronjobs`,
    base: { spec: { schedule: '* * * * *', jobTemplate: { spec: { template: once } } } },
    good: {
      daily: ['spec.schedule', '@daily'],
      zoned: ['spec.timeZone', 'Europe/Berlin'],
      steps: ['spec.schedule', '*/5 1-5 1,15 jan mon-fri'],
    },
    bad: [
      ['spec.schedule', undefined],
      ['spec.schedule', 'often'],
      ['spec.schedule', '* * * *'],
      ['spec.schedule', '60 * * * *'],
      ['spec.schedule', '* 5-1 * * *'],
      ['spec.schedule', '*/0 * * * *'],
      ['spec.schedule', '* * x * *'],
      ['spec.schedule', '@sometimes'],
      ['spec.schedule', 'TZ=UTC * * * * *'],
      ['spec.timeZone', ''],
      ['spec.timeZone', 'Local'],
      ['spec.timeZone', 'Mars/Base'],
      ['spec.concurrencyPolicy', 'Maybe'],
      ['spec.successfulJobsHistoryLimit', -1],
      ['spec.failedJobsHistoryLimit', -1],
      ['spec.startingDeadlineSeconds', -1],
      ['spec.jobTemplate.spec.template.spec.restartPolicy', 'Always'],
      ['spec.jobTemplate.spec.manualSelector', true],
      ['spec.jobTemplate.spec.selector', { matchLabels: { a: 'b' } }],
      ['metadata.name', 'x'.repeat(53)],
    ],
    changes: [
      ['spec.schedule', '0 * * * *'],
      ['spec.schedule', 'x'],
      ['spec.suspend', true],
    ],
  },
  {
    kind: 'HorizontalPodAutoscaler',
    path: '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers',
    base: { spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }, maxReplicas: 5 } },
    good: {
      behaved: ['spec.behavior', { scaleDown: { stabilizationWindowSeconds: 60 } }],
      empty: ['spec.behavior', {}],
      metrics: [
        'spec.metrics',
        [
          { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1000m' } } },
          { type: 'Pods', pods: { metric: { name: 'rps' }, target: { type: 'AverageValue', averageValue: '1k' } } },
        ],
      ],
    },
    bad: [
      ['spec.maxReplicas', undefined],
      ['spec.maxReplicas', 0],
      ['spec.maxReplicas', -1],
      ['spec.minReplicas', 0],
      ['spec.minReplicas', 6],
      ['spec.scaleTargetRef', {}],
      ['spec.scaleTargetRef.kind', 'a/b'],
      ['spec.scaleTargetRef.apiVersion', 'v1'],
      ['spec.scaleTargetRef.apiVersion', 'a/b/c'],
      ['spec.scaleTargetRef.apiVersion', undefined],
      ['spec.metrics', [{}]],
      ['spec.metrics', [{ type: 'Guess' }]],
      ['spec.metrics', [{ type: 'Resource' }]],
      ['spec.metrics', [{ type: 'Resource', resource: {} }]],
      ['spec.metrics', [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization' } } }]],
      [
        'spec.metrics',
        [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 0 } } }],
      ],
      [
        'spec.metrics',
        [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 1, averageValue: '1' } },
          },
        ],
      ],
      ['spec.metrics', [{ type: 'Pods', pods: { metric: {}, target: { type: 'AverageValue' } } }]],
      [
        'spec.metrics',
        [{ type: 'Pods', pods: { metric: { name: 'a/b' }, target: { type: 'AverageValue', averageValue: '-1' } } }],
      ],
      [
        'spec.metrics',
        [
          {
            type: 'External',
            external: { metric: { name: 'm' }, target: { type: 'Value', value: '1', averageValue: '1' } },
          },
        ],
      ],
      [
        'spec.metrics',
        [{ type: 'Object', object: { metric: { name: 'm' }, describedObject: {}, target: { type: 'Value' } } }],
      ],
      [
        'spec.metrics',
        [
          {
            type: 'ContainerResource',
            containerResource: { name: 'disk', container: 'A', target: { type: 'Utilization', averageUtilization: 1 } },
          },
        ],
      ],
      [
        'spec.metrics',
        [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 1 } },
            pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '1' } },
          },
        ],
      ],
      ['spec.behavior', { scaleUp: { stabilizationWindowSeconds: -1 } }],
      ['spec.behavior', { scaleUp: { stabilizationWindowSeconds: 3601 } }],
      ['spec.behavior', { scaleUp: { selectPolicy: 'Any' } }],
      ['spec.behavior', { scaleDown: { policies: [{ type: 'Some', value: 0, periodSeconds: 0 }] } }],
      ['spec.behavior', { scaleDown: { policies: [{ type: 'Pods', value: 1, periodSeconds: 1801 }] } }],
      ['spec.behavior', { scaleDown: { tolerance: '-1' } }],
    ],
    changes: [
      ['spec.maxReplicas', 0],
      ['spec.maxReplicas', 9],
      ['spec.scaleTargetRef.name', 'e'],
    ],
  },
  {
    kind: 'PodDisruptionBudget',
    path: '/apis/policy/v1/namespaces/default/poddisruptionbudgets',
    base: { spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } } },
    good: {
      share: ['spec.minAvailable', '50%'],
      zero: ['spec.minAvailable', 0],
      always: ['spec.unhealthyPodEvictionPolicy', 'AlwaysAllow'],
    },
    bad: [
      ['spec.maxUnavailable', 1],
      ['spec.minAvailable', -1],
      ['spec.minAvailable', '101%'],
      ['spec.minAvailable', 'some'],
      ['spec.selector', { matchLabels: { 'a b': 'c' } }],
      ['spec.unhealthyPodEvictionPolicy', 'Never'],
    ],
    changes: [
      ['spec.minAvailable', 2],
      ['spec.minAvailable', -2],
    ],
  },
  {
    kind: 'ReplicationController',
    path: '/api/v1/namespaces/default/replicationcontrollers',
    base: { spec: { template } },
    good: { labeled: ['metadata.labels', { a: 'b' }] },
    bad: [
      ['spec.template', undefined],
      ['spec.selector', { other: 'x' }],
      ['spec.replicas', -1],
      ['spec.minReadySeconds', -1],
      ['spec.template.metadata', undefined],
      ['spec.template.spec.restartPolicy', 'Never'],
      ['spec.template.spec.containers', undefined],
    ],
    changes: [['spec.replicas', 4]],
  },
  {
    kind: 'ControllerRevision',
    path: `${APPS}/controllerrevisions`,
    base: { data: { a: 1 }, revision: 1 },
    bad: [
      ['data', undefined],
      ['data', [1]],
      ['revision', -1],
    ],
    changes: [['revision', 2]],
  },
];
