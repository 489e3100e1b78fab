import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { parse } from 'yaml';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface Kubeconfig {
  readonly clusters: readonly [{ cluster: { server: string; 'certificate-authority-data': string } }];
  readonly users: readonly [{ user: Readonly<Record<string, string>> }];
}

/** One API server as its administrator sees it: what goes over the wire is what the test says. */
export class Server {
  readonly name: string;
  readonly #url: string;
  readonly #agent: Agent;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(name: string, kubeconfig: string) {
    const { clusters, users } = parse(kubeconfig) as Kubeconfig;
    const { server, 'certificate-authority-data': ca } = clusters[0].cluster;
    const { token, 'client-certificate-data': cert, 'client-key-data': key } = users[0].user;
    this.name = name;
    this.#url = server;
    const own = cert && key ? { cert: decode(cert), key: decode(key) } : {};
    this.#agent = new Agent({ keepAlive: true, ca: decode(ca), ...own });
    this.#headers = { 'user-agent': 'twin/1', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  }

  async ask(asked: Asked): Promise<Answered> {
    const { status, headers, chunks } = await this.#send(asked);
    return { status, headers, text: (await joined(chunks)).toString('utf8') };
  }

  /** The answer as it is. */
  async bytes(asked: Asked): Promise<Buffer> {
    return joined((await this.#send(asked)).chunks);
  }

  /** The lines of a stream as they come, once it has begun; a reader that stops ends it. */
  async lines(path: string, headers: Readonly<Record<string, string>> = {}): Promise<AsyncGenerator<string, void>> {
    const { chunks } = await this.#send({ method: 'GET', path, headers });
    return linesOf(chunks);
  }

  close(): void {
    this.#agent.destroy();
  }

  #send({ method, path, headers, body }: Asked) {
    type Sent = { status: number; headers: IncomingHttpHeaders; chunks: AsyncIterable<Buffer> };
    return new Promise<Sent>((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const outgoing = request(`${this.#url}${path}`, {
        method,
        agent: this.#agent,
        headers: { ...this.#headers, ...length, ...headers },
      });
      outgoing.on('error', (cause) => reject(new Error(`${this.name}: ${method} ${path}`, { cause })));
      outgoing.on('response', (incoming) =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, chunks: incoming }),
      );
      outgoing.end(body);
    });
  }
}

async function joined(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function decode(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}
