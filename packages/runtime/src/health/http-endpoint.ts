import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A handler of GET requests. */
export type Answer = (url: URL) => Promise<Page | undefined> | Page | undefined;

export interface Page {
  readonly status: number;
  readonly body: string;
  /** @default 'text/plain; charset=utf-8' */
  readonly contentType?: string;
}

/** Where to listen: `:8080` is every address, `127.0.0.1:0` a free port on loopback. */
export type BindAddress = string;

/** A small server for probes and scrapes. Slow and idle clients are cut, so that none holds up a stop. */
export class HttpEndpoint {
  readonly #server: Server;
  readonly #address: BindAddress;

  constructor(address: BindAddress, answer: Answer) {
    this.#address = address;
    this.#server = createServer({ requestTimeout: 10_000, keepAliveTimeout: 5_000 }, (request, response) => {
      const respond = ({ status, body, contentType = 'text/plain; charset=utf-8' }: Page): void => {
        response.writeHead(status, { 'content-type': contentType, 'x-content-type-options': 'nosniff' });
        response.end(request.method === 'HEAD' ? undefined : body);
      };
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        respond({ status: 405, body: 'method not allowed\n' });
        return;
      }
      void (async () => answer(new URL(request.url ?? '/', 'http://localhost')))().then(
        (page) => respond(page ?? { status: 404, body: '404 page not found\n' }),
        () => respond({ status: 500, body: 'internal server error\n' }),
      );
    });
  }

  /** Resolves with the port once it listens; rejects when the address is taken. */
  start(): Promise<number> {
    const at = this.#address.lastIndexOf(':');
    const host = this.#address.slice(0, at).replace(/^\[|\]$/g, '');
    const port = Number(this.#address.slice(at + 1));
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ port, ...(host && { host }) }, () => {
        this.#server.off('error', reject);
        resolve((this.#server.address() as AddressInfo).port);
      });
    });
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => {
      this.#server.close(resolve);
    });
    this.#server.closeAllConnections();
    await closed;
  }
}
