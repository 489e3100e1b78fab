import { readFileSync } from 'node:fs';
import { type JsonObject, readYaml } from '@slipway/crd/schema';
import { describe, expect, test } from 'vitest';
import { gatiHandlers } from '../types/index.ts';
import { convert } from './convert.ts';
import { kindOf } from './group.ts';
import { withoutManaged } from './managed.ts';
import type { ConvertOptions, Finding } from './model.ts';

const folder = new URL('../../test/convert/', import.meta.url);

function manifests(...files: readonly string[]): JsonObject[] {
  return files.flatMap((file) =>
    readYaml(readFileSync(new URL(file, folder), 'utf8'), file).map(({ value }) => value as JsonObject),
  );
}

const CLI = ['cli-manifests/deployment.yaml', 'cli-manifests/service.yaml'];

const pathsOf = (findings: readonly Finding[], sort: Finding['sort']): string[] =>
  findings
    .filter((finding) => finding.sort === sort)
    .map(({ object, path }) => [kindOf(object), ...path].join('.'))
    .toSorted();

const specOf = (objects: readonly JsonObject[], options?: ConvertOptions): unknown =>
  convert(objects, options).resources.at(-1)?.['spec'];

describe('manifests of a command line', () => {
  test('G-190: become a handler that behaves as they did', () => {
    const { resources, problems } = convert(manifests(...CLI));
    expect(problems).toEqual([]);
    expect(resources).toMatchObject([
      {
        kind: 'GatiHandler',
        metadata: {
          name: 'users-api',
          namespace: 'shop',
          labels: { app: 'users-api', team: 'accounts' },
          annotations: { 'example.com/owner': 'accounts@example.com' },
        },
        spec: {
          handlerPath: '/api/users',
          version: 'v1.4.2',
          replicas: 3,
          image: 'registry.example/users-api:v1.4.2',
          port: 3000,
          env: { NODE_ENV: 'production', LOG_LEVEL: 'info' },
          envFrom: [{ secretRef: { name: 'users-api-secrets' } }],
          probes: {
            readiness: { httpGet: { path: '/health', port: 3000 }, timeoutSeconds: 1 },
            liveness: { initialDelaySeconds: 15 },
          },
          // As it was: a root that can be written, and no sleep before the end.
          securityContext: { readOnlyRootFilesystem: false },
          preStopSleepSeconds: 0,
          podAnnotations: { 'prometheus.io/scrape': 'true' },
          scaling: { minReplicas: 2, maxReplicas: 8, cpu: 75 },
          service: { type: 'LoadBalancer', port: 80 },
        },
      },
    ]);
  });

  test('G-190: nothing in them is lost, and what is done otherwise is reported', () => {
    const { findings } = convert(manifests(...CLI));
    expect(pathsOf(findings, 'lost')).toEqual([]);
    expect(pathsOf(findings, 'replaced')).toEqual([
      'Deployment.metadata.name',
      'Deployment.spec.replicas',
      'Deployment.spec.revisionHistoryLimit',
      'Deployment.spec.selector.matchLabels.app',
      'Deployment.spec.template.spec.containers.0.env.1.valueFrom',
      'Deployment.spec.template.spec.containers.0.name',
      'Deployment.spec.template.spec.containers.0.ports.0.name',
      'HorizontalPodAutoscaler.metadata.name',
      'HorizontalPodAutoscaler.spec.scaleTargetRef.name',
      'Service.metadata.name',
      'Service.spec.selector.app',
    ]);
    expect(pathsOf(findings, 'chosen')).toEqual(['GatiHandler.spec.version']);
    expect(pathsOf(findings, 'kept')).toEqual(['ConfigMap']);
    expect(pathsOf(findings, 'added')).toContain('Deployment.spec.template.spec.securityContext');
  });

  test('G-190: the result is admitted without a word', () => {
    const [resource = {}] = convert(manifests(...CLI)).resources;
    expect(gatiHandlers.kinds.v1alpha1.schema.admit(resource)).toMatchObject({ problems: [], unknownFields: [] });
  });

  test('G-190: flags say what manifests do not', () => {
    const options = { name: 'people', path: '/people', version: '2024-06' } as const;
    const [resource] = convert(manifests('lossy.yaml'), options).resources;
    expect(resource).toMatchObject({
      metadata: { name: 'people' },
      spec: { handlerPath: '/people', version: '2024-06' },
    });
    expect(specOf(manifests('lossy.yaml'), { as: 'module' })).toMatchObject({
      moduleName: 'reports',
      moduleType: 'oci',
      capabilities: ['network'],
    });
  });
});

test('G-190: every field that cannot be expressed is reported by path and kind, never by value', () => {
  const { findings, resources } = convert(manifests('lossy.yaml'));
  expect(pathsOf(findings, 'lost')).toEqual([
    'Deployment.spec.minReadySeconds',
    'Deployment.spec.strategy.type',
    'Deployment.spec.template.metadata.labels.tier',
    'Deployment.spec.template.spec.containers.0.env.0',
    'Deployment.spec.template.spec.containers.0.env.1',
    'Deployment.spec.template.spec.containers.0.lifecycle',
    'Deployment.spec.template.spec.containers.0.livenessProbe',
    'Deployment.spec.template.spec.containers.0.ports.1',
    'Deployment.spec.template.spec.containers.0.securityContext.privileged',
    'Deployment.spec.template.spec.containers.0.volumeMounts.0',
    'Deployment.spec.template.spec.containers.1',
    'Deployment.spec.template.spec.hostNetwork',
    'Deployment.spec.template.spec.initContainers',
    'Deployment.spec.template.spec.volumes.0',
  ]);
  for (const { why, wayOut } of findings) expect([why, wayOut]).not.toContain('');
  const [resource = {}] = resources;
  expect(gatiHandlers.kinds.v1alpha1.schema.admit(resource)).toMatchObject({ problems: [], unknownFields: [] });
});

