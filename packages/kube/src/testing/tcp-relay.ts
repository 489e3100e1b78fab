import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Passes bytes between clients and a port, and can be stopped: before the etcd of one of two API
 * servers it makes that server fall behind, while its clients are served as before (P-7).
 */
export class TcpRelay {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #events = new EventEmitter().setMaxListeners(0);
  #isFrozen = false;

  /** A relay on a free port of loopback, before `target`. */
  static async start(target: { readonly host: string; readonly port: number }): Promise<TcpRelay> {
    const relay = new TcpRelay(target);
    relay.#server.listen(0, '127.0.0.1');
    await once(relay.#server, 'listening');
    return relay;
  }

  private constructor(target: { readonly host: string; readonly port: number }) {
    this.#server = createServer((client) => {
      const upstream = connect(target);
      this.#own(client, upstream);
      this.#own(upstream, client);
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** No byte passes in either direction until `release`; connections stay open and new ones are accepted. */
  freeze(): void {
    this.#isFrozen = true;
  }

  release(): void {
    this.#isFrozen = false;
    this.#events.emit('released');
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #own(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('error', () => from.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    void this.#pump(from, to);
  }

  async #pump(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const chunk of from) {
        while (this.#isFrozen) await once(this.#events, 'released');
        if (!to.write(chunk)) await once(to, 'drain');
      }
      to.end();
    } catch {
      to.destroy(); // Either end has gone; so does the other.
    }
  }
}
