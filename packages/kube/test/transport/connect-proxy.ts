import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { CertificateAuthority } from '@slipway/apiserver/certificates';
import { onTestFinished } from 'vitest';

export interface ConnectProxyOptions {
  /** Where tunnels really lead: tests ask for names that resolve nowhere. */
  readonly targetPort: number;
  /** With TLS, certified by this authority. */
  readonly authority?: CertificateAuthority;
  /** `user:password` that it insists on. */
  readonly credential?: string;
}

/** A real HTTP proxy that knows CONNECT and records what was asked of it. */
export class ConnectProxy {
  readonly asked: string[] = [];
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, scheme: string, { targetPort, credential }: ConnectProxyOptions) {
    this.#server = server;
    this.url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      this.asked.push(request.url ?? '');
      this.#sockets.add(socket.on('error', () => socket.destroy()));
      const given = request.headers['proxy-authorization'];
      if (credential && given !== `Basic ${Buffer.from(credential).toString('base64')}`) {
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
        return;
      }
      const tunnel = connect(targetPort, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        tunnel.write(head);
        tunnel.pipe(socket).pipe(tunnel);
      });
      this.#sockets.add(tunnel.on('error', () => socket.destroy()));
    });
  }

  /** Starts a proxy that ends with the test. */
  static async start(options: ConnectProxyOptions): Promise<ConnectProxy> {
    const issued = options.authority?.issueServer({ ipAddresses: ['127.0.0.1'] });
    const server = issued ? createTlsServer({ cert: issued.certPem, key: issued.keyPem }) : createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const proxy = new ConnectProxy(server, issued ? 'https' : 'http', options);
    onTestFinished(() => proxy.close());
    return proxy;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}
