import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isImpersonationHeader } from '../authorization/index.ts';
import { StatusError } from '../status/index.ts';
import type { Call } from './call.ts';
import { type Network, proxyTarget } from './proxy-target.ts';

/** They are about one connection, and each side has its own. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

/**
 * `pods/proxy`, `services/proxy`, `nodes/proxy` (L-12): sends the request on and the answer back, both
 * as streams. Who asked stays here: credentials are not sent on.
 */
export async function proxyRequest(call: Call, network: Network): Promise<void> {
  const target = proxyTarget(call, network);
  const { request, response, rest } = call;
  const [, query] = (request.url ?? '').split('?', 2);
  const suffix = query === undefined ? '' : `?${query}`;
  if (rest === '') {
    const [path] = (request.url ?? '').split('?', 1);
    call.writeHead(301, { location: `${path}/${suffix}` });
    response.end();
    return;
  }
  const isUpgrade = request.headers.upgrade !== undefined && request.headers.connection !== undefined;
  const answer = await sent(call, target, `${target.pathname.replace(/\/$/, '')}${rest}${suffix}`, isUpgrade);
  if ('socket' in answer) return join(call, answer);
  const { incoming } = answer;
  call.writeHead(incoming.statusCode ?? 502, passedOn(incoming.headers) as Record<string, string>);
  await pipeline(incoming, response);
}

type Answer =
  | { readonly incoming: IncomingMessage }
  | { readonly upgraded: IncomingMessage; readonly socket: Duplex; readonly head: Buffer };

function sent(call: Call, target: URL, path: string, isUpgrade: boolean): Promise<Answer> {
  const { request, response } = call;
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const headers = passedOn(request.headers);
    const outgoing = send({
      host: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port || (target.protocol === 'https:' ? 443 : 80),
      method: request.method,
      path,
      headers: {
        ...headers,
        host: target.host,
        ...(isUpgrade && { connection: 'Upgrade', upgrade: request.headers.upgrade }),
      },
      agent: false,
      // A pod's certificate is signed by an authority of the pod's choice; a real server does not check it either.
      rejectUnauthorized: false,
    });
    outgoing.on('response', (incoming) => resolve({ incoming }));
    outgoing.on('upgrade', (upgraded, socket, head) => resolve({ upgraded, socket, head }));
    outgoing.on('error', (error: NodeJS.ErrnoException & { address?: string; port?: number }) =>
      reject(new StatusError(503, 'ServiceUnavailable', `error trying to reach service: ${reasonOf(error)}`)),
    );
    response.once('close', () => outgoing.destroy());
    if (isUpgrade) outgoing.end();
    else request.pipe(outgoing);
  });
}

function reasonOf({
  code,
  address,
  port,
  message,
}: NodeJS.ErrnoException & { address?: string; port?: number }): string {
  if (code === 'ECONNREFUSED') return `dial tcp ${address}:${port}: connect: connection refused`;
  return code === 'ECONNRESET' ? 'EOF' : message;
}

/** From here on it is bytes both ways. */
async function join(call: Call, { upgraded, socket, head }: Extract<Answer, { socket: Duplex }>): Promise<void> {
  const { request, response } = call;
  const client = request.socket;
  const headers = passedOn(upgraded.headers) as Record<string, string>;
  call.writeHead(101, { ...headers, connection: 'Upgrade', upgrade: upgraded.headers.upgrade ?? '' });
  response.flushHeaders();
  response.detachSocket(client);
  client.write(head);
  // Either side may just go away; then the other goes too.
  await Promise.allSettled([pipeline(client, socket), pipeline(socket, client)]);
}

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const isOwn = (name: string): boolean =>
    HOP_BY_HOP.includes(name) || name === 'authorization' || isImpersonationHeader(name);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isOwn(name)));
}
