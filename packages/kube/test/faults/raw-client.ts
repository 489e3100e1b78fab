import type { OutgoingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import type { FaultProxy } from '@slipway/kube/testing';

/** A request as it goes: what has arrived so far, and how it ended. */
export interface RawAnswer {
  status: number | undefined;
  headers: Readonly<Record<string, readonly string[] | undefined>>;
  /** One per `data` event. */
  readonly chunks: Buffer[];
  readonly text: string;
  /** `end` for a whole answer; the error's code for anything else; nothing while it lasts. */
  ended: string | undefined;
  abort(): void;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
  readonly agent?: Agent;
  /** @default that of the proxy's kubeconfig */
  readonly token?: string;
}

/** Sends without waiting, and without any of the product's own handling: what a socket really brings. */
export function send(proxy: FaultProxy, uri: string, options: RawRequest = {}): RawAnswer {
  const { agent = new Agent({ keepAlive: false }), method = 'GET', headers = {}, body = '' } = options;
  const { ca, token } = identityIn(proxy.kubeconfig);
  const answer: RawAnswer = {
    status: undefined,
    headers: {},
    chunks: [],
    ended: undefined,
    get text() {
      return Buffer.concat(answer.chunks).toString();
    },
    abort: () => outgoing.destroy(),
  };
  const outgoing = request(new URL(uri, proxy.url), {
    agent,
    method,
    ca,
    headers: { authorization: `Bearer ${options.token ?? token}`, ...headers },
  });
  outgoing.on('error', (error: NodeJS.ErrnoException) => (answer.ended ??= error.code ?? error.message));
  outgoing.on('response', (incoming) => {
    answer.status = incoming.statusCode;
    answer.headers = incoming.headersDistinct;
    incoming.on('data', (chunk: Buffer) => answer.chunks.push(chunk));
    incoming.on('end', () => (answer.ended ??= 'end'));
    incoming.on('error', (error: NodeJS.ErrnoException) => (answer.ended ??= error.code ?? error.message));
  });
  outgoing.end(body);
  return answer;
}

function identityIn(kubeconfig: string): { ca: string; token: string } {
  const { clusters, users } = JSON.parse(kubeconfig) as {
    clusters: [{ cluster: { 'certificate-authority-data': string } }];
    users: [{ user: { token: string } }];
  };
  const ca = Buffer.from(clusters[0].cluster['certificate-authority-data'], 'base64').toString();
  return { ca, token: users[0].user.token };
}
