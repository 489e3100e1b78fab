import { createServer, connect as open, type Server, type Socket } from 'node:net';
import type { Cache, Cluster, ObjectOf } from '@slipway/kube';
import { EndpointSlice, Service } from '@slipway/kube/kinds';
import { LocalClusterError } from '../../errors.ts';
import { type Endpoint, portName, readyEndpoints } from './endpoints.ts';

/** How many endpoints one connection tries before it is given up. */
const MOST_TRIES = 3;

/**
 * Addresses of Services on loopback: what kube-proxy does for cluster IPs, which lead nowhere here.
 * A listener is opened when its address is first asked for; connections go to ready endpoints in turn.
 */
export class ServiceProxy {
  readonly #cluster: Cluster;
  readonly #slices: Cache<ObjectOf<typeof EndpointSlice>>;
  readonly #servers = new Map<string, Promise<Server>>();
  readonly #sockets = new Set<Socket>();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
    this.#slices = cluster.cache(EndpointSlice, {
      indexes: {
        service: ({ metadata }) => [`${metadata.namespace}/${metadata.labels?.['kubernetes.io/service-name'] ?? ''}`],
      },
    });
  }

  /** `127.0.0.1:port`, the same each time. Endpoints may come later. */
  async address(namespace: string, name: string, port?: string | number): Promise<string> {
    await this.#slices.waitForSync();
    const service = await this.#cluster.client.live.get(Service, { namespace, name });
    const wanted = service && portName(service, port);
    if (wanted === undefined) {
      const what = service ? `port ${port} of the Service ${namespace}/${name}` : `Service ${namespace}/${name}`;
      throw new LocalClusterError('LOCALCLUSTER_RULE', `There is no ${what}; create it before asking for its address.`);
    }
    const key = `${namespace}/${name}/${wanted}`;
    let server = this.#servers.get(key);
    if (!server) this.#servers.set(key, (server = this.#listen(`${namespace}/${name}`, wanted)));
    const bound = (await server).address();
    return `127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    const servers = await Promise.all(this.#servers.values());
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }

  #listen(service: string, port: string): Promise<Server> {
    let turn = 0;
    const server = createServer((socket) => {
      const endpoints = readyEndpoints(this.#slices.byIndex('service', service), port);
      const start = turn++;
      const inTurn = endpoints.map((_, index) => endpoints[(start + index) % endpoints.length] as Endpoint);
      this.#keep(socket);
      void this.#join(socket, inTurn.slice(0, MOST_TRIES));
    });
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: '127.0.0.1', port: 0 }, () => resolve(server));
    });
  }

  /** Joins a connection with the first endpoint that answers; without one it is refused as by a closed port. */
  async #join(socket: Socket, endpoints: readonly Endpoint[]): Promise<void> {
    for (const endpoint of endpoints) {
      const upstream = await this.#open(endpoint);
      if (!upstream) continue;
      socket.pipe(upstream).pipe(socket);
      socket.once('close', () => upstream.destroy());
      upstream.once('close', () => socket.destroy());
      return;
    }
    socket.resetAndDestroy();
  }

  #open(endpoint: Endpoint): Promise<Socket | undefined> {
    return new Promise((resolve) => {
      const upstream = open(endpoint);
      this.#keep(upstream);
      upstream.once('connect', () => resolve(upstream));
      upstream.once('close', () => resolve(undefined));
    });
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    // A broken connection ends both of its halves; there is nobody else to tell.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#sockets.delete(socket));
  }
}
