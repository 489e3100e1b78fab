import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { parse } from 'yaml';

interface Kubeconfig {
  readonly clusters: readonly [{ cluster: { server: string; 'certificate-authority-data': string } }];
  readonly users: readonly [
    { user: { token?: string; 'client-certificate-data'?: string; 'client-key-data'?: string } },
  ];
}

export interface Message {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: object;
  /** @default 'application/json' */
  readonly contentType?: string;
}

/** A watch that was answered. */
export interface OpenWatch {
  /** Events received so far. */
  readonly events: number;
  close(): void;
}

const IN_FLIGHT = 16;

/** Requests of an administrator to either kind of server, on connections that stay open; all answers are JSON. */
export class Client {
  readonly #server: string;
  readonly #tls: { readonly ca: Buffer; readonly cert?: Buffer; readonly key?: Buffer };
  readonly #headers: Readonly<Record<string, string>>;
  readonly #agent: Agent;

  constructor(kubeconfig: string) {
    const { clusters, users } = parse(kubeconfig) as Kubeconfig;
    const [{ cluster }] = clusters;
    const [{ user }] = users;
    const { token, 'client-certificate-data': cert, 'client-key-data': key } = user;
    this.#server = cluster.server;
    this.#headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    this.#tls = {
      ca: fromBase64(cluster['certificate-authority-data']),
      ...(cert === undefined || key === undefined ? {} : { cert: fromBase64(cert), key: fromBase64(key) }),
    };
    this.#agent = new Agent({ ...this.#tls, keepAlive: true, maxSockets: IN_FLIGHT });
  }

  /** The body of the answer. @throws where the server refuses. */
  async send({ method, path, body, contentType = 'application/json' }: Message): Promise<Buffer> {
    const sent = request(`${this.#server}${path}`, {
      agent: this.#agent,
      method,
      headers: { ...this.#headers, 'content-type': contentType },
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const answer = await buffer(response);
    if ((response.statusCode ?? 500) < 300) return answer;
    throw new Error(`${method} ${path} was answered with ${response.statusCode}: ${answer.toString()}`);
  }

  /** As many messages, some of them at a time. */
  async sendAll(count: number, message: (index: number) => Message): Promise<void> {
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < count) await this.send(message(next++));
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  }

  /** Whether the server says that it is ready; false too while nobody listens. */
  async isReady(): Promise<boolean> {
    return await this.send({ method: 'GET', path: '/readyz' }).then(
      () => true,
      () => false,
    );
  }

  /** On a connection of its own. `onEvents` is called whenever some have come. */
  async watch(path: string, onEvents: () => void): Promise<OpenWatch> {
    const sent = request(`${this.#server}${path}`, { ...this.#tls, agent: false, headers: this.#headers });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`The watch ${path} was answered with ${response.statusCode}.`);
    let events = 0;
    response.on('error', () => undefined);
    response.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) events++;
      onEvents();
    });
    return {
      get events() {
        return events;
      },
      close: () => sent.destroy(),
    };
  }

  close(): void {
    this.#agent.destroy();
  }
}

const NEWLINE = 10;

const fromBase64 = (data: string): Buffer => Buffer.from(data, 'base64');
