import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, type Cluster, connect } from '@slipway/kube';
import type { LocalCluster } from '@slipway/localcluster';
import { type EnsureOptions, ensureTool } from '@slipway/tools/binaries/index';
import { Guard, withFreePorts } from '@slipway/tools/processes/index';
import type { GatewayReference } from '@slipway/workloads/model';
import { grantAccess } from './access.ts';
import { installGatewayApi } from './definitions.ts';
import { Gateway, GatewayClass } from './kinds.ts';
import { Marker } from './marker.ts';

const NAMESPACE = 'test-gateway';
const NAME = 'public';
const CLASS = 'traefik';
const START_DEADLINE_MS = 60_000;

export interface GatewayOptions extends EnsureOptions {
  /**
   * How long the gateway waits after each change that it puts in place before it looks at the next, in milliseconds.
   * @default 0
   *
   * Traefik's own default is 2000, and that is then the time for which a route is accepted and not yet followed.
   */
  readonly throttleMs?: number;
}

/** A gateway that runs and carries requests. Its owner stops it. */
export interface RunningGateway {
  /** What a route has to name in order to be served here; any namespace may. */
  readonly reference: Required<Pick<GatewayReference, 'name' | 'namespace'>>;
  /** `http://127.0.0.1:port` */
  readonly url: string;
  /**
   * Resolves when requests follow every change that was made to HTTPRoutes before the call. `Accepted`
   * in a route's status does not say so: the status is written first and the change is put in place after it.
   */
  settled(signal?: AbortSignal): Promise<void>;
  /** Ends the process. What it wrote in the cluster stays there. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Runs Traefik as the Gateway API implementation of a local cluster.
 *
 * It reaches the cluster with a token of its own service account and the pods where their EndpointSlices
 * say; so the pods have to be process pods, which have addresses on loopback. A real API server refuses such
 * addresses, which is why there is no such gateway for one.
 *
 * @throws ToolError `TOOLS_GO_MISSING` where Traefik has to be built and there is no Go.
 */
export async function startGateway(
  cluster: Pick<LocalCluster, 'url' | 'kubeconfig' | 'caPem'>,
  options: GatewayOptions = {},
): Promise<RunningGateway> {
  // The first time it is built; that has no deadline.
  const { path: command } = await ensureTool('traefik', options);
  const deadline = AbortSignal.timeout(START_DEADLINE_MS);
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
  const connection = await connect({ text: cluster.kubeconfig });
  const { client } = connection;
  try {
    await installGatewayApi(client, signal);
    const token = await grantAccess(client, NAMESPACE, signal);
    const { port, guard } = await withFreePorts(1, async ([port = 0]) => {
      await declareGateway(client, port, signal);
      const folder = await mkdtemp(join(tmpdir(), 'slipway-gateway-'));
      const guard = new Guard(folder);
      try {
        const args = await traefikArguments(folder, cluster, { token, port, ...options });
        // Nothing of the environment: a KUBECONFIG there would win over the flags and lead to a user's cluster.
        guard.start({ name: 'traefik', command, args, env: {} });
        await guard.untilReady('traefik', () => isProgrammed(client), signal);
        return { port, guard };
      } catch (error) {
        await guard.end();
        throw error;
      }
    });
    return running(connection, guard, `http://127.0.0.1:${port}`);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

function running(connection: Cluster, guard: Guard, url: string): RunningGateway {
  const reference = { name: NAME, namespace: NAMESPACE };
  const marker = new Marker(connection.client, reference, url);
  return {
    reference,
    url,
    settled: (signal) => marker.passes(signal),
    async stop() {
      await guard.end();
      await connection.close();
    },
  };
}

/** Traefik knows a listener by the port on which it listens itself. */
async function declareGateway(client: Client, port: number, signal: AbortSignal): Promise<void> {
  const options = { fieldManager: NAMESPACE, force: true, signal };
  const gatewayClass = { metadata: { name: CLASS }, spec: { controllerName: 'traefik.io/gateway-controller' } };
  await client.apply(GatewayClass, gatewayClass, options);
  const listener = { name: 'http', protocol: 'HTTP', port, allowedRoutes: { namespaces: { from: 'All' } } };
  const gateway = {
    metadata: { namespace: NAMESPACE, name: NAME },
    spec: { gatewayClassName: CLASS, listeners: [listener] },
  };
  await client.apply(Gateway, gateway, options);
}

/** Writes what the arguments point to into the folder. */
async function traefikArguments(
  folder: string,
  { url, caPem }: Pick<LocalCluster, 'url' | 'caPem'>,
  {
    token,
    port,
    throttleMs = 0,
  }: Pick<GatewayOptions, 'throttleMs'> & { readonly token: string; readonly port: number },
): Promise<string[]> {
  const tokenFile = join(folder, 'token');
  const authorityFile = join(folder, 'ca.crt');
  await writeFile(tokenFile, token, { mode: 0o600 });
  await writeFile(authorityFile, caPem);
  return [
    `--entrypoints.web.address=127.0.0.1:${port}`,
    `--providers.kubernetesgateway.endpoint=${url}`,
    `--providers.kubernetesgateway.token=${tokenFile}`,
    `--providers.kubernetesgateway.certauthfilepath=${authorityFile}`,
    '--providers.kubernetesgateway.statusaddress.ip=127.0.0.1',
    `--providers.providersthrottleduration=${throttleMs}ms`,
    '--global.checknewversion=false',
    '--global.sendanonymoususage=false',
  ];
}

async function isProgrammed(client: Client): Promise<boolean> {
  const gateway = await client.live.get(Gateway, { namespace: NAMESPACE, name: NAME });
  return (gateway?.status?.conditions ?? []).some(
    ({ type, status, observedGeneration }) =>
      type === 'Programmed' && status === 'True' && observedGeneration === gateway?.metadata.generation,
  );
}
