import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Passes TCP connections on as they are and counts what comes back. TLS goes through unopened. */
export class Relay {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #bytesToClient = 0;

  private constructor(targetPort: number) {
    this.#server = createServer({ noDelay: true }, (client) => {
      const upstream = connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
      upstream.on('data', (chunk) => {
        this.#bytesToClient += chunk.length;
      });
      this.#join(client, upstream);
      this.#join(upstream, client);
    });
  }

  static async start(targetUrl: string): Promise<Relay> {
    const relay = new Relay(Number(new URL(targetUrl).port));
    relay.#server.listen(0, '127.0.0.1');
    await once(relay.#server, 'listening');
    return relay;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Bytes that servers have sent to clients since the relay was started. */
  get bytesToClient(): number {
    return this.#bytesToClient;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** An end or a failure on one side is one on the other. */
  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.pipe(to);
    from.once('error', () => to.destroy());
    from.once('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
