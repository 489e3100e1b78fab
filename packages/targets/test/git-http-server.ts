import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export interface GitHttpServerOptions {
  /** The folder that holds the repositories. */
  readonly root: string;
  /** Who may do anything at all. */
  readonly user: string;
  readonly password: string;
}

/** Git's own HTTP backend behind a small CGI server on loopback. */
export class GitHttpServer {
  readonly #options: GitHttpServerOptions;
  readonly #server: Server;
  /** Answers every request that this names with its status instead. */
  fault: ((request: IncomingMessage) => number | undefined) | undefined;
  /** Called when a push has arrived and before its answer is sent. */
  onPushed: (() => void) | undefined;
  /** Leaves the answer of a push that has arrived unsent. */
  dropsPushAnswers = false;

  private constructor(options: GitHttpServerOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(options: GitHttpServerOptions): Promise<GitHttpServer> {
    const server = new GitHttpServer(options);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/repository.git`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { user, password, root } = this.#options;
    const status = this.fault?.(request);
    const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    if (status !== undefined) return void response.writeHead(status).end();
    if (request.headers.authorization !== expected) {
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const child = spawn(join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend'), {
      env: {
        PATH: process.env['PATH'] ?? '',
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        REQUEST_METHOD: request.method ?? 'GET',
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        CONTENT_LENGTH: String(body.length),
        REMOTE_USER: user,
        REMOTE_ADDR: '127.0.0.1',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      },
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    // A backend that refuses does not read to the end.
    child.stdin.on('error', () => undefined);
    child.stdin.end(body);
    await once(child, 'close');
    if (pathname.endsWith('/git-receive-pack')) {
      this.onPushed?.();
      if (this.dropsPushAnswers) return void response.destroy();
    }
    writeCgi(Buffer.concat(output), response);
  }
}

function writeCgi(output: Buffer, response: ServerResponse): void {
  const end = output.indexOf('\r\n\r\n');
  const lines = output.toString('latin1', 0, end).split('\r\n');
  const headers = lines.map(
    (line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const,
  );
  const status = Number(headers.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? 200);
  response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status')));
  response.end(output.subarray(end + 4));
}
