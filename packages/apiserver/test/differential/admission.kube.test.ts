import { describe, expect, test } from 'vitest';
import { type Step, useTwins } from './twins.ts';

const twins = useTwins();

type Row = readonly [method: string, path: string, body?: unknown, type?: Step['type']];

/** Refusals and warnings as a whole; of what is accepted, what admission has a word in. */
function admitted(outcome: { readonly status: number; readonly body: unknown }): unknown {
  if (outcome.status >= 300) return outcome;
  const { metadata = {}, spec = {}, status = {} } = outcome.body as Record<string, Record<string, unknown>>;
  const { finalizers, annotations } = metadata;
  const { priority, priorityClassName, preemptionPolicy, tolerations, nodeSelector, overhead, taints } = spec;
  const containers = spec['containers'] as { resources?: unknown }[] | undefined;
  const { hard, used } = status;
  return {
    ...outcome,
    body: {
      finalizers,
      annotations,
      priority,
      priorityClassName,
      preemptionPolicy,
      tolerations,
      nodeSelector,
      overhead,
      taints,
      hard,
      used,
      storageClassName: spec['storageClassName'],
      ingressClassName: spec['ingressClassName'],
      resources: containers?.map(({ resources }) => resources),
    },
  };
}

async function compare(rows: readonly Row[]): Promise<void> {
  for (const [method, path, body, type] of rows) {
    const step: Step = { method, path, ...(body !== undefined && { body }), ...(type && { type }) };
    const { kube, local } = await twins.settle(step, admitted);
    expect.soft({ step, outcome: admitted(local) }).toEqual({ step, outcome: admitted(kube) });
  }
}

const namespace = (name: string, labels: object = {}): Row => [
  'POST',
  '/api/v1/namespaces',
  { metadata: { name, labels } },
];

const container = (rest: object = {}) => ({ name: 'main', image: 'none:1', ...rest });

function pod(place: string, name: string, spec: object = {}, metadata: object = {}): Row {
  const body = { metadata: { name, ...metadata }, spec: { containers: [container()], ...spec } };
  return ['POST', `/api/v1/namespaces/${place}/pods`, body];
}

const resources = (requests: object, limits: object = {}) => ({
  containers: [container({ resources: { requests, limits } })],
});

