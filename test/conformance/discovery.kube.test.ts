import { describe, expect, test } from 'vitest';
import { get, useServers } from './compared.ts';

const servers = useServers();

/** Every version of L-2's groups that is served here. */
const VERSIONS = [
  '/api/v1',
  '/apis/apps/v1',
  '/apis/batch/v1',
  '/apis/autoscaling/v1',
  '/apis/autoscaling/v2',
  '/apis/policy/v1',
  '/apis/networking.k8s.io/v1',
  '/apis/rbac.authorization.k8s.io/v1',
  '/apis/coordination.k8s.io/v1',
  '/apis/events.k8s.io/v1',
  '/apis/discovery.k8s.io/v1',
  '/apis/apiextensions.k8s.io/v1',
  '/apis/admissionregistration.k8s.io/v1',
  '/apis/authentication.k8s.io/v1',
  '/apis/authorization.k8s.io/v1',
  '/apis/scheduling.k8s.io/v1',
  '/apis/node.k8s.io/v1',
  '/apis/storage.k8s.io/v1',
  '/apis/resource.k8s.io/v1',
  '/apis/certificates.k8s.io/v1',
  '/apis/twin.test/v1',
];

interface Named {
  readonly name: string;
  readonly namespaced?: boolean;
  readonly verbs?: readonly string[];
}

/** Without a resource that is deprecated for good, and without hashes, which are of how a server stores. */
const resources = (body: unknown): unknown => {
  const { resources: all, ...rest } = body as { resources: (Named & { storageVersionHash?: string })[] };
  const kept = all.filter(({ name }) => name !== 'componentstatuses');
  return {
    ...rest,
    resources: kept.map(({ storageVersionHash, ...one }) => ({ ...one, hasHash: !!storageVersionHash })),
  };
};

/** Where a server can be reached is its own. */
const withoutAddresses = (body: unknown): unknown => {
  const { serverAddressByClientCIDRs: _addresses, ...rest } = body as Record<string, unknown>;
  return rest;
};

const COLUMNS: readonly (readonly [title: string, paths: readonly string[]])[] = [
  ['K-110: the columns of pods', ['/api/v1/pods']],
  ['K-111: the columns of deployments', ['/apis/apps/v1/deployments']],
  [
    'K-112: the columns of replicasets, replicationcontrollers',
    ['/apis/apps/v1/replicasets', '/api/v1/replicationcontrollers'],
  ],
  ['K-113: the columns of statefulsets', ['/apis/apps/v1/statefulsets']],
  ['K-114: the columns of daemonsets', ['/apis/apps/v1/daemonsets']],
  ['K-115: the columns of cronjobs, jobs', ['/apis/batch/v1/jobs', '/apis/batch/v1/cronjobs']],
  ['K-116: the columns of services', ['/api/v1/services']],
  [
    'K-117: the columns of endpoints, endpointslices',
    ['/api/v1/endpoints', '/apis/discovery.k8s.io/v1/endpointslices'],
  ],
  [
    'K-118: the columns of configmaps, namespaces, secrets, serviceaccounts',
    ['/api/v1/configmaps', '/api/v1/secrets', '/api/v1/serviceaccounts', '/api/v1/namespaces'],
  ],
  ['K-119: the columns of nodes', ['/api/v1/nodes']],
  ['K-120: the columns of events', ['/api/v1/events', '/apis/events.k8s.io/v1/events']],
  [
    'K-121: the columns of persistentvolumeclaims, persistentvolumes',
    ['/api/v1/persistentvolumeclaims', '/api/v1/persistentvolumes'],
  ],
  [
    'K-122: the columns of horizontalpodautoscalers, poddisruptionbudgets',
    [
      '/apis/autoscaling/v1/horizontalpodautoscalers',
      '/apis/autoscaling/v2/horizontalpodautoscalers',
      '/apis/policy/v1/poddisruptionbudgets',
    ],
  ],
  [
    'K-123: the columns of ingressclasses, ingresses, networkpolicies',
    [
      '/apis/networking.k8s.io/v1/ingresses',
      '/apis/networking.k8s.io/v1/ingressclasses',
      '/apis/networking.k8s.io/v1/networkpolicies',
    ],
  ],
  [
    'K-124: the columns of clusterrolebindings, clusterroles, rolebindings, roles',
    [
      '/apis/rbac.authorization.k8s.io/v1/roles',
      '/apis/rbac.authorization.k8s.io/v1/rolebindings',
      '/apis/rbac.authorization.k8s.io/v1/clusterroles',
      '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
    ],
  ],
  [
    'K-125: the columns of customresourcedefinitions, limitranges',
    ['/apis/apiextensions.k8s.io/v1/customresourcedefinitions', '/api/v1/limitranges'],
  ],
  [
    'K-126: the columns of controllerrevisions, leases, resourcequotas',
    ['/api/v1/resourcequotas', '/apis/coordination.k8s.io/v1/leases', '/apis/apps/v1/controllerrevisions'],
  ],
  [
    'K-127: the columns of priorityclasses, runtimeclasses, storageclasses',
    [
      '/apis/scheduling.k8s.io/v1/priorityclasses',
      '/apis/node.k8s.io/v1/runtimeclasses',
      '/apis/storage.k8s.io/v1/storageclasses',
    ],
  ],
  [
    'K-128: the columns of mutatingwebhookconfigurations, validatingadmissionpolicies, validatingadmissionpolicybindings, validatingwebhookconfigurations',
    [
      '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
      '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations',
      '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies',
      '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings',
    ],
  ],
  [
    'K-129: the columns of certificatesigningrequests, podtemplates',
    ['/apis/certificates.k8s.io/v1/certificatesigningrequests', '/api/v1/podtemplates'],
  ],
];

