import type { Cluster } from '@slipway/kube';
import { Namespace } from '@slipway/kube/kinds';
import { waitUntil } from '@slipway/tools/processes/index';
import { ANNOTATIONS } from '../../src/names/index.ts';
import { type GatiHandler, GatiHandlerKind, GatiModuleKind, GatiVersionKind } from '../../src/types/index.ts';

const namespace = 'default';
/** Where no handler is; its Gateway serves those of other namespaces. */
const GATEWAYS = 'infra';
const HANDLERS = ['plain', 'scaled', 'counted', 'routed'];

/** Ends a wait for what does not come. */
const soon = (): AbortSignal => AbortSignal.timeout(240_000);

/** People who use everything that an operator can do for them, and then take it all away again. */
export class WideStory {
  readonly #admin: Cluster;

  constructor(admin: Cluster) {
    this.#admin = admin;
  }

  /** Everything of which there is an object, a change of version, and a command that is given twice. */
  async begin(): Promise<void> {
    await this.#gateway();
    await this.handler('plain', { monitoring: { serviceMonitor: true } });
    await this.handler('scaled', { scaling: { cpu: 70, minReplicas: 2, maxReplicas: 4 } });
    const requestsPerSecond = { target: 10, serverAddress: 'http://prometheus:9090' };
    await this.handler('counted', { scaling: { minReplicas: 2, maxReplicas: 4, requestsPerSecond } });
    await this.handler('routed', { routing: { gateway: { name: 'public', namespace: GATEWAYS } } });
    await this.module('db');
    for (const name of ['plain', 'scaled', 'counted']) await this.#until(name, 'stable', isStable('v1'));
    await this.#acceptRoute('handler-routed');
    await this.#until('routed', 'stable', isStable('v1'));
    await this.#change('plain', { spec: { version: 'v2', image: 'app:v2' } });
    await this.#until('plain', 'at v2', isStable('v2'));
    // The same report twice is one Event that is counted.
    for (const id of ['first', 'second']) {
      const annotations = { [ANNOTATIONS.command]: 'resume', [ANNOTATIONS.commandId]: id };
      await this.#change('plain', { metadata: { annotations } });
      await this.#until('plain', 'answered', ({ status }) => status?.lastCommand?.id === id);
    }
  }

  async end(): Promise<void> {
    const { client } = this.#admin;
    for (const name of HANDLERS) await client.delete(GatiHandlerKind, { namespace, name });
    await client.delete(GatiModuleKind, { namespace, name: 'db' });
    await waitUntil(async () => {
      const left = await Promise.all(
        [GatiHandlerKind, GatiModuleKind, GatiVersionKind].map((kind) => client.live.listAll(kind, { namespace })),
      );
      return left.every((objects) => objects.length === 0) ? true : undefined;
    }, soon());
  }

  async handler(name: string, spec: object = {}): Promise<void> {
    const common = { handlerPath: `/${name}`, version: 'v1', replicas: 2, image: 'app:v1', port: 3000 };
    const rollout = { steps: [{ weight: 50, pause: '1s' }], rollbackWindow: '1s' };
    const object = { metadata: { namespace, name }, spec: { ...common, rollout, ...spec } };
    await this.#admin.client.create(GatiHandlerKind, object);
  }

  async module(name: string): Promise<void> {
    await this.#admin.client.create(GatiModuleKind, {
      metadata: { namespace, name },
      spec: { moduleName: name, moduleType: 'node', runtime: 'node:20', replicas: 2, image: 'db:v1', port: 50_051 },
    });
  }

  async #change(name: string, merge: object): Promise<void> {
    await this.#admin.client.patch(GatiHandlerKind, { namespace, name }, { merge });
  }

  /** What is awaited is reported, should it never come. */
  async #until(name: string, what: string, isSo: (handler: GatiHandler) => boolean): Promise<void> {
    let last: unknown;
    await waitUntil(async () => {
      const found = await this.#admin.client.live.get(GatiHandlerKind, { namespace, name });
      last = found?.status;
      return found && isSo(found) ? true : undefined;
    }, soon()).catch(() => {
      throw new Error(`${name} never was ${what}: ${JSON.stringify(last)}`);
    });
  }

  async #gateway(): Promise<void> {
    await this.#admin.client.create(Namespace, { metadata: { name: GATEWAYS } });
    await this.#admin.transport.json({
      method: 'POST',
      path: `/apis/gateway.networking.k8s.io/v1/namespaces/${GATEWAYS}/gateways`,
      body: JSON.stringify({
        apiVersion: 'gateway.networking.k8s.io/v1',
        kind: 'Gateway',
        metadata: { name: 'public' },
        spec: { gatewayClassName: 'test', listeners: [{ name: 'http', port: 80, protocol: 'HTTP' }] },
      }),
    });
  }

  /** Routes are confirmed by a gateway, which a control plane does not have. */
  async #acceptRoute(name: string): Promise<void> {
    const path = `/apis/gateway.networking.k8s.io/v1/namespaces/${namespace}/httproutes/${name}`;
    type Route = { metadata: { generation: number } };
    const find = async () => this.#admin.transport.json<Route>({ method: 'GET', path }).catch(() => undefined);
    const route = await waitUntil(find, soon());
    const conditions = ['Accepted', 'ResolvedRefs'].map((type) => ({
      type,
      status: 'True',
      reason: type,
      message: '',
      lastTransitionTime: '2026-01-01T00:00:00Z',
      observedGeneration: route.metadata.generation,
    }));
    const parentRef = { name: 'public', namespace: GATEWAYS };
    const parents = [{ parentRef, controllerName: 'example.dev/test', conditions }];
    await this.#admin.transport.json({
      method: 'PATCH',
      path: `${path}/status`,
      contentType: 'application/merge-patch+json',
      body: JSON.stringify({ status: { parents } }),
    });
  }
}

const isStable =
  (version: string) =>
  ({ status }: GatiHandler): boolean =>
    status?.stableVersion === version && status.phase === 'Running';
