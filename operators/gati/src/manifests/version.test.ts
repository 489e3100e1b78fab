import { printYaml } from '@slipway/crd';
import { WorkloadError } from '@slipway/workloads';
import { describe, expect, test } from 'vitest';
import { fullTemplate, sampleTemplate, versionOf } from '../../test/manifests/samples.ts';
import type { VersionTemplate } from '../types/index.ts';
import { resolveTemplate } from './defaults.ts';
import { builtInObjects, GENERATOR_REVISION } from './objects.ts';
import { fieldProblems } from './problems.ts';
import { type VersionInput, versionWorkload } from './version.ts';

const text = (input: VersionInput): string =>
  (builtInObjects.version(input) ?? []).map((object) => printYaml(object as never)).join('---\n');
const objectOf = (input: VersionInput, kind: string) =>
  builtInObjects.version(input)?.find((object) => object.kind === kind);
const podSpec = (input: VersionInput) => objectOf(input, 'Deployment')?.spec.template.spec;
const containerOf = (input: VersionInput) => podSpec(input).containers[0];

describe('objects of a version', () => {
  test.each([
    ['sample', sampleTemplate],
    ['full', fullTemplate],
  ])('G-36: revision 1 makes of the %s template what it always made', async (name, template) => {
    await expect(text(versionOf({ template, revision: '1' }))).toMatchFileSnapshot(`golden/version-1-${name}.yaml`);
  });

  test('G-36: a version of a generator that is not here is left alone', () => {
    expect(builtInObjects.version(versionOf({ revision: '0' }))).toBeUndefined();
    expect(builtInObjects.version(versionOf({ revision: 'toString' }))).toBeUndefined();
    expect(builtInObjects.version(versionOf({ revision: GENERATOR_REVISION }))).toEqual(
      builtInObjects.version(versionOf({})),
    );
  });

  test('G-153: they come in the order in which they are applied', () => {
    const scale = { replicas: 2, scaling: { min: 2, max: 6, cpu: 70 } };
    expect(builtInObjects.version(versionOf({ scale }))?.map(({ kind }) => kind)).toEqual([
      'ConfigMap',
      'Deployment',
      'Service',
      'HorizontalPodAutoscaler',
      'PodDisruptionBudget',
    ]);
  });

  test('G-21: pods are selected by handler and version key alone, with any text as version', () => {
    const input = versionOf({ versionId: 'tsv:1/α', handler: { namespace: 'shop', name: 'users' } });
    const { selector, template } = objectOf(input, 'Deployment')?.spec ?? {};
    expect(Object.keys(selector.matchLabels)).toEqual(['gati.dev/handler', 'gati.dev/version-key']);
    expect(template.metadata.labels).toMatchObject({ ...selector.matchLabels, 'gati.dev/rotation': 'out' });
    expect(objectOf(input, 'Service')?.spec.selector).toEqual(selector.matchLabels);
    expect(template.metadata.annotations).toEqual({
      'gati.dev/handler-path': '/api/users',
      'gati.dev/version': 'tsv:1/α',
    });
    expect(objectOf(input, 'Service')?.metadata.labels).not.toHaveProperty('gati.dev/rotation');
  });

  test('G-22: objects name their owner where there is one, and nobody else', () => {
    const owner = { apiVersion: 'gati.dev/v1alpha1', kind: 'GatiVersion', name: 'v', uid: 'u', controller: true };
    for (const { metadata } of builtInObjects.version(versionOf({ owner })) ?? [])
      expect(metadata.ownerReferences).toEqual([owner]);
    for (const { metadata } of builtInObjects.version(versionOf({})) ?? [])
      expect(metadata).not.toHaveProperty('ownerReferences');
  });

  test('G-24: what the user sets wins, no name is there twice, and the order is that of the names', () => {
    const template = { ...sampleTemplate, env: { PORT: '1', NODE_ENV: 'test', A: 'a' } };
    expect(containerOf(versionOf({ template })).env).toEqual([
      { name: 'A', value: 'a' },
      { name: 'HANDLER_ID', value: 'user-handler' },
      { name: 'HANDLER_PATH', value: '/api/users' },
      { name: 'HANDLER_VERSION', value: 'v1.0.0' },
      { name: 'NODE_ENV', value: 'test' },
      { name: 'PORT', value: '1' },
    ]);
  });

  test('G-25: the ConfigMap tells the phase, holds no variable, and its change changes no pod', () => {
    const template = { ...sampleTemplate, env: { TOKEN: 'hidden' } };
    const active = versionOf({ template, phase: 'Active' });
    const draining = versionOf({ template, phase: 'Draining' });
    expect(objectOf(draining, 'ConfigMap')).toMatchObject({
      spec: {},
      data: { 'handler-path': '/api/users', version: 'v1.0.0', port: '3000', phase: 'Draining' },
    });
    expect(JSON.stringify(objectOf(active, 'ConfigMap'))).not.toContain('hidden');
    expect(objectOf(draining, 'Deployment')).toEqual(objectOf(active, 'Deployment'));
    const { volumes, containers } = podSpec(active);
    expect(volumes).toContainEqual({
      name: 'gati-config',
      configMap: { name: objectOf(active, 'ConfigMap')?.metadata.name },
    });
    expect(containers[0].volumeMounts).toContainEqual({ name: 'gati-config', mountPath: '/etc/gati', readOnly: true });
  });

  test('G-113: with a scaler the Deployment says nothing of replicas', () => {
    const scaled = versionOf({ scale: { replicas: 3, scaling: { min: 1, max: 9, cpu: 70 } } });
    expect(objectOf(scaled, 'Deployment')?.spec).not.toHaveProperty('replicas');
    expect(objectOf(versionOf({ scale: { replicas: 3 } }), 'Deployment')?.spec.replicas).toBe(3);
  });

  test('G-112 G-133: a budget where never less than two pods run, and none at 0', () => {
    const hasBudget = (scale: VersionInput['scale']) =>
      objectOf(versionOf({ scale }), 'PodDisruptionBudget') !== undefined;
    expect([0, 1, 2].map((replicas) => hasBudget({ replicas }))).toEqual([false, false, true]);
    expect([1, 2].map((min) => hasBudget({ replicas: 3, scaling: { min, max: 9 } }))).toEqual([false, true]);
    expect(objectOf(versionOf({ scale: { replicas: 2 } }), 'PodDisruptionBudget')?.spec).toMatchObject({
      maxUnavailable: 1,
      unhealthyPodEvictionPolicy: 'AlwaysAllow',
    });
  });

  test('G-115: queries make a ScaledObject in place of the HPA', () => {
    const queries = [{ serverAddress: 'http://prometheus:9090', query: 'sum(up)', target: 5 }];
    const kinds = builtInObjects
      .version(versionOf({ scale: { replicas: 1, scaling: { min: 0, max: 5, queries } } }))
      ?.map(({ kind }) => kind);
    expect(kinds).toEqual(['ConfigMap', 'Deployment', 'Service', 'ScaledObject']);
  });

  test('G-130 G-131 G-134: pods are restricted, bounded and end after their endpoints', () => {
    const pod = podSpec(versionOf({}));
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1001, runAsGroup: 1001, fsGroup: 1001 },
      terminationGracePeriodSeconds: 30,
    });
    expect(pod.containers[0]).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
        readOnlyRootFilesystem: true,
      },
      lifecycle: { preStop: { sleep: { seconds: 5 } } },
    });
    expect(containerOf(versionOf({ canSleep: false }))).not.toHaveProperty('lifecycle');
    expect(objectOf(versionOf({}), 'Deployment')?.spec.strategy.rollingUpdate).toEqual({
      maxSurge: 1,
      maxUnavailable: 0,
    });
  });

  test('G-132: HTTP probes by default; others, and none, on request', () => {
    const probed = (probes: VersionTemplate['probes']) => {
      const template = { ...sampleTemplate, ...(probes && { probes }) };
      const { readinessProbe, livenessProbe, startupProbe } = containerOf(versionOf({ template }));
      return { readinessProbe, livenessProbe, startupProbe };
    };
    expect(probed(undefined)).toMatchObject({
      readinessProbe: { httpGet: { path: '/health', port: 3000 }, initialDelaySeconds: 5, periodSeconds: 10 },
      livenessProbe: { httpGet: { path: '/health', port: 3000 }, initialDelaySeconds: 15, periodSeconds: 20 },
      startupProbe: undefined,
    });
    expect(probed({ readiness: { grpc: {} }, liveness: { enabled: false }, startup: { tcpSocket: {} } })).toMatchObject(
      {
        readinessProbe: { grpc: { port: 3000, service: '' }, timeoutSeconds: 3 },
        livenessProbe: undefined,
        startupProbe: { tcpSocket: { port: 3000 }, failureThreshold: 60 },
      },
    );
    expect(probed({ readiness: { httpGet: { path: '/up' } }, liveness: { periodSeconds: 60 } })).toMatchObject({
      readinessProbe: { httpGet: { path: '/up', port: 3000 } },
      livenessProbe: { httpGet: { path: '/health', port: 3000 }, periodSeconds: 60 },
    });
  });

  test('G-14 G-131: what fits no pod is reported in the words of the spec', () => {
    const template = {
      ...sampleTemplate,
      resources: { requests: { cpu: '2' }, limits: { cpu: '1' } },
      volumeMounts: [{ name: 'nowhere', mountPath: '/x' }],
      preStopSleepSeconds: 60,
    };
    const problems = fieldProblems(versionWorkload(versionOf({ template })));
    expect(problems).toHaveLength(3);
    expect(problems.join('\n')).toMatch(/spec\.resources\.requests\.cpu is 2, above its limit of 1/);
    expect(problems.join('\n')).toMatch(/spec\.volumeMounts\[1\]\.name is "nowhere"/);
    expect(problems.join('\n')).toMatch(/spec\.preStopSleepSeconds is 60/);
    expect(() => resolveTemplate(template)).toThrow(WorkloadError);
  });

  test('G-134: equal input is answered from memory, changed input is not', () => {
    const input = versionOf({});
    const first = builtInObjects.version(input);
    expect(builtInObjects.version(versionOf({}))).toBe(first);
    expect(builtInObjects.version(versionOf({ phase: 'Draining' }))).not.toEqual(first);
    expect(builtInObjects.version(versionOf({ template: { ...sampleTemplate } }))).not.toBe(first);
    expect(builtInObjects.version(versionOf({ template: { ...sampleTemplate } }))).toEqual(first);
    expect(first?.every(({ spec }) => Object.isFrozen(spec))).toBe(true);
  });
});
