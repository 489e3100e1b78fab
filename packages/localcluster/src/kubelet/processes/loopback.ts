import { createServer } from 'node:net';

/** Whether this machine answers on all of 127.0.0.0/8, as Linux does, or on 127.0.0.1 alone, as macOS does. */
export async function hasWholeLoopback(): Promise<boolean> {
  return (await freePort('127.83.76.80')) !== undefined;
}

/** A free port of an address; undefined where the address is not this machine's. */
export function freePort(host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ host, port: 0, exclusive: true }, () => {
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      server.close(() => resolve(port));
    });
  });
}

/**
 * Addresses for pods on loopback. Each set starts in a random /16, so that clusters of one machine do
 * not meet; 127.0.x.y is left to others.
 */
export class LoopbackAddresses {
  readonly #network: number;
  #next = 0;

  constructor(random: () => number) {
    this.#network = 1 + Math.floor(random() * 253);
  }

  /** An address that was not given out before. */
  take(): string {
    this.#next++;
    const host = this.#next;
    return `127.${this.#network}.${Math.floor(host / 254) % 256}.${(host % 254) + 1}`;
  }
}
