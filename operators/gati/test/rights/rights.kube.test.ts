import { type Cluster, connect } from '@slipway/kube';
import { type Nodes, startNodes } from '@slipway/localcluster/kubelet';
import type { ControlPlane } from '@slipway/tools/control-plane/index';
import { waitUntil } from '@slipway/tools/processes/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANNOTATIONS } from '../../src/names/index.ts';
import { createOperator, type Operator } from '../../src/operator/index.ts';
import { settingsOf } from '../../src/settings/index.ts';
import { type GatiHandler, GatiHandlerKind, GatiModuleKind, GatiVersionKind } from '../../src/types/index.ts';
import { actsOf, unusedOf } from './audit.ts';
import { ACCOUNT, accountKubeconfig, installOptionalKinds, kubectlOf, startStrictPlane } from './installation.ts';

let plane: ControlPlane;
let admin: Cluster;
let nodes: Nodes;
let operator: Operator;

beforeAll(async () => {
  plane = await startStrictPlane();
  const kubectl = await kubectlOf(plane.kubeconfigPath);
  await installOptionalKinds(kubectl);
  await kubectl('apply', '--validate=strict', '-f', 'crds/');
  await kubectl('wait', '--for=condition=Established', '-f', 'crds/');
  await kubectl('apply', '--validate=strict', '-f', 'operator.yaml');
  nodes = await startNodes({ kubeconfig: plane.kubeconfig, nodes: 2 });
  admin = await connect({ text: plane.kubeconfig });
  operator = await createOperator(settingsOf({ LOG_LEVEL: 'error', TRAFFIC_INTERVAL: '1s' }), {
    connect: { object: await accountKubeconfig(plane) },
    metrics: { address: '127.0.0.1:0' },
    health: { address: '127.0.0.1:0' },
    exit: () => undefined,
  });
  await operator.start();
}, 400_000);

afterAll(async () => {
  await operator?.stop();
  await nodes?.stop();
  await admin?.close();
  await plane?.stop();
});

const namespace = 'default';
/** Ends a wait for what does not come. */
const soon = (): AbortSignal => AbortSignal.timeout(90_000);

async function handler(name: string, spec: object): Promise<void> {
  const common = { handlerPath: `/${name}`, version: 'v1', replicas: 2, image: 'app:v1', port: 3000 };
  const rollout = { steps: [{ weight: 50, pause: '1s' }], rollbackWindow: '1s' };
  const object = { metadata: { namespace, name }, spec: { ...common, rollout, ...spec } };
  await admin.client.create(GatiHandlerKind, object);
}

/** What is awaited is told, should it never come. */
async function until(name: string, what: string, isSo: (handler: GatiHandler) => boolean): Promise<void> {
  let last: unknown;
  await waitUntil(async () => {
    const found = await admin.client.live.get(GatiHandlerKind, { namespace, name });
    last = found?.status;
    return found && isSo(found) ? true : undefined;
  }, soon()).catch(() => {
    throw new Error(`${name} never was ${what}: ${JSON.stringify(last)}`);
  });
}

const isStable =
  (version: string) =>
  ({ status }: GatiHandler): boolean =>
    status?.stableVersion === version && status.phase === 'Running';

/** Routes are confirmed by a gateway, which a control plane does not have. */
async function acceptRoute(name: string): Promise<void> {
  const path = `/apis/gateway.networking.k8s.io/v1/namespaces/${namespace}/httproutes/${name}`;
  type Route = { metadata: { generation: number } };
  const find = async () => admin.transport.json<Route>({ method: 'GET', path }).catch(() => undefined);
  const route = await waitUntil(find, soon());
  const conditions = ['Accepted', 'ResolvedRefs'].map((type) => ({
    type,
    status: 'True',
    reason: type,
    message: '',
    lastTransitionTime: '2026-01-01T00:00:00Z',
    observedGeneration: route.metadata.generation,
  }));
  const parents = [{ parentRef: { name: 'public' }, controllerName: 'example.dev/test', conditions }];
  await admin.transport.json({
    method: 'PATCH',
    path: `${path}/status`,
    contentType: 'application/merge-patch+json',
    body: JSON.stringify({ status: { parents } }),
  });
}

test('G-184: with the rights of operator.yaml nothing is refused, and each of them is used', {
  timeout: 400_000,
}, async () => {
  await handler('plain', { monitoring: { serviceMonitor: true } });
  await handler('scaled', { scaling: { cpu: 70, minReplicas: 2, maxReplicas: 4 } });
  await handler('counted', {
    scaling: {
      minReplicas: 2,
      maxReplicas: 4,
      requestsPerSecond: { target: 10, serverAddress: 'http://prometheus:9090' },
    },
  });
  await handler('routed', { routing: { gateway: { name: 'public' } } });
  await admin.client.create(GatiModuleKind, {
    metadata: { namespace, name: 'db' },
    spec: { moduleName: 'db', moduleType: 'node', runtime: 'node:20', replicas: 2, image: 'db:v1', port: 50_051 },
  });
  await admin.transport.json({
    method: 'POST',
    path: `/apis/gateway.networking.k8s.io/v1/namespaces/${namespace}/gateways`,
    body: JSON.stringify({
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'Gateway',
      metadata: { name: 'public' },
      spec: { gatewayClassName: 'test', listeners: [{ name: 'http', port: 80, protocol: 'HTTP' }] },
    }),
  });
  for (const name of ['plain', 'scaled', 'counted']) await until(name, 'stable', isStable('v1'));
  await acceptRoute('handler-routed');
  await admin.client.patch(
    GatiHandlerKind,
    { namespace, name: 'plain' },
    {
      merge: { spec: { version: 'v2', image: 'app:v2' } },
    },
  );
  await until('plain', 'at v2', isStable('v2'));
  // The same said twice is one Event that is counted.
  for (const id of ['first', 'second']) {
    const annotations = { [ANNOTATIONS.command]: 'resume', [ANNOTATIONS.commandId]: id };
    await admin.client.patch(GatiHandlerKind, { namespace, name: 'plain' }, { merge: { metadata: { annotations } } });
    await until('plain', 'answered', ({ status }) => status?.lastCommand?.id === id);
  }
  // The old version drains: its pods are scraped, which fails here, where no node really runs any.
  await waitUntil(
    async () =>
      (await actsOf(plane.auditLogPath, ACCOUNT)).some(({ what }) => what === 'get pods/proxy') ? true : undefined,
    soon(),
  );
  for (const name of ['plain', 'scaled', 'counted', 'routed'])
    await admin.client.delete(GatiHandlerKind, { namespace, name });
  await admin.client.delete(GatiModuleKind, { namespace, name: 'db' });
  await waitUntil(async () => {
    const left = await Promise.all(
      [GatiHandlerKind, GatiModuleKind, GatiVersionKind].map((kind) => admin.client.live.listAll(kind, { namespace })),
    );
    return left.every((objects) => objects.length === 0) ? true : undefined;
  }, soon());
  // Events are sent, and repeats counted, at their own pace.
  const unused = async (): Promise<string[]> =>
    unusedOf(await actsOf(plane.auditLogPath, ACCOUNT), ['always', 'installed']);
  await expect.poll(unused, { timeout: 30_000 }).toEqual([]);
  const refused = (await actsOf(plane.auditLogPath, ACCOUNT)).filter(({ isForbidden }) => isForbidden);
  expect(refused).toEqual([]);
});
