import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Ending } from './exchange.ts';

// A plaintext alert, "internal error": inside an established session it is no valid record.
const BROKEN_TLS_RECORD = Buffer.from([21, 3, 3, 0, 2, 2, 80]);

/**
 * A client's connection to the proxy. It has upstream sockets of its own, so that both sides live and
 * die together and a client sees of the server what it would see without the proxy.
 */
export class Connection {
  /** Below TLS: the only place from which a connection can be reset or made to talk nonsense. */
  readonly #socket: Socket;
  readonly #agents = [HttpAgent, HttpsAgent].map((Agent) => new Agent({ keepAlive: true }));
  /** Whether requests can come: not before the TLS handshake is done. */
  isReady: boolean;
  #isHalfOpen = false;

  constructor(socket: Socket, { isReady }: { readonly isReady: boolean }) {
    this.#socket = socket;
    this.isReady = isReady;
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      for (const agent of this.#agents) agent.destroy();
    });
  }

  get isHalfOpen(): boolean {
    return this.#isHalfOpen;
  }

  agentFor(protocol: string): HttpAgent {
    const [http, https] = this.#agents;
    return (protocol === 'https:' ? https : http) as HttpAgent;
  }

  /** Does to the connection what `ending` says; `end` and `silence` do nothing to it. */
  end(ending: Ending): void {
    if (ending === 'reset') this.#socket.resetAndDestroy();
    if (ending === 'close') this.#socket.destroy();
    if (ending === 'tlsReset') this.#socket.end(BROKEN_TLS_RECORD);
    if (ending === 'halfOpen') this.#isHalfOpen = true;
  }
}
