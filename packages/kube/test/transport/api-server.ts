import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type CertificateAuthority, createCertificateAuthority } from '@slipway/apiserver/certificates';
import type { ClusterConfig } from '@slipway/kube/config';
import { FakeClock } from '@slipway/kube/testing';
import { createTransport, type Transport, type TransportOptions } from '@slipway/kube/transport';
import { onTestFinished } from 'vitest';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** The client's port: equal for requests on one socket. */
  readonly port: number;
  /** Common name of the client certificate, where one was shown. */
  readonly user: string | string[] | undefined;
}

export type Handler = (request: SeenRequest, response: ServerResponse) => void;

/**
 * An HTTPS server that answers as a test says and records what it saw: the far end of a real socket,
 * for faults that no cluster would make on demand.
 */
export class ApiServer {
  readonly requests: SeenRequest[] = [];
  readonly sockets = new Set<Socket>();
  /** What clients offered as application protocols, one entry per connection. */
  readonly offered: string[][] = [];
  /** How many connections resumed a TLS session. */
  resumed = 0;
  handler: Handler;
  authority: CertificateAuthority;
  #server: Server | undefined;
  #port = 0;

  constructor(handler: Handler = ok, authority = createCertificateAuthority()) {
    this.handler = handler;
    this.authority = authority;
  }

  /** Starts a server that ends with the test. */
  static async start(handler?: Handler, authority?: CertificateAuthority): Promise<ApiServer> {
    const server = new ApiServer(handler, authority);
    await server.listen();
    onTestFinished(() => server.close());
    return server;
  }

  async listen(): Promise<void> {
    const server = createServer(
      {
        ...this.#certificate(),
        requestCert: true,
        rejectUnauthorized: false,
        ALPNCallback: ({ protocols }) => {
          this.offered.push(protocols);
          return 'http/1.1';
        },
      },
      this.#listener,
    );
    server.keepAliveTimeout = 0;
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    server.on('secureConnection', (socket) => {
      if (socket.isSessionReused()) this.resumed += 1;
    });
    await new Promise<void>((resolve) => {
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  /** New connections see a certificate of this authority; open ones go on. */
  rotate(authority: CertificateAuthority): void {
    this.authority = authority;
    this.#server?.setSecureContext(this.#certificate());
  }

  /** A transport to this server, by default on a fake clock, that ends with the test. */
  connect(options: TransportOptions = {}, more: Partial<ClusterConfig> = {}): Transport {
    const transport = createTransport(this.config(more), { clock: new FakeClock(), env: {}, ...options });
    onTestFinished(() => transport.close());
    return transport;
  }

  config(more: Partial<ClusterConfig> = {}): ClusterConfig {
    return {
      server: this.url,
      contextName: 'test',
      namespace: 'default',
      tls: { ca: { pem: this.authority.certPem } },
      user: { token: 'test-token' },
      ...more,
    };
  }

  /** Ends as a crash does: every socket is reset. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = new Promise<void>((resolve) => {
      if (server) server.close(() => resolve());
      else resolve();
    });
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  readonly #listener: RequestListener = (incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers, rawHeaders, socket } = incoming;
      const seen: SeenRequest = {
        method,
        url,
        headers,
        rawHeaders,
        body: Buffer.concat(chunks).toString(),
        port: socket.remotePort ?? 0,
        user: (socket as TLSSocket).getPeerCertificate().subject?.CN,
      };
      this.requests.push(seen);
      this.handler(seen, response);
    });
  };

  #certificate(): { cert: string; key: string; ca: string } {
    const names = { ipAddresses: ['127.0.0.1'], dnsNames: ['localhost', 'cluster.test', 'other.test'] };
    const { certPem, keyPem } = this.authority.issueServer(names);
    return { cert: certPem, key: keyPem, ca: this.authority.certPem };
  }
}

export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string | string[]> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

export function status(
  response: ServerResponse,
  code: number,
  headers: Record<string, string> = {},
  message = `status ${code}`,
): void {
  json(response, { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, message }, code, headers);
}

export const ok: Handler = (_request, response) => json(response, { kind: 'Ok' });
