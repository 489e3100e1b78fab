import { Agent, request } from 'node:https';
import type { Clock } from '@slipway/apimachinery/clock';
import type { Json } from '../../objects/index.ts';
import { CallFailure, connectionFault, statusFault } from './failure.ts';
import type { Hook } from './hook.ts';

/** Where the server behind a Service can be reached from this process. */
export interface ServiceAddress {
  readonly host: string;
  readonly port: number;
}

/** Finds the server behind a Service. Throws with the reason when there is none. */
export type ServiceResolver = (
  namespace: string,
  name: string,
  port: number,
) => ServiceAddress | Promise<ServiceAddress>;

/** More than a review of the largest object can be. */
const ANSWER_LIMIT_BYTES = 16 * 1024 * 1024;

/** What has to be known of a webhook to ask it. */
type Asked = Pick<Hook, 'address' | 'caPem' | 'timeoutSeconds'>;

interface Place {
  /** As the client's refusal shows it. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly servername: string | undefined;
  readonly hostHeader: string;
}

/** Asks webhooks over connections that stay open. Its owner closes it. */
export class HookClient {
  readonly #agents = new Map<string, Agent>();
  readonly #clock: Pick<Clock, 'timer'>;
  readonly #resolve: ServiceResolver;

  constructor(clock: Pick<Clock, 'timer'>, resolve: ServiceResolver) {
    this.#clock = clock;
    this.#resolve = resolve;
  }

  /** The answer of a webhook as JSON. Rejects with a `CallFailure`. */
  async ask(hook: Asked, review: Json): Promise<Json> {
    const query = `timeout=${hook.timeoutSeconds}s`;
    let shown = '';
    try {
      const place = await this.#placeOf(hook, query, (url) => (shown = url));
      const { status, body } = await this.#post(hook, place, JSON.stringify(review));
      if (status < 200 || status > 206) throw new CallFailure(`failed to call webhook: ${statusFault(status, body)}`);
      return parsed(body);
    } catch (error) {
      if (error instanceof CallFailure) throw error;
      throw new CallFailure(`failed to call webhook: Post "${shown}": ${connectionFault(error as Error)}`);
    }
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
    this.#agents.clear();
  }

  async #placeOf({ address }: Asked, query: string, onUrl: (url: string) => void): Promise<Place> {
    if ('url' in address) {
      const url = new URL(address.url);
      const path = `${url.pathname}?${query}`;
      onUrl(`${url.origin}${path}`);
      const host = url.hostname.replace(/^\[|\]$/g, '');
      return { url: url.href, host, port: Number(url.port || 443), path, servername: undefined, hostHeader: url.host };
    }
    const { namespace, name, port } = address.service;
    const servername = `${name}.${namespace}.svc`;
    const path = `${address.path.startsWith('/') ? '' : '/'}${address.path}?${query}`;
    const url = `https://${servername}:${port}${path}`;
    onUrl(url);
    return {
      url,
      ...(await this.#resolve(namespace, name, port)),
      path,
      servername,
      hostHeader: `${servername}:${port}`,
    };
  }

  /** One agent for each authority and name: their connections are not for others. */
  #agentFor({ caPem }: Asked, servername: string | undefined): Agent {
    const key = `${servername ?? ''} ${caPem ?? ''}`;
    let agent = this.#agents.get(key);
    if (!agent) {
      agent = new Agent({
        keepAlive: true,
        ...(caPem !== undefined && { ca: caPem }),
        ...(servername && { servername }),
      });
      this.#agents.set(key, agent);
    }
    return agent;
  }

  #post(hook: Asked, place: Place, payload: string, isRetry = false): Promise<{ status: number; body: string }> {
    const { host, port, path, servername, hostHeader } = place;
    return new Promise((resolve, reject) => {
      const outgoing = request({
        method: 'POST',
        host,
        port,
        path,
        agent: this.#agentFor(hook, servername),
        headers: {
          host: hostHeader,
          accept: 'application/json, */*',
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
          'user-agent': 'kube-apiserver-admission',
        },
      });
      const timer = this.#clock.timer(hook.timeoutSeconds * 1000, () => {
        outgoing.destroy(new Error('context deadline exceeded'));
      });
      const settle = <T>(done: (value: T) => void, value: T): void => {
        timer.cancel();
        done(value);
      };
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        // A connection that was closed while it waited for work has lost nothing: once more, on a new one.
        if (outgoing.reusedSocket && error.code === 'ECONNRESET' && !isRetry) {
          settle(resolve, this.#post(hook, place, payload, true));
        } else settle(reject, error);
      });
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        incoming.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          bytes += chunk.length;
          if (bytes > ANSWER_LIMIT_BYTES) outgoing.destroy(new Error('the answer is too large'));
        });
        incoming.on('error', (error) => settle(reject, error));
        incoming.on('end', () =>
          settle(resolve, { status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
        );
      });
      outgoing.end(payload);
    });
  }
}

function parsed(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch (error) {
    const why = `couldn't get version/kind; json parse error: ${(error as Error).message}`;
    throw new CallFailure(`failed to call webhook: ${why}`);
  }
}