describe('the same writes to a real API server', () => {
  test('K-144: priorities come from classes', () => {
    const priorityClass = (name: string, value: number, rest: object = {}): Row => [
      'POST',
      '/apis/scheduling.k8s.io/v1/priorityclasses',
      { metadata: { name }, value, ...rest },
    ];
    return compare([
      namespace('prio'),
      pod('prio', 'plain'),
      priorityClass('high', 1000),
      priorityClass('calm', 10, { preemptionPolicy: 'Never' }),
      pod('prio', 'high', { priorityClassName: 'high' }),
      pod('prio', 'calm', { priorityClassName: 'calm' }),
      pod('prio', 'system', { priorityClassName: 'system-node-critical' }),
      pod('prio', 'nowhere', { priorityClassName: 'nowhere' }),
      pod('prio', 'own', { priority: 5 }),
      pod('prio', 'same', { priorityClassName: 'high', priority: 1000 }),
      pod('prio', 'policy', { priorityClassName: 'calm', preemptionPolicy: 'PreemptLowerPriority' }),
      [
        'POST',
        '/api/v1/namespaces/prio/pods',
        { metadata: { generateName: 'gen-' }, spec: { containers: [container()], priorityClassName: 'nowhere' } },
      ],
      priorityClass('base', 7, { globalDefault: true }),
      priorityClass('base-2', 8, { globalDefault: true }),
      ['PATCH', '/apis/scheduling.k8s.io/v1/priorityclasses/base', { description: 'x' }, 'merge'],
      ['PATCH', '/apis/scheduling.k8s.io/v1/priorityclasses/high', { globalDefault: true }, 'merge'],
      pod('prio', 'defaulted'),
      ['DELETE', '/apis/scheduling.k8s.io/v1/priorityclasses/base'],
    ]);
  });

  test('K-144 K-153 K-154: tolerations, taints, finalizers and default classes', () => {
    const claim = (name: string, spec: object = {}): Row => [
      'POST',
      '/api/v1/namespaces/misc/persistentvolumeclaims',
      {
        metadata: { name },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
      },
    ];
    const at = (name: string) => `/api/v1/namespaces/misc/persistentvolumeclaims/${name}`;
    const bound = (name: string): Row => ['PATCH', `${at(name)}/status`, { status: { phase: 'Bound' } }, 'merge'];
    const grown = (name: string): Row => [
      'PATCH',
      at(name),
      { spec: { resources: { requests: { storage: '2Gi' } } } },
      'merge',
    ];
    const storageClass = (name: string, rest: object = {}): Row => [
      'POST',
      '/apis/storage.k8s.io/v1/storageclasses',
      { metadata: { name, ...rest }, provisioner: 'a.io/b' },
    ];
    const marked = (mark: string) => ({ annotations: { [`${mark}.kubernetes.io/is-default-class`]: 'true' } });
    const ingress = (name: string, spec: object = {}): Row => [
      'POST',
      '/apis/networking.k8s.io/v1/namespaces/misc/ingresses',
      { metadata: { name }, spec: { defaultBackend: { service: { name: 'x', port: { number: 80 } } }, ...spec } },
    ];
    const notReady = { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' };
    return compare([
      namespace('misc'),
      pod('misc', 'one', { tolerations: [{ ...notReady, tolerationSeconds: 5 }] }),
      pod('misc', 'all', { tolerations: [{ operator: 'Exists' }] }),
      pod('misc', 'other', { tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoSchedule' }] }),
      ['POST', '/api/v1/nodes', { metadata: { name: 'n1' } }],
      ['POST', '/api/v1/nodes', { metadata: { name: 'n2' }, spec: { taints: [{ key: 'x', effect: 'NoSchedule' }] } }],
      claim('c1'),
      storageClass('plain'),
      claim('c2'),
      storageClass('b-default', marked('storageclass')),
      claim('c3'),
      claim('c4', { storageClassName: '' }),
      claim('c5', { storageClassName: 'plain' }),
      bound('c3'),
      grown('c3'),
      ['PATCH', '/apis/storage.k8s.io/v1/storageclasses/b-default', { allowVolumeExpansion: true }, 'merge'],
      grown('c3'),
      ingress('i1'),
      [
        'POST',
        '/apis/networking.k8s.io/v1/ingressclasses',
        { metadata: { name: 'ic', ...marked('ingressclass') }, spec: { controller: 'a.io/b' } },
      ],
      ingress('i2'),
      ingress('i3', { ingressClassName: 'other' }),
    ]);
  });

  test('L-10: runtime classes', () => {
    const runtimeClass = (name: string, rest: object): Row => [
      'POST',
      '/apis/node.k8s.io/v1/runtimeclasses',
      { metadata: { name }, handler: 'h', ...rest },
    ];
    return compare([
      namespace('rt'),
      runtimeClass('plain', {}),
      runtimeClass('heavy', { overhead: { podFixed: { cpu: '100m' } } }),
      runtimeClass('placed', {
        scheduling: { nodeSelector: { a: 'b' }, tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoSchedule' }] },
      }),
      pod('rt', 'missing', { runtimeClassName: 'nope' }),
      pod('rt', 'plain', { runtimeClassName: 'plain' }),
      pod('rt', 'heavy', { runtimeClassName: 'heavy' }),
      pod('rt', 'wrong', { runtimeClassName: 'heavy', overhead: { cpu: '1' } }),
      pod('rt', 'extra', { runtimeClassName: 'plain', overhead: { cpu: '1' } }),
      pod('rt', 'without', { overhead: { cpu: '1' } }),
      pod('rt', 'placed', { runtimeClassName: 'placed', nodeSelector: { c: 'd' } }),
      pod('rt', 'conflict', { runtimeClassName: 'placed', nodeSelector: { a: 'c' } }),
    ]);
  });

  test('L-10: limit ranges', () => {
    const range = (name: string, ...limits: object[]): Row => [
      'POST',
      '/api/v1/namespaces/limits/limitranges',
      { metadata: { name }, spec: { limits } },
    ];
    const drop = (name: string): Row => ['DELETE', `/api/v1/namespaces/limits/limitranges/${name}`];
    return compare([
      namespace('limits'),
      range('defaults', {
        type: 'Container',
        default: { memory: '1Gi' },
        defaultRequest: { cpu: '100m', memory: '1Gi' },
      }),
      pod('limits', 'd1'),
      pod('limits', 'd2', resources({ cpu: '2' }, { memory: '2Gi' })),
      pod('limits', 'd3', { initContainers: [container({ name: 'init' })] }),
      drop('defaults'),
      range('least', { type: 'Container', min: { cpu: '200m' } }),
      pod('limits', 'l1'),
      pod('limits', 'l2', resources({ cpu: '100m' })),
      pod('limits', 'l3', resources({ cpu: '200m' })),
      drop('least'),
      range('most', { type: 'Container', max: { memory: '1Gi' } }),
      pod('limits', 'm1', resources({ memory: '2Gi' }, { memory: '2Gi' })),
      pod('limits', 'm2', resources({ memory: '1Gi' }, { memory: '1Gi' })),
      drop('most'),
      range('ratio', { type: 'Container', maxLimitRequestRatio: { cpu: '2' } }),
      pod('limits', 'r1', resources({ cpu: '1' }, { cpu: '3' })),
      pod('limits', 'r2', resources({ cpu: '1' }, { cpu: '2' })),
      pod('limits', 'r3'),
      drop('ratio'),
      range('whole', { type: 'Pod', max: { cpu: '1' } }),
      pod('limits', 'w1', {
        containers: [
          container(resources({}, { cpu: '600m' }).containers[0]),
          { ...container(resources({}, { cpu: '600m' }).containers[0]), name: 'two' },
        ],
      }),
      pod('limits', 'w2', {
        containers: [
          container(resources({}, { cpu: '500m' }).containers[0]),
          { ...container(resources({}, { cpu: '500m' }).containers[0]), name: 'two' },
        ],
      }),
      drop('whole'),
      range('claims', { type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2Gi' } }),
      ...['500Mi', '1Gi', '3Gi'].map(
        (storage): Row => [
          'POST',
          '/api/v1/namespaces/limits/persistentvolumeclaims',
          {
            metadata: { name: `c-${storage.toLowerCase()}` },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
          },
        ],
      ),
    ]);
  });

  test('L-10: quotas', () => {
    const quota = (name: string, hard: Record<string, string>, rest: object = {}): Row[] => [
      ['POST', '/api/v1/namespaces/quotas/resourcequotas', { metadata: { name }, spec: { hard, ...rest } }],
      [
        'PATCH',
        `/api/v1/namespaces/quotas/resourcequotas/${name}/status`,
        { status: { hard, used: Object.fromEntries(Object.keys(hard).map((key) => [key, '0'])) } },
        'merge',
      ],
    ];
    const look = (name: string): Row => ['GET', `/api/v1/namespaces/quotas/resourcequotas/${name}`];
    const drop = (name: string): Row => ['DELETE', `/api/v1/namespaces/quotas/resourcequotas/${name}`];
    const configMap = (name: string): Row => ['POST', '/api/v1/namespaces/quotas/configmaps', { metadata: { name } }];
    const service = (name: string, type: string): Row => [
      'POST',
      '/api/v1/namespaces/quotas/services',
      { metadata: { name }, spec: { type, ports: [{ port: 80 }] } },
    ];
    return compare([
      namespace('quotas'),
      [
        'POST',
        '/api/v1/namespaces/quotas/resourcequotas',
        { metadata: { name: 'silent' }, spec: { hard: { pods: '1' } } },
      ],
      pod('quotas', 'p0'),
      ['PATCH', '/api/v1/namespaces/quotas/resourcequotas/silent/status', { status: { hard: { pods: '1' } } }, 'merge'],
      pod('quotas', 'p1'),
      drop('silent'),
      ...quota('compute', { 'requests.cpu': '1', 'limits.memory': '1Gi', pods: '3' }),
      pod('quotas', 'c1'),
      pod('quotas', 'c2', resources({ cpu: '600m' }, { memory: '512Mi' })),
      look('compute'),
      pod('quotas', 'c3', resources({ cpu: '600m' }, { memory: '768Mi' })),
      [
        'POST',
        '/api/v1/namespaces/quotas/pods?dryRun=All',
        { metadata: { name: 'dry' }, spec: resources({ cpu: '100m' }, { memory: '1Mi' }) },
      ],
      look('compute'),
      drop('compute'),
      ...quota('counts', { 'count/configmaps': '1', secrets: '1', 'services.nodeports': '1' }),
      configMap('a'),
      configMap('b'),
      look('counts'),
      service('s1', 'ClusterIP'),
      service('s2', 'NodePort'),
      service('s3', 'NodePort'),
      ['PATCH', '/api/v1/namespaces/quotas/services/s1', { spec: { type: 'NodePort' } }, 'merge'],
      look('counts'),
      drop('counts'),
      ...quota('best', { pods: '1' }, { scopes: ['BestEffort'] }),
      pod('quotas', 'b1', resources({ cpu: '1' })),
      pod('quotas', 'b2'),
      pod('quotas', 'b3'),
      drop('best'),
      ...quota('timed', { pods: '0' }, { scopes: ['Terminating'] }),
      pod('quotas', 't1'),
      pod('quotas', 't2', { activeDeadlineSeconds: 10 }),
      drop('timed'),
      ...quota(
        'prio',
        { pods: '0' },
        {
          scopeSelector: {
            matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['system-node-critical'] }],
          },
        },
      ),
      pod('quotas', 'h1'),
      pod('quotas', 'h2', { priorityClassName: 'system-node-critical' }),
      drop('prio'),
      ...quota('storage', { 'requests.storage': '2Gi', 'gold.storageclass.storage.k8s.io/requests.storage': '1Gi' }),
      ...['silver', 'gold'].flatMap((storageClassName) =>
        ['a', 'b'].map(
          (suffix): Row => [
            'POST',
            '/api/v1/namespaces/quotas/persistentvolumeclaims',
            {
              metadata: { name: `${storageClassName}-${suffix}` },
              spec: { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage: '800Mi' } } },
            },
          ],
        ),
      ),
      look('storage'),
    ]);
  });

  test('L-10: pod security', async () => {
    const labels = (level: string, more: object = {}) => ({ 'pod-security.kubernetes.io/enforce': level, ...more });
    const context = (securityContext: object) => ({ containers: [container({ securityContext })] });
    const good = {
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      ...context({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } }),
    };
    const specs: Record<string, object> = {
      plain: {},
      good,
      privileged: context({ privileged: true }),
      capabilities: context({ capabilities: { add: ['SYS_ADMIN', 'CHOWN', 'NET_ADMIN'] } }),
      host: { hostNetwork: true, hostPID: true, hostIPC: true },
      path: {
        volumes: [
          { name: 'h', hostPath: { path: '/' } },
          { name: 'e', emptyDir: {} },
        ],
      },
      ports: {
        containers: [
          container({
            ports: [
              { containerPort: 80, hostPort: 8080 },
              { containerPort: 81, hostPort: 81 },
            ],
          }),
        ],
      },
      probes: { containers: [container({ livenessProbe: { httpGet: { port: 80, host: 'elsewhere' } } })] },
      proc: { ...context({ procMount: 'Unmasked' }), hostUsers: false },
      selinux: context({ seLinuxOptions: { type: 'spc_t', user: 'u', role: 'r' } }),
      engine: context({ seLinuxOptions: { type: 'container_engine_t' } }),
      seccomp: context({ seccompProfile: { type: 'Unconfined' } }),
      seccompPod: { securityContext: { seccompProfile: { type: 'Unconfined' } } },
      sysctls: {
        securityContext: {
          sysctls: [
            { name: 'kernel.msgmax', value: '1' },
            { name: 'net.ipv4.tcp_rmem', value: '1' },
          ],
        },
      },
      root: { ...good, securityContext: { ...good.securityContext, runAsUser: 0 } },
      rootContainer: {
        ...good,
        ...context({
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
          runAsUser: 0,
          runAsNonRoot: false,
        }),
      },
      nfs: {
        ...good,
        volumes: [
          { name: 'n', nfs: { server: 'x', path: '/' } },
          { name: 'c', configMap: { name: 'x' } },
        ],
      },
      armor: {
        securityContext: { appArmorProfile: { type: 'Unconfined' } },
        ...context({ appArmorProfile: { type: 'Unconfined' } }),
      },
      two: { containers: [container(), container({ name: 'two' })], initContainers: [container({ name: 'init' })] },
      users: { hostUsers: false },
    };
    const dry = (place: string, name: string, spec: object, metadata: object = {}): Row => {
      const [method, path, body] = pod(place, name.toLowerCase(), spec, metadata);
      return [method, `${path}?dryRun=All`, body];
    };
    const places = {
      base: labels('baseline'),
      strict: labels('restricted'),
      old: labels('restricted', { 'pod-security.kubernetes.io/enforce-version': 'v1.20' }),
      warned: { 'pod-security.kubernetes.io/warn': 'restricted', 'pod-security.kubernetes.io/audit': 'baseline' },
    };
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container()] } };
    const deployment = { metadata: { name: 'd' }, spec: { selector: { matchLabels: { a: 'b' } }, template } };
    const label = (place: string, value: object): Row => [
      'PATCH',
      `/api/v1/namespaces/${place}`,
      { metadata: { labels: value } },
      'merge',
    ];
    await compare([
      ...Object.entries(places).map(([name, value]) => namespace(name, value)),
      ...Object.keys(places).flatMap((place) => Object.entries(specs).map(([name, spec]) => dry(place, name, spec))),
      [
        'POST',
        '/api/v1/namespaces/strict/pods',
        { metadata: { generateName: 'gen-' }, spec: { containers: [container()] } },
      ],
      ...['base', 'strict', 'warned'].map(
        (place): Row => ['POST', `/apis/apps/v1/namespaces/${place}/deployments`, deployment],
      ),
      [
        'POST',
        '/apis/batch/v1/namespaces/strict/cronjobs?dryRun=All',
        {
          metadata: { name: 'c' },
          spec: {
            schedule: '* * * * *',
            jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers: [container()] } } } },
          },
        },
      ],
      namespace('wrong', labels('paranoid', { 'pod-security.kubernetes.io/warn-version': '1.2' })),
      namespace('later'),
      pod('later', 'a'),
      pod('later', 'b'),
      pod('later', 'c', { hostNetwork: true }),
      label('later', labels('restricted')),
      label('later', labels('baseline')),
      label('later', labels('privileged')),
      label('later', labels('nonsense')),
    ]);
  });
});
