import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { full, scaled, small, stateful } from '../../test/descriptions.ts';
import { WorkloadError } from '../errors.ts';
import type { Workload } from '../model/index.ts';
import { manifestOf, manifestsOf, problemsOf } from './generate.ts';

const kindsOf = (workload: Workload) => manifestsOf(workload).map(({ kind }) => kind);
const container = { name: 'web', image: 'web:1' };

describe('manifests of a workload', () => {
  test('G-153: come in the order in which they are applied', () => {
    expect([...new Set(kindsOf({ ...full, replicas: 4 }))]).toEqual([
      'ConfigMap',
      'ServiceAccount',
      'Role',
      'RoleBinding',
      'Deployment',
      'Service',
      'HorizontalPodAutoscaler',
      'PodDisruptionBudget',
      'NetworkPolicy',
      'HTTPRoute',
      'ServiceMonitor',
    ]);
    expect(kindsOf(stateful)).toEqual(['StatefulSet', 'Service', 'PodDisruptionBudget']);
  });

  test.each(Object.entries({ small, stateful, scaled }))('G-134: "%s" is what it was', async (name, workload) => {
    const text = manifestsOf(workload)
      .map((manifest) => stringify(manifest))
      .join('---\n');
    await expect(text).toMatchFileSnapshot(`../../test/golden/${name}.yaml`);
  });

  test('G-21 G-22: every object carries labels, selector and owner; selectors hold the selector alone', () => {
    const owner = { apiVersion: 'gati.dev/v1alpha1', kind: 'GatiVersion', name: 'v', uid: '1', controller: true };
    const selector = { 'gati.dev/handler': 'orders', 'gati.dev/version-key': '1-4-2-a64b17d1' };
    const labels = { 'app.kubernetes.io/version': '1-4-2-a64b17d1' };
    const workload: Workload = { ...full, owner, selector, labels };
    for (const { metadata } of manifestsOf(workload)) {
      expect(metadata.labels).toMatchObject({ ...labels, ...selector });
      expect(metadata.ownerReferences).toEqual([owner]);
    }
    const { spec } = manifestOf(workload, 'Deployment') ?? {};
    expect(spec?.selector).toEqual({ matchLabels: selector });
    expect(spec?.template.metadata?.labels).toEqual({ ...labels, ...selector, tier: 'front' });
    expect(manifestOf(workload, 'Service')?.spec.selector).toEqual(selector);
  });

  test('G-24: variables are sorted, and none appears twice', () => {
    const env = manifestOf(full, 'Deployment')?.spec.template.spec?.containers[0]?.env;
    expect(env?.map(({ name }) => name)).toEqual(['MODE', 'NODE_ENV', 'PASSWORD', 'POD']);
  });

  test('G-25: data of a ConfigMap is under data', () => {
    expect(manifestOf(full, 'ConfigMap')).toMatchObject({ data: { mode: 'fast' } });
    expect(manifestOf(full, 'ConfigMap')).not.toHaveProperty('spec');
  });

  test('G-123: Services are of any type, or headless', () => {
    const services = manifestsOf(full).flatMap((manifest) => (manifest.kind === 'Service' ? [manifest.spec] : []));
    expect(services.map(({ type, clusterIP }) => [type, clusterIP])).toEqual([
      ['ClusterIP', undefined],
      ['LoadBalancer', undefined],
      ['ClusterIP', 'None'],
    ]);
  });

  test('G-134: Deployments add a pod before they take one, which has time to end', () => {
    const { spec } = manifestOf(small, 'Deployment') ?? {};
    expect(spec?.strategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } });
    expect(spec?.template.spec).toMatchObject({
      terminationGracePeriodSeconds: 30,
      containers: [{ lifecycle: { preStop: { sleep: { seconds: 5 } } } }],
    });
    const asleep = (pod: Partial<NonNullable<Workload['pod']>>) =>
      manifestOf({ ...small, pod: { containers: [container], ...pod } }, 'Deployment')?.spec.template.spec
        ?.containers[0]?.lifecycle;
    expect(asleep({ terminationGracePeriodSeconds: 2 })).toEqual({ preStop: { sleep: { seconds: 2 } } });
    expect(asleep({ containers: [{ ...container, preStopSleepSeconds: 0 }] })).toBeUndefined();
  });

  test('H-43: rights can go to an account of another namespace', () => {
    const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
    const subject = { name: 'executor', namespace: 'executors' };
    const manifests = manifestsOf({ name: 'x', namespace: 'performers', account: { rules, subject } });
    expect(manifests.map(({ kind }) => kind)).toEqual(['Role', 'RoleBinding']);
    expect(manifests[1]).toMatchObject({ subjects: [{ kind: 'ServiceAccount', ...subject }] });
  });

  test('a description without pods gives what it describes and nothing else', () => {
    expect(manifestsOf({ name: 'x', namespace: 'shop' })).toEqual([]);
    expect(kindsOf({ name: 'x', namespace: 'shop', services: [{ ports: [{ port: 80 }] }] })).toEqual(['Service']);
  });
});

