import { createServer, type Server } from 'node:net';

/** Whether this machine answers on all of 127.0.0.0/8, as Linux does, or on 127.0.0.1 alone, as macOS does. */
export async function hasWholeLoopback(): Promise<boolean> {
  return (await freePort('127.83.76.80')) !== undefined;
}

/** A free port of an address; undefined where the address is not this machine's. */
export function freePort(host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    void listen(host, 0).then((server) => {
      if (!server) return resolve(undefined);
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      server.close(() => resolve(port));
    });
  });
}

const NETWORKS = 253;
/** The node with a network listens here: the last address that a pod would get, and a port that nobody knows. */
const CLAIM = { host: '255.254', port: 60_083 };

/**
 * Addresses for pods on loopback. Each set has a /16 of its own, so that clusters of one machine do not meet, in one
 * process or in many; 127.0.x.y is left to others.
 */
export class LoopbackAddresses {
  readonly #network: number;
  readonly #claim: Server | undefined;
  #next = 0;

  /** Takes a network that nobody else has; where all are taken, one that it shares. */
  static async claim(random: () => number): Promise<LoopbackAddresses> {
    const first = Math.floor(random() * NETWORKS);
    for (let tries = 0; tries < NETWORKS; tries++) {
      const network = 1 + ((first + tries) % NETWORKS);
      const claim = await listen(`127.${network}.${CLAIM.host}`, CLAIM.port);
      if (claim) return new LoopbackAddresses(network, claim);
    }
    return new LoopbackAddresses(1 + first, undefined);
  }

  private constructor(network: number, claim: Server | undefined) {
    this.#network = network;
    this.#claim = claim?.unref();
  }

  /** An address that was not given out before. */
  take(): string {
    this.#next++;
    const host = this.#next;
    return `127.${this.#network}.${Math.floor(host / 254) % 256}.${(host % 254) + 1}`;
  }

  /** Lets others have the network. */
  async release(): Promise<void> {
    await new Promise<void>((resolve) => (this.#claim ? this.#claim.close(() => resolve()) : resolve()));
  }
}

function listen(host: string, port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    server.listen({ host, port, exclusive: true }, () => resolve(server));
  });
}
