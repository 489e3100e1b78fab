import { describe, expect, test } from 'vitest';
import { type Step, useTwins } from './twins.ts';

const twins = useTwins();

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const SECRETS = '/api/v1/namespaces/default/secrets';
const TEMPLATES = '/api/v1/namespaces/default/podtemplates';
const ROLES = '/apis/rbac.authorization.k8s.io/v1/clusterroles';

type Row = readonly [method: string, path: string, body?: unknown, type?: Step['type']];

const configMap = (name: string, rest: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  ...rest,
});
const named = (name: string, metadata: object) => configMap(name, { metadata: { name, ...metadata } });
const apply = (name: string, manager: string, rest: object = {}): Row => [
  'PATCH',
  `${CONFIG_MAPS}/${name}?${manager}`,
  { ...configMap(name), ...rest },
  'apply',
];
const applyWith = (name: string, metadata: object): Row => [
  'PATCH',
  `${CONFIG_MAPS}/${name}?fieldManager=b`,
  { ...named(name, metadata), data: { c: '1' } },
  'apply',
];

async function compare(rows: readonly Row[]): Promise<void> {
  for (const [method, path, body, type] of rows) {
    const step: Step = { method, path, ...(body !== undefined && { body }), ...(type && { type }) };
    const { kube, local } = await twins.ask(step);
    expect({ step, outcome: local }).toEqual({ step, outcome: kube });
  }
}

const ref = (uid: number, rest: object = {}) => ({ uid: `11111111-1111-1111-1111-11111111111${uid}`, ...rest });
const owner = (uid: number) => ref(uid, { apiVersion: 'v1', kind: 'X', name: `x${uid}` });
const lastApplied = (name: string, data: object) => ({
  'kubectl.kubernetes.io/last-applied-configuration': `${JSON.stringify(configMap(name, { data }))}\n`,
});

