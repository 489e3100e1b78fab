import fc from 'fast-check';
import type { Container, NetworkRule, Pod, Probe, ServicePart, Workload } from '../src/index.ts';
import type { Peer } from '../src/model/index.ts';

const NAMESPACE = 'shop';
const ODD_NAMES = ['A', '1', '1a', 'a.b', 'a-', 'a--b', ...[47, 48, 52, 63].map((length) => 'n'.repeat(length))];
const ODD_AMOUNTS = ['1GB', '0', '-1', '1e3', '.5', '1E', '5.'];

/**
 * Descriptions of every shape. A share of their values lies at or past the edge of what works, so that a
 * check that is too weak or too strict shows on a server.
 */
function descriptions(edges: number): fc.Arbitrary<Workload> {
  /** One of the good values, or now and then one at the edge. */
  const mostly = <T>(good: fc.Arbitrary<T>, ...edge: T[]): fc.Arbitrary<T> =>
    edges === 0
      ? good
      : fc.oneof({ weight: 100 - edges, arbitrary: good }, { weight: edges, arbitrary: fc.constantFrom(...edge) });
  const few = <T>(item: fc.Arbitrary<T>, key: (value: T) => unknown, minLength = 0): fc.Arbitrary<T[]> =>
    edges > 0
      ? fc.array(item, { minLength, maxLength: 3 })
      : fc.uniqueArray(item, { minLength, maxLength: 3, selector: key });
  const some = <T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }, ...requiredKeys: (keyof T)[]) =>
    fc.record(fields, { requiredKeys }) as unknown as fc.Arbitrary<T>;

  const name = mostly(fc.stringMatching(/^[a-z]([a-z0-9]{0,12}[a-z0-9])?$/), ...ODD_NAMES);
  const labelValue = mostly(
    fc.stringMatching(/^[A-Za-z0-9]([\w.-]{0,8}[A-Za-z0-9])?$/),
    '',
    'a/b',
    '-a',
    'a'.repeat(63),
  );
  const labelKey = mostly(fc.constantFrom('app', 'tier', 'example.com/team', 'a_b.c'), 'Example.com/x', 'a/b/c', 'x/');
  const labels = fc.dictionary(labelKey, labelValue, { maxKeys: 3 });
  const port = mostly(fc.integer({ min: 1, max: 65_535 }), 0, 65_536, 1.5, 80);
  const seconds = mostly(fc.integer({ min: 1, max: 20 }), 0, -1, 0.5);
  const amount = mostly(
    fc
      .tuple(fc.integer({ min: 1, max: 900 }), fc.constantFrom('m', '', 'Ki', 'Mi', 'k', 'e3', 'M'))
      .map((parts) => parts.join('')),
    ...ODD_AMOUNTS,
  );

  const way = fc.oneof(
    fc.record({ httpGet: fc.record({ path: mostly(fc.constantFrom('/', '/health'), 'health'), port }) }),
    fc.record({ tcpSocket: fc.record({ port }) }),
    fc.record({ grpc: fc.record({ port }) }),
  );
  const times = some({
    initialDelaySeconds: seconds,
    periodSeconds: seconds,
    successThreshold: mostly(fc.constant(1), 2),
  });
  const probe: fc.Arbitrary<Probe> = fc.tuple(way, times).map((parts) => Object.assign({}, ...parts) as Probe);
  // Both sides at once only at the edge: two random amounts rarely fit each other.
  const amounts = some({ cpu: amount, memory: amount, 'ephemeral-storage': amount });
  const resources = mostly<object>(
    fc.oneof(fc.record({ requests: amounts }), fc.record({ limits: amounts })),
    { requests: { cpu: '1' }, limits: { cpu: '1000m' } },
    { requests: { cpu: '2' }, limits: { cpu: '1' } },
  );
  const mounts = few(
    fc.record({
      name: fc.constantFrom('data', 'config'),
      mountPath: mostly(fc.constantFrom('/data', '/tmp', '/etc/app'), 'x', '/a:b'),
    }),
    ({ mountPath }) => mountPath,
  );
  const prepared = {
    image: mostly(fc.constantFrom('example.com/app:1', 'app@sha256:0'), '', ' a'),
    command: fc.array(fc.string(), { maxLength: 2 }),
    env: fc.dictionary(
      mostly(fc.constantFrom('A', 'b_c', 'D-e.f'), '1', 'a b', ''),
      fc.oneof(fc.string(), fc.constant({ field: 'metadata.name' })),
      { maxKeys: 3 },
    ),
    resources,
    mounts,
  };
  const container = (prefix: string, more: object) =>
    some(
      { name: name.map((text) => (edges > 0 ? text : `${prefix}${text}`)), ...prepared, ...more },
      'name',
      'image',
    ) as fc.Arbitrary<Container>;
  const portName = mostly(fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/), 'p'.repeat(15), 'p'.repeat(16), '80', 'a--b', 'A');
  const running = {
    ports: few(some({ port, name: portName, protocol: fc.constantFrom('TCP', 'UDP') }, 'port'), (one) => one.port).map(
      (ports) =>
        edges > 0
          ? ports
          : ports.map((one, index) => (one.name ? { ...one, name: `${one.name.slice(0, 8)}${index}` } : one)),
    ),
    probes: some({ readiness: probe, liveness: probe, startup: probe }),
    preStopSleepSeconds: mostly(fc.constantFrom(0, 1), 30, 31),
  };

  const pod = some(
    {
      containers: few(container('c', running), (one) => one.name, 1),
      initContainers: few(container('i', {}), (one) => one.name),
      labels,
      terminationGracePeriodSeconds: mostly(fc.integer({ min: 1, max: 60 }), 0, -1),
      hardware: some({
        gpu: some({ count: fc.integer({ min: 1, max: 8 }), type: fc.constantFrom('nvidia-a100', 'h100') }, 'count'),
        tee: fc.record({ type: fc.constantFrom('sgx', 'sev', 'tdx') }),
        nodeLabels: labels,
      }),
      scheduling: some({
        nodeSelector: edges > 0 ? labels : fc.constant({ 'kubernetes.io/os': 'linux' }),
        tolerations: fc.array(
          fc.constantFrom({ operator: 'Exists' }, { key: 'spot', operator: 'Equal', value: 'true' }),
          { maxLength: 3 },
        ),
        topologySpread: fc.constantFrom(
          [{ topologyKey: 'zone' }],
          [{ topologyKey: 'host', maxSkew: 2 }, { topologyKey: 'zone' }],
        ),
        nodeFailureTolerationSeconds: seconds,
      }),
      security: some({
        runAsUser: mostly(fc.constantFrom(1, 65_532), 0, -1),
        fsGroup: mostly(fc.constantFrom(1, 65_532), 0),
        readOnlyRootFilesystem: fc.boolean(),
      }),
    },
    'containers',
  ).map((fields) => ({
    ...fields,
    volumes: [
      { name: 'data', emptyDir: { sizeLimit: '1Gi' } },
      { name: 'config', configMap: { name: 'config' } },
    ],
  })) as fc.Arbitrary<Pod>;

  const service = some(
    {
      name,
      type: fc.constantFrom('ClusterIP', 'LoadBalancer', 'NodePort'),
      ports: few(some({ port, name, targetPort: port }, 'port', 'name'), (one) => one.port, 1).map((ports) =>
        edges > 0 ? ports : ports.map((one, index) => ({ ...one, name: `p${index}` })),
      ),
      headless: mostly(fc.constant(false), true),
    },
    'name',
    'ports',
  ) as fc.Arbitrary<ServicePart>;

  const peer = fc.oneof(
    fc.constant('anywhere'),
    fc.record({ podSelector: labels.map((matchLabels) => ({ matchLabels })) }),
    fc.record({ namespace: name }),
    mostly<object>(
      fc.constantFrom({ cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] }, { cidr: '2001:db8::/32' }),
      { cidr: '10.0.0.0/33' },
      { cidr: '10.0.0.0/8', except: ['11.0.0.0/16'] },
      { cidr: '10.0.0.0/8', except: ['10.0.0.0/8'] },
    ),
  ) as fc.Arbitrary<Peer>;
  const range = mostly<object>(
    fc.record({ port }),
    { port: 1, endPort: 2 },
    { port: 2, endPort: 1 },
    { port: 1, endPort: 1 },
  );
  const rule = some(
    { peers: fc.array(peer, { minLength: 1, maxLength: 3 }), ports: fc.array(range, { maxLength: 3 }) },
    'peers',
  ) as fc.Arbitrary<NetworkRule>;

  return some(
    {
      name,
      labels,
      annotations: fc.dictionary(labelKey, fc.string(), { maxKeys: 2 }),
      replicas: mostly(fc.integer({ min: 0, max: 5 }), -1),
      pod,
      statefulSet: fc.constant({ serviceName: 'pods' }),
      deployment: some({
        maxSurge: mostly<number | string>(fc.constantFrom(1, '25%'), 0, '0%', '101%'),
        minReadySeconds: mostly(fc.integer({ min: 0, max: 500 }), 600, -1),
      }),
      services: few(service, (one) => one.name),
      configMaps: fc.array(
        fc.record({
          data: fc.dictionary(mostly(fc.stringMatching(/^[\w-]{1,4}$/), '', '..', '..a', 'a/b'), fc.string()),
        }),
        {
          maxLength: 1,
        },
      ),
      account: fc.constantFrom({}, { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }),
      scaling: some({
        min: mostly(fc.integer({ min: 1, max: 4 }), 0, 9),
        max: mostly(fc.integer({ min: 4, max: 9 }), 0, 1),
        cpu: mostly(fc.integer({ min: 1, max: 90 }), 0),
      }),
      network: some({ ingress: fc.array(rule, { maxLength: 2 }), egress: fc.array(rule, { maxLength: 2 }) }),
    },
    'name',
    ...(edges > 0 ? [] : (['pod'] as const)),
  ).map((fields) => ({ ...fields, namespace: NAMESPACE }) as Workload);
}

/** All of them work. */
export const workingWorkloads = descriptions(0);
/** Each value has a small chance of being at the edge. */
export const edgyWorkloads = descriptions(1);

/** The same description with the keys of every object in another order. */
export function reordered<T>(value: T): T {
  if (Array.isArray(value)) return value.map(reordered) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toReversed();
  return Object.fromEntries(entries.map(([key, content]) => [key, reordered(content)])) as T;
}
