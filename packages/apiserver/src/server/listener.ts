import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { ApiServerError } from '../errors.ts';

export interface ListenerOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly certPem: string;
  readonly keyPem: string;
  readonly caPem: string;
  readonly onRequest: RequestListener;
}

const MAX_HEADER_BYTES = 1024 * 1024 + 4096;
const TOO_LARGE = 'HTTP/1.1 431 Request Header Fields Too Large';
const PLAIN_END = 'content-type: text/plain; charset=utf-8\r\nconnection: close\r\n\r\n';
const BODY_WITH_UPGRADE = 'HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/** The HTTPS socket of a cluster: it can be torn down like a crash and set up again at the same address. */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port: number;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#port = options.port;
  }

  get port(): number {
    return this.#port;
  }

  async open(): Promise<void> {
    const { host, certPem, keyPem, caPem, onRequest } = this.#options;
    const server = createServer(
      {
        cert: certPem,
        key: keyPem,
        ca: caPem,
        // Asked for, not insisted on: a bearer token will do. Who shows a bad one gets a 401 later.
        requestCert: true,
        rejectUnauthorized: false,
        ALPNProtocols: ['http/1.1'],
        // Clients keep idle connections for up to 90 s; the server must not be the first to close.
        keepAliveTimeout: 120_000,
        // As on a real server, which counts the address among the headers.
        maxHeaderSize: MAX_HEADER_BYTES,
      },
      onRequest,
    );
    // Headers beyond this number would be left out in silence.
    server.maxHeadersCount = 0;
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      const status = error.code === 'HPE_HEADER_OVERFLOW' ? TOO_LARGE : 'HTTP/1.1 400 Bad Request';
      if (socket.writable) socket.end(`${status}\r\n${PLAIN_END}${status.slice('HTTP/1.1 '.length)}`);
      else socket.destroy();
    });
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      // Answered like any other request; the server of the protocol takes the socket over instead.
      const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
      // Nobody would read its body: what follows is taken for the other protocol.
      if (length !== '0' || coding !== undefined) {
        socket.end(BODY_WITH_UPGRADE);
        return;
      }
      if (head.length > 0) socket.unshift(head);
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      response.assignSocket(socket);
      response.once('finish', () => socket.end());
      socket.once('error', () => socket.destroy());
      onRequest(request, response);
    });
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    // A handshake that fails is the client's affair.
    server.on('tlsClientError', (_error, socket) => socket.destroy());
    server.listen(this.#port, host);
    try {
      await once(server, 'listening');
    } catch (cause) {
      const where = `${host}:${this.#port}`;
      throw new ApiServerError(
        'APISERVER_START',
        `The cluster cannot listen on ${where}${reasonOf(cause)}; choose another port or leave it out for a free one.`,
        { cause },
      );
    }
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Cuts every connection and stops listening. */
  async close(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

/** What a person can do something about. */
function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE') return ': the port is taken';
  return code === 'EACCES' ? ': ports below 1024 need rights that this process does not have' : '';
}