test('G-190: a Deployment without a port is no handler, and says so', () => {
  const [deployment = {}] = manifests('lossy.yaml');
  const bare = JSON.parse(JSON.stringify(deployment).replace(/"ports":\[.*?\],/, '')) as JsonObject;
  expect(convert([bare])).toMatchObject({ resources: [], problems: [expect.stringContaining('spec.port')] });
});

test('G-190: what kubectl, helm and controllers write for themselves is no loss, and goes nowhere', () => {
  const notes = {
    'kubectl.kubernetes.io/last-applied-configuration': '{}',
    'deployment.kubernetes.io/revision': '3',
    'autoscaling.alpha.kubernetes.io/conditions': '[]',
    'meta.helm.sh/release-name': 'users',
  };
  const noted = (object: JsonObject): JsonObject => {
    const metadata = object['metadata'] as JsonObject;
    return { ...object, metadata: { ...metadata, annotations: { ...(metadata['annotations'] as object), ...notes } } };
  };
  const policy = {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'one', namespace: 'shop' },
  };
  const given = [
    ...manifests(...CLI),
    { ...policy, spec: { podSelector: { matchLabels: { app: 'users-api' } } } } as JsonObject,
  ];
  for (const as of ['handler', 'module'] as const) {
    const [plain, live] = [convert(given, { as }), convert(given.map(noted), { as })];
    expect(live.resources).toEqual(plain.resources);
    expect(pathsOf(live.findings, 'lost')).toEqual(pathsOf(plain.findings, 'lost'));
  }
});

describe('objects of a cluster', () => {
  const [deployment = {}, ...others] = manifests(...CLI);
  const marked = (metadata: JsonObject): JsonObject => ({
    ...deployment,
    metadata: { ...(deployment['metadata'] as JsonObject), ...metadata },
  });

  test.each([
    ['owner', { ownerReferences: [{ apiVersion: 'gati.dev/v1alpha1', kind: 'GatiHandler', name: 'cart' }] }],
    ['label', { labels: { 'gati.dev/handler': 'cart', 'app.kubernetes.io/managed-by': 'Helm' } }],
  ])('G-190: what the operator makes, recognised by its %s, is left out, and reported', (_how, metadata) => {
    const made = marked(metadata);
    const service = { kind: 'Service', metadata: { name: 'cart', ...metadata } } as JsonObject;
    const { objects, skipped } = withoutManaged([made, service, ...others]);
    expect(objects).toEqual(others);
    expect(skipped).toMatchObject([
      { sort: 'skipped', object: made, why: 'the operator makes it for GatiHandler cart' },
    ]);
  });

  test('G-190: what others own stays', () => {
    const owned = marked({ ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Shop', name: 'cart' }] });
    expect(withoutManaged([owned, ...others])).toEqual({ objects: [owned, ...others], skipped: [] });
  });
});

test('G-190: objects that lead to the Service of before are reported', () => {
  const ingress: JsonObject = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'users' } };
  const { findings } = convert([...manifests(...CLI), ingress]);
  expect(pathsOf(findings, 'lost')).toEqual(['Ingress']);
});

describe('adoption', () => {
  test('G-191: the workload of before stays as a version with all of the weight, reached on the port of the handler', () => {
    const { resources, commands } = convert(manifests(...CLI), { adopt: true });
    expect(commands).toEqual([
      `kubectl patch -n shop gatihandler users-api --type merge -p '{"spec":{"version":"v1.4.2"}}'`,
      'kubectl annotate -n shop deployment users-api gati.dev/adopt=true',
    ]);
    expect(resources.map(({ kind }) => kind)).toEqual(['Service', 'GatiVersion', 'GatiHandler']);
    expect(resources).toMatchObject([
      {
        metadata: { name: 'users-api-adopted', namespace: 'shop', annotations: { 'gati.dev/adopt': 'true' } },
        spec: { selector: { app: 'users-api' }, ports: [{ port: 3000, targetPort: 3000 }] },
      },
      {
        spec: {
          versionId: 'v1.4.2-adopted',
          breaking: false,
          routingWeight: 100,
          handlerRef: { name: 'users-api' },
          deploymentName: 'users-api',
          serviceName: 'users-api-adopted',
        },
      },
      // Applying it moves no request; the command that follows does.
      { spec: { version: 'v1.4.2-adopted' } },
    ]);
  });

  test('G-191: a Service on the port of the handler is used as it is', () => {
    const [deployment = {}, service = {}] = manifests(...CLI);
    const direct = JSON.parse(JSON.stringify(service).replace('"port":80', '"port":3000')) as JsonObject;
    const { resources } = convert([deployment, direct], { adopt: true });
    expect(resources).toMatchObject([{ kind: 'GatiVersion', spec: { serviceName: 'users-api' } }, {}]);
  });
});
