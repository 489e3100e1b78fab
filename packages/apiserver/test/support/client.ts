import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import type { ApiServer } from '../../src/index.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // Tests read answers of many shapes; a wrong path fails in the assertion.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

export interface Ask {
  readonly body?: unknown;
  readonly raw?: string | Buffer;
  readonly headers?: Record<string, string>;
  readonly type?: string;
  /** Null: no credentials. */
  readonly token?: string | null;
  readonly cert?: { readonly certPem: string; readonly keyPem: string };
}

/** An open watch: its events as they arrive, one at a time. */
export interface OpenStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The next event; undefined once the stream has ended properly. Rejects when it was cut. */
  // oxlint-disable-next-line typescript/no-explicit-any
  next(): Promise<any>;
  close(): void;
}

/** Plain requests to a cluster as its administrator: what goes over the wire is what the test says. */
export class TestClient {
  readonly #cluster: ApiServer;
  readonly #agent: Agent;
  readonly #token: string;

  constructor(cluster: ApiServer) {
    this.#cluster = cluster;
    this.#agent = new Agent({ keepAlive: true, ca: cluster.caPem });
    this.#token = cluster.issueToken('tester', ['system:masters']);
  }

  get = (path: string, ask?: Ask): Promise<Answer> => this.send('GET', path, ask);
  post = (path: string, body: unknown, ask?: Ask): Promise<Answer> => this.send('POST', path, { body, ...ask });
  put = (path: string, body: unknown, ask?: Ask): Promise<Answer> => this.send('PUT', path, { body, ...ask });
  delete = (path: string, body?: unknown, ask?: Ask): Promise<Answer> => this.send('DELETE', path, { body, ...ask });
  merge = (path: string, body: unknown, ask?: Ask): Promise<Answer> =>
    this.send('PATCH', path, { body, type: 'application/merge-patch+json', ...ask });
  jsonPatch = (path: string, body: unknown, ask?: Ask): Promise<Answer> =>
    this.send('PATCH', path, { body, type: 'application/json-patch+json', ...ask });

  send(method: string, path: string, ask: Ask = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const outgoing = this.#open(method, path, ask);
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const isJson =
            incoming.headers['content-type']?.startsWith('application/json') && !incoming.headers['content-encoding'];
          const body: unknown = isJson && text !== '' ? JSON.parse(text) : text;
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, body });
        });
      });
    });
  }

  watch(path: string, ask: Ask = {}): Promise<OpenStream> {
    return new Promise((resolve, reject) => {
      const outgoing = this.#open('GET', path, ask);
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        const lines = linesOf(incoming)[Symbol.asyncIterator]();
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          next: async () => {
            const { value, done } = await lines.next();
            return done ? undefined : (JSON.parse(value) as unknown);
          },
          close: () => outgoing.destroy(),
        });
      });
    });
  }

  /** A watch whose reader never reads. */
  watchPaused(path: string): Promise<{ close(): void }> {
    return new Promise((resolve, reject) => {
      const outgoing = this.#open('GET', path, {});
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        incoming.pause();
        incoming.socket.pause();
        incoming.on('error', () => outgoing.destroy());
        resolve({ close: () => outgoing.destroy() });
      });
    });
  }

  /** An answer whose reader stops at its head. */
  readPaused(path: string): Promise<{ isOpen(): boolean; isComplete(): boolean; resume(): void }> {
    return new Promise((resolve, reject) => {
      const outgoing = this.#open('GET', path, {});
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        let open = true;
        incoming.pause();
        incoming.socket.pause();
        incoming.on('error', () => outgoing.destroy());
        incoming.on('close', () => (open = false));
        const resume = (): void => {
          incoming.socket.resume();
          incoming.resume();
        };
        resolve({ isOpen: () => open, isComplete: () => incoming.complete, resume });
      });
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  #open(method: string, path: string, { body, raw, headers, type, token, cert }: Ask) {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const credential = token === undefined ? this.#token : token;
    const outgoing = request(`${this.#cluster.url}${path}`, {
      method,
      ...(cert
        ? { agent: false, ca: this.#cluster.caPem, cert: cert.certPem, key: cert.keyPem }
        : { agent: this.#agent }),
      headers: {
        'user-agent': 'test-client/1',
        ...(credential !== null && { authorization: `Bearer ${credential}` }),
        ...(payload !== undefined && {
          'content-type': type ?? 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
        ...headers,
      },
    });
    outgoing.end(payload);
    return outgoing;
  }
}

async function* linesOf(stream: AsyncIterable<Buffer>): AsyncIterable<string> {
  let rest = '';
  for await (const chunk of stream) {
    const parts = (rest + chunk.toString('utf8')).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}