describe('a description that cannot work', () => {
  test('G-14: is refused with every problem at once, each with field, cause and way out', () => {
    const bad: Workload = {
      name: 'Web',
      namespace: 'shop',
      labels: { path: '/users/:id' },
      pod: {
        containers: [
          {
            ...container,
            ports: [{ port: 70_000 }, { port: 80 }, { port: 80 }],
            resources: { requests: { cpu: '2' }, limits: { cpu: '1', memory: '1 GB' } },
          },
        ],
        security: { runAsUser: 0 },
      },
    };
    const error = (() => {
      try {
        return manifestsOf(bad);
      } catch (caught) {
        return caught;
      }
    })();
    expect(error).toBeInstanceOf(WorkloadError);
    expect(error).toMatchObject({ code: 'WORKLOAD_INVALID', problems: problemsOf(bad) });
    expect(String(error)).toBe(`WorkloadError: No manifests for workload shop/Web:
  name is "Web"; use a–z, 0–9 and "-", or make one with nameOf
  labels[path] is "/users/:id"; use at most 63 of a–z, A–Z, 0–9, "-", "_" and ".", or make it with labelValueOf
  pod.security.runAsUser is 0, which is root; give another id, or set standard to "baseline" if it has to be
  pod.containers[0].ports[0].port is 70000; give a whole number from 1 to 65535
  pod.containers[0].ports[2].port is 80/TCP, as another's is; leave one out
  pod.containers[0].resources.limits.memory is "1 GB", which is no quantity; write 500m, 0.5, 128Mi or 1Gi
  pod.containers[0].resources.requests.cpu is 2, above its limit of 1; lower the request or raise the limit`);
  });

  const pod = (fields: object): Partial<Workload> => ({ pod: { containers: [{ ...container, ...fields }] } });
  const service = (fields: object): Partial<Workload> => ({ services: [{ ports: [{ port: 80 }], ...fields }] });
  test.each<[string, Partial<Workload>, string]>([
    ['a name too long for the pods of a Deployment', { name: 'n'.repeat(48) }, 'WORKLOAD_NAME name'],
    ['a namespace with a dot', { namespace: 'a.b' }, 'WORKLOAD_NAME namespace'],
    ['a key of a label that is none', { labels: { 'a/b/c': '1' } }, 'WORKLOAD_LABEL labels[a/b/c]'],
    ['an empty selector', { selector: {} }, 'WORKLOAD_LABEL selector'],
    [
      'a selector that changes',
      { selector: { 'app.kubernetes.io/version': '1' } },
      'WORKLOAD_LABEL selector[app.kubernetes.io/version]',
    ],
    ['labels against the selector', { selector: { a: '1' }, labels: { a: '2' } }, 'WORKLOAD_LABEL labels[a]'],
    ['half a pod', { replicas: 0.5 }, 'WORKLOAD_SCALING replicas'],
    ['no containers', { pod: { containers: [] } }, 'WORKLOAD_MISSING pod.containers'],
    ['no image', pod({ image: '' }), 'WORKLOAD_MISSING pod.containers[0].image'],
    ['twins', { pod: { containers: [container, container] } }, 'WORKLOAD_NAME pod.containers'],
    [
      'a long name of a port',
      pod({ ports: [{ port: 1, name: 'p'.repeat(16) }] }),
      'WORKLOAD_NAME pod.containers[0].ports[0].name',
    ],
    ['a variable without a name', pod({ env: { '': 'x' } }), 'WORKLOAD_NAME pod.containers[0].env[]'],
    ['a variable from nowhere', pod({ env: { A: {} } }), 'WORKLOAD_MISSING pod.containers[0].env[A]'],
    ['a long sleep', pod({ preStopSleepSeconds: 31 }), 'WORKLOAD_PROBE pod.containers[0].preStopSleepSeconds'],
    [
      'a mount of nothing',
      pod({ mounts: [{ name: 'x', mountPath: '/x' }] }),
      'WORKLOAD_VOLUME pod.containers[0].mounts[0].name',
    ],
    ['no way to update', { deployment: { maxSurge: 0 } }, 'WORKLOAD_SCALING deployment.maxUnavailable'],
    ['a share above all', { deployment: { maxSurge: '101%' } }, 'WORKLOAD_SCALING deployment.maxSurge'],
    ['a StatefulSet without addresses', { statefulSet: {} }, 'WORKLOAD_MISSING statefulSet.serviceName'],
    ['a Service of nothing', service({ ports: [] }), 'WORKLOAD_PORT services[0].ports'],
    ['a Service that starts with a digit', service({ name: '1a' }), 'WORKLOAD_NAME services[0].name'],
    ['a headless balancer', service({ headless: true, type: 'LoadBalancer' }), 'WORKLOAD_PORT services[0].headless'],
    [
      'a port nobody has',
      service({ ports: [{ port: 80, targetPort: 'x' }] }),
      'WORKLOAD_PORT services[0].ports[0].targetPort',
    ],
    ['a key with a slash', { configMaps: [{ data: { 'a/b': '' } }] }, 'WORKLOAD_NAME configMaps[0].data'],
    ['too much data', { configMaps: [{ data: { a: 'x'.repeat(2 ** 20) } }] }, 'WORKLOAD_VOLUME configMaps[0].data'],
    ['rights to nothing', { account: { rules: [{ verbs: [] }] } }, 'WORKLOAD_MISSING account.rules[0]'],
    ['an interval without a unit', { monitor: { port: 'http', interval: '30' } }, 'WORKLOAD_MISSING monitor.interval'],
  ])('G-14: refuses %s', (_, fields, problem) => {
    const found = problemsOf({ ...small, pod: { containers: [container] }, ...fields });
    expect(found.map(({ code, field }) => `${code} ${field}`)).toEqual([problem]);
  });

  test('G-14: values of variables are in no message', () => {
    const problems = problemsOf({ ...small, pod: { containers: [{ ...container, env: { 'A B': 'hunter2' } }] } });
    expect(problems).toHaveLength(1);
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });
});