describe('tables', () => {
  test.each(COLUMNS)('%s', async (_title, paths) => {
    for (const path of paths) {
      await servers.compare(get(`${path}?labelSelector=conformance`, 'application/json;as=Table;v=v1;g=meta.k8s.io'));
    }
  });
});

describe('what a server says of itself', () => {
  test.each(VERSIONS)('L-1 L-2 K-23 K-27: the resources of %s', (path) => servers.compare(get(path), resources));

  test.each(VERSIONS.slice(1))('L-1 L-2 K-23: the group of %s', (path) =>
    servers.compare(get(path.split('/').slice(0, 3).join('/'))),
  );

  test('L-1 K-23: the core versions', () => servers.compare(get('/api'), withoutAddresses));

  test('L-1 K-26: version and health', async () => {
    const names = (body: unknown): unknown => Object.keys(JSON.parse(body as string) as object).sort();
    const keys = (body: unknown): unknown =>
      typeof body === 'string' ? names(body) : Object.keys(body as object).sort();
    await servers.compare(get('/version'), keys);
    for (const path of ['/healthz', '/livez', '/readyz', '/livez/ping', '/healthz/ping'])
      await servers.compare(get(path));
  });

  test('L-1 K-20 K-21 K-22: aggregated discovery of every resource', async () => {
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';
    const reported = async (server: typeof servers.kube, path: string): Promise<Map<string, unknown>> => {
      const { text } = await server.ask(get(path, accept));
      type Discovered = {
        metadata: { name?: string };
        versions: { version: string; resources: { resource: string }[] }[];
      };
      const { items } = JSON.parse(text) as { items: Discovered[] };
      const all = items.flatMap(({ metadata: { name = '' }, versions }) =>
        versions.flatMap(({ version, resources: found }) =>
          found.map((one): [string, unknown] => [`${name}/${version} ${one.resource}`, one]),
        ),
      );
      return new Map(all);
    };
    for (const path of ['/api', '/apis']) {
      const [theirs, ours] = await Promise.all([reported(servers.kube, path), reported(servers.local, path)]);
      for (const [name, resource] of ours) expect([name, resource]).toEqual([name, theirs.get(name)]);
    }
  });

  test('L-1 K-30 K-31 K-32 K-33: how kinds can be patched, with their schemas by name', async () => {
    type Operations = Record<
      string,
      Record<string, { requestBody?: { content: object }; parameters?: { name: string }[] }>
    >;
    const patches = async (server: typeof servers.kube, version: string): Promise<Map<string, unknown>> => {
      const index = JSON.parse((await server.ask(get('/openapi/v3'))).text) as {
        paths: Record<string, { serverRelativeURL: string }>;
      };
      const { text } = await server.ask(get(index.paths[version]?.serverRelativeURL ?? '', 'application/json'));
      const { paths } = JSON.parse(text) as { paths: Operations };
      return new Map(
        Object.entries(paths).flatMap(([path, { patch }]) =>
          patch ? [[path, Object.keys(patch.requestBody?.content ?? {}).sort()] as const] : [],
        ),
      );
    };
    for (const version of ['api/v1', 'apis/apps/v1', 'apis/batch/v1', 'apis/twin.test/v1']) {
      const [theirs, ours] = await Promise.all([patches(servers.kube, version), patches(servers.local, version)]);
      // With all operations of protobuf and CBOR on the other side; what kubectl looks for is here too.
      const shared = [...ours].filter(([path]) => theirs.has(path));
      expect(shared.length).toBeGreaterThan(0);
      for (const [path, types] of shared) {
        const known = theirs.get(path) as string[];
        expect({ path, types }).toEqual({ path, types: known.filter((type) => !type.includes('cbor')) });
      }
    }
  });

  test('L-2 K-40: every collection can be listed, as objects and as metadata', {
    timeout: 300_000,
  }, async () => {
    for (const version of VERSIONS) {
      const { resources: all } = JSON.parse((await servers.local.ask(get(version))).text) as { resources: Named[] };
      const lists = all.filter(({ name, verbs = [] }) => verbs.includes('list') && !name.includes('/'));
      for (const { name, namespaced } of lists) {
        // What is there at the start is each server's own; in a namespace of nobody there is nothing.
        const path = namespaced ? `${version}/namespaces/conformance/${name}` : `${version}/${name}`;
        const mine = `${path}?labelSelector=conformance`;
        await servers.compare(get(mine));
        await servers.compare(get(mine, 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'));
      }
    }
  });
});
