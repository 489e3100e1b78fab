import type { Pool as PoolType } from 'undici';
import { type ConnectorOptions, createConnector, type TlsMaterial } from './connector.ts';
import { createSocketClient } from './socket-client.ts';
import type { Lane } from './transport.ts';
import { Pool } from './undici.ts';

export interface LaneOptions extends ConnectorOptions {
  readonly origin: string;
  readonly idleSocketMs: number;
  readonly requestSockets: number;
}

// A renewal, and the read that follows a failed one while the first may still hang.
const ELECTION_SOCKETS = 2;

/** Three sets of sockets that were all opened with the same TLS material. */
export class Lanes {
  readonly material: TlsMaterial;
  readonly #pools: Readonly<Record<Lane, PoolType>>;

  constructor(options: LaneOptions) {
    this.material = options.tls;
    const pool = (connections: number | null): PoolType =>
      new Pool(options.origin, {
        connections,
        pipelining: 1,
        keepAliveTimeout: options.idleSocketMs,
        keepAliveMaxTimeout: options.idleSocketMs,
        connect: createConnector(options),
        factory: createSocketClient,
      });
    this.#pools = { watch: pool(null), request: pool(options.requestSockets), election: pool(ELECTION_SOCKETS) };
  }

  pool(lane: Lane): PoolType {
    return this.#pools[lane];
  }

  /** Open sockets per lane. */
  sockets(): Readonly<Record<Lane, number>> {
    const { watch, request, election } = this.#pools;
    return { watch: watch.stats.connected, request: request.stats.connected, election: election.stats.connected };
  }

  /** Lets running requests end, then closes. */
  async retire(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool) => pool.close()));
  }

  async destroy(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool) => pool.destroy()));
  }
}
