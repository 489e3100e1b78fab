import fc from 'fast-check';
import type { GatiHandlerSpec, GatiModuleSpec, PodFields, VersionTemplate } from '../../src/types/index.ts';
import { port, probe } from '../manifests/probes.ts';
import { everyPodField } from '../manifests/samples.ts';

const amounts = fc.record(
  { cpu: fc.constantFrom('50m', '250m', '0.5', 1), memory: fc.constantFrom('64Mi', '1Gi', 134_217_728) },
  { requiredKeys: [] },
);
const id = fc.integer({ min: 1, max: 65_534 });
const word = fc.constantFrom('a', 'LEVEL', 'PORT', 'HANDLER_PATH', 'NODE_ENV');
const rules = fc.record(
  {
    stabilizationWindowSeconds: fc.integer({ min: 0, max: 3600 }),
    selectPolicy: fc.constantFrom('Max' as const, 'Min' as const),
  },
  { requiredKeys: [] },
);

/** Any pod field, together or not, as far as one excludes no other. */
const podFields = fc
  .tuple(
    fc.record(
      {
        probes: fc.record({ readiness: probe, liveness: probe, startup: probe }, { requiredKeys: [] }),
        resources: fc.oneof(fc.record({ requests: amounts }), fc.record({ limits: amounts })),
        env: fc.dictionary(word, fc.constantFrom('', 'x', '3000')),
        securityContext: fc.record(
          { runAsUser: id, runAsGroup: id, fsGroup: id, readOnlyRootFilesystem: fc.boolean() },
          { requiredKeys: [] },
        ),
        terminationGracePeriodSeconds: fc.integer({ min: 0, max: 90 }),
      },
      { requiredKeys: [] },
    ),
    fc.subarray([
      'envFrom',
      'command',
      'args',
      'imagePullPolicy',
      'imagePullSecrets',
      'serviceAccountName',
      'nodeSelector',
      'tolerations',
      'affinity',
      'topologySpreadConstraints',
      'priorityClassName',
      'runtimeClassName',
      'podAnnotations',
    ] as (keyof PodFields)[]),
    fc.boolean(),
  )
  .map(([fields, others, hasVolumes]): PodFields & Partial<VersionTemplate> => ({
    ...fields,
    ...Object.fromEntries(others.map((name) => [name, everyPodField[name]])),
    ...(hasVolumes && { volumes: everyPodField.volumes, volumeMounts: everyPodField.volumeMounts }),
  }));

const scaling = fc.oneof(
  fc.constant(undefined),
  fc
    .record({
      bounds: fc.record({ minReplicas: fc.integer({ min: 1, max: 5 }), maxReplicas: fc.integer({ min: 5, max: 9 }) }),
      cpu: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
      behavior: fc.option(fc.record({ scaleUp: rules, scaleDown: rules }, { requiredKeys: [] }), { nil: undefined }),
      rate: fc.option(fc.constantFrom('sum(rate(requests[1m]))'), { nil: undefined }),
    })
    .map(({ bounds, cpu, behavior, rate }) => ({
      ...bounds,
      ...(cpu !== undefined && { cpu }),
      ...(behavior && { behavior }),
      ...(rate !== undefined && {
        requestsPerSecond: { target: 50, query: rate, serverAddress: 'http://prometheus.monitoring:9090' },
      }),
    })),
);

const service = fc.option(
  fc.record(
    {
      type: fc.constantFrom('ClusterIP' as const, 'LoadBalancer' as const, 'NodePort' as const),
      port,
      annotations: fc.constantFrom({ 'example.com/balancer': 'internal' }),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined },
);

const common = fc.record({
  replicas: fc.integer({ min: 0, max: 9 }),
  image: fc.constantFrom('users:1', 'registry.example/users@sha256:0123'),
  port,
});

/** What manifests can show of a handler: all but how versions follow each other. */
export const handlerSpecs: fc.Arbitrary<GatiHandlerSpec> = fc
  .tuple(
    common,
    fc.record({
      handlerPath: fc.constantFrom('/', '/api/users', '/users/:id'),
      version: fc.oneof(fc.constantFrom('v1.0.0', 'tsv:1700000000-users-001', '1.0+a b'), fc.string({ minLength: 1 })),
    }),
    podFields,
    scaling,
    service,
  )
  .map(([base, names, pod, scaled, ofService]) => ({
    ...names,
    ...base,
    ...pod,
    ...(scaled && { scaling: scaled }),
    ...(ofService && { service: ofService }),
  }));

const capabilities = fc.subarray([
  'network:egress',
  'network:ingress',
  'metrics:write',
  'logging:write',
  'database:read',
  'cache:write',
  'filesystem:write',
  'secrets:read',
]);

/** What manifests can show of a module. */
export const moduleSpecs: fc.Arbitrary<GatiModuleSpec> = fc
  .tuple(
    common,
    fc.record({
      moduleName: fc.constantFrom('database', 'Payments & Refunds'),
      moduleType: fc.constantFrom('node' as const, 'wasm' as const, 'oci' as const),
      runtime: fc.constantFrom('node:20', 'wasmtime'),
    }),
    podFields,
    capabilities,
    fc.record(
      {
        protocol: fc.constantFrom('grpc' as const, 'http' as const, 'tcp' as const),
        service: fc.record(
          { type: fc.constantFrom('LoadBalancer' as const, 'NodePort' as const), port },
          { requiredKeys: [] },
        ),
        secrets: fc.constantFrom<string[]>(['keys'], ['keys', 'tls.web']),
        storage: fc.record({ sizeLimit: fc.constant('2Gi'), mountPath: fc.constant('/files') }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([base, names, pod, granted, more]) => ({
    ...names,
    ...base,
    ...pod,
    capabilities: granted,
    ...more,
    secrets: more.secrets ?? ['keys'],
  }));