describe('the same requests to a real API server', () => {
  test('L-6 K-87 K-93: applies, their conflicts and their refusals', () =>
    compare([
      apply('p1', ''),
      apply('p1', 'fieldManager=a', { data: { a: '1', b: '2' } }),
      apply('p1', 'fieldManager=b', { data: { a: '2' } }),
      apply('p1', 'fieldManager=b', { data: { a: '2', b: '3' } }),
      apply('p1', 'fieldManager=b', { foo: 1 }),
      apply('p1', 'fieldManager=b', { data: { c: 5 } }),
      apply('p1', 'fieldManager=b', { kind: 'Secret' }),
      apply('p1', 'fieldManager=b', { apiVersion: 'v2' }),
      applyWith('p1', { managedFields: [] }),
      applyWith('p1', { resourceVersion: '1' }),
      applyWith('p1', { uid: 'nope' }),
      applyWith('p2', { uid: 'nope' }),
      applyWith('p2', { namespace: 'other' }),
      applyWith('p2', { resourceVersion: '5' }),
      ['PATCH', `${CONFIG_MAPS}/p2?fieldManager=b`, named('other', {}), 'apply'],
      ['PATCH', `${CONFIG_MAPS}/p2?fieldManager=b`, { data: {} }, 'apply'],
      ['PATCH', `${CONFIG_MAPS}/p2?fieldManager=b`, [1], 'apply'],
      ['PATCH', `${CONFIG_MAPS}/p2?fieldManager=b`, 'text', 'apply'],
      apply('p3', 'fieldManager=b&dryRun=All', { data: { a: '1' } }),
      apply('p3', 'fieldManager=b&force=maybe', { data: { a: '1' } }),
      ['PATCH', `${CONFIG_MAPS}/p1?force=true`, {}, 'merge'],
      ['PATCH', '/api/v1/namespaces/nowhere/configmaps/p1?fieldManager=b', configMap('p1'), 'apply'],
      ['PATCH', `${CONFIG_MAPS}/p1?fieldManager=${'x'.repeat(129)}`, configMap('p1'), 'apply'],
    ]));

  test('K-61 K-62 K-69 K-78: the owners of every kind of write', () =>
    compare([
      ['POST', CONFIG_MAPS, { ...named('u1', { labels: { x: 'y' }, finalizers: ['a.b/c'] }), data: { a: '1' } }],
      ['PATCH', `${CONFIG_MAPS}/u1?fieldManager=other`, { data: { b: '3', c: '4' } }, 'merge'],
      ['PATCH', `${CONFIG_MAPS}/u1?fieldManager=other`, { data: { b: '3', c: '4' } }, 'merge'],
      ['PATCH', `${CONFIG_MAPS}/u1?fieldManager=other`, { data: { b: null } }, 'merge'],
      ['PUT', `${CONFIG_MAPS}/u1?fieldManager=third`, configMap('u1', { data: { z: '1' } })],
      apply('u1', 'fieldManager=ap', { data: { z: '1' } }),
      apply('u1', 'fieldManager=ap2', { data: { z: '1' } }),
      apply('u1', 'fieldManager=ap'),
      ['PATCH', `${CONFIG_MAPS}/u1`, [{ op: 'replace', path: '/metadata/managedFields', value: [{}] }], 'jsonPatch'],
      ['PATCH', `${CONFIG_MAPS}/u1`, { data: { n: '1' } }, 'merge'],
      apply('u1', 'fieldManager=ap', { data: { n: '2' } }),
      apply('u1', 'fieldManager=ap&force=true', { data: { n: '2' } }),
      ['PATCH', `${CONFIG_MAPS}/u1`, { metadata: { managedFields: [] } }, 'merge'],
      ['POST', CONFIG_MAPS, configMap('u2', { data: { k0: '0' } })],
      // As many as are kept apart; which of more are joined depends on the second in which each came.
      ...Array.from({ length: 9 }, (_, at): Row => {
        const manager = `m${String(at).padStart(2, '0')}`;
        return ['PATCH', `${CONFIG_MAPS}/u2?fieldManager=${manager}`, { data: { [manager]: '1' } }, 'merge'];
      }),
      [
        'PATCH',
        `${SECRETS}/s1?fieldManager=b`,
        { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's1' }, stringData: { p: 'x' } },
        'apply',
      ],
      ['POST', SECRETS, { metadata: { name: 's2' }, stringData: { p: 'x' } }],
      ['POST', '/api/v1/namespaces?dryRun=All', { metadata: { name: 'dry' } }],
      ['POST', ROLES, { metadata: { name: 'r1' }, rules: [{ apiGroups: [''], resources: ['x'], verbs: ['get'] }] }],
      [
        'POST',
        `${CONFIG_MAPS}?fieldManager=kubectl-client-side-apply`,
        { ...named('u5', { annotations: lastApplied('u5', { a: '1' }) }), data: { a: '1' } },
      ],
      apply('u5', 'fieldManager=kubectl', { data: { a: '2', b: '1' } }),
      apply('u5', 'fieldManager=other', { data: { a: '4' } }),
    ]));

  test('L-6 K-68: strategic merge patches', () => {
    const full = (name: string, rest: object = {}) => ({
      name,
      image: `${name}:1`,
      imagePullPolicy: 'Always',
      terminationMessagePath: '/x',
      terminationMessagePolicy: 'File',
      ...rest,
    });
    const spec = {
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      securityContext: {},
      schedulerName: 'default-scheduler',
      containers: [
        full('a', {
          env: [
            { name: 'A', value: '1' },
            { name: 'B', value: '2' },
          ],
          args: ['1'],
        }),
        full('b'),
      ],
      volumes: [
        { name: 'v', emptyDir: {} },
        { name: 'w', emptyDir: {} },
      ],
    };
    const meta = (metadata: object): Row => ['PATCH', `${CONFIG_MAPS}/sm`, { metadata }, 'strategic'];
    const pod = (patch: object): Row => ['PATCH', `${TEMPLATES}/pt`, { template: { spec: patch } }, 'strategic'];
    return compare([
      [
        'POST',
        CONFIG_MAPS,
        {
          ...named('sm', { finalizers: ['a/a', 'b/b', 'c/c'], ownerReferences: [owner(1), owner(2)] }),
          data: { a: '1' },
        },
      ],
      ['PATCH', `${CONFIG_MAPS}/sm`, { data: { a: null, c: '3' } }, 'strategic'],
      meta({ '$deleteFromPrimitiveList/finalizers': ['b/b'] }),
      meta({ finalizers: ['d/d'], '$setElementOrder/finalizers': ['d/d', 'a/a'] }),
      meta({ finalizers: ['e/e', 'a/a'] }),
      meta({ ownerReferences: [ref(1, { $patch: 'delete' })] }),
      meta({ ownerReferences: [ref(2, { blockOwnerDeletion: true }), owner(3)] }),
      meta({ ownerReferences: [{ $patch: 'replace' }, owner(4)] }),
      meta({ ownerReferences: [{ name: 'nokey' }] }),
      meta({ uid: 'bad' }),
      ['PATCH', `${CONFIG_MAPS}/sm`, { data: { $patch: 'replace', only: '1' } }, 'strategic'],
      ['PATCH', `${CONFIG_MAPS}/sm`, { data: { $patch: 'delete' } }, 'strategic'],
      ['PATCH', `${CONFIG_MAPS}/sm`, [], 'strategic'],
      ['POST', TEMPLATES, { metadata: { name: 'pt' }, template: { spec } }],
      pod({ $setElementOrder: [] }),
      pod({ containers: [{ name: 'b', image: 'b:2' }], '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }] }),
      pod({ containers: [full('c')] }),
      pod({
        containers: [
          {
            name: 'a',
            env: [
              { name: 'C', value: '3' },
              { name: 'A', $patch: 'delete' },
            ],
          },
        ],
      }),
      pod({ containers: [{ name: 'c', $patch: 'delete' }] }),
      pod({ volumes: [{ name: 'v', $retainKeys: ['name', 'configMap'], configMap: { name: 'x', defaultMode: 420 } }] }),
      pod({ volumes: [{ name: 'v', $retainKeys: ['name'], configMap: { name: 'x' } }] }),
      pod({ nodeSelector: { a: 'b' } }),
      pod({ nodeSelector: { c: 'd' } }),
      pod({ nodeSelector: null, terminationGracePeriodSeconds: 0 }),
    ]);
  });

  test('K-72 K-89: fields and values that a kind does not have', () => {
    const deployment = (spec: object, pod: object = {}, container: object = {}): Row => [
      'POST',
      '/apis/apps/v1/namespaces/default/deployments?dryRun=All&fieldValidation=Strict',
      {
        metadata: { name: 'd' },
        spec: {
          selector: { matchLabels: { a: 'b' } },
          template: {
            metadata: { labels: { a: 'b' } },
            spec: { containers: [{ name: 'c', image: 'x', ...container }], ...pod },
          },
          ...spec,
        },
      },
    ];
    const strict = `${CONFIG_MAPS}?dryRun=All&fieldValidation=Strict`;
    return compare([
      ['POST', `${CONFIG_MAPS}?dryRun=All`, { ...named('q', { zip: 1 }), foo: 1 }],
      ['POST', strict, { ...named('q', { zip: 1 }), foo: 1, bar: { x: 1 } }],
      ['POST', strict, configMap('q', { data: { a: 1 } })],
      deployment({ foo: 1 }, { bar: 1 }, { baz: 1, env: [{ name: 'A', nope: 1 }] }),
      deployment({ replicas: 'x' }),
      deployment({ replicas: 1.5 }),
      deployment({ selector: 'x' }),
      deployment({}, { containers: {} }),
      deployment({}, { nodeSelector: { a: 1 } }),
      deployment({}, { hostNetwork: 'x' }),
      deployment({}, {}, { resources: { limits: { cpu: 'abc' } } }),
      deployment({}, {}, { args: 'x' }),
      deployment({}, {}, { args: [1] }),
    ]);
  });
});
