import { readFile } from 'node:fs/promises';
import { type Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { loadKubeconfig, type PemSource } from '../config/index.ts';

/** The API server behind the proxy, and who the proxy is there. */
export interface Upstream {
  readonly url: URL;
  readonly tls: RequestOptions;
  /** Presented for requests that carry the proxy's own token. */
  readonly certificate: { readonly cert: string; readonly key: string } | undefined;
  readonly token: string | undefined;
}

export async function upstreamOf(kubeconfig: string): Promise<Upstream> {
  const { server, tls, user } = await loadKubeconfig({ text: kubeconfig });
  const { certificate, token, tokenFile } = user;
  const ca = tls.ca && (await readPem(tls.ca));
  return {
    url: new URL(server),
    tls: {
      ...(ca && { ca }),
      ...(tls.serverName && { servername: tls.serverName }),
      ...(tls.insecureSkipVerify && { rejectUnauthorized: false }),
    },
    certificate: certificate && { cert: await readPem(certificate.cert), key: await readPem(certificate.key) },
    token: tokenFile ? (await readFile(tokenFile, 'utf8')).trim() : token,
  };
}

async function readPem(source: PemSource): Promise<string> {
  return 'pem' in source ? source.pem : readFile(source.file, 'utf8');
}

// Of one hop only (RFC 9110, section 7.6.1); both sides of the proxy make their own.
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
  'host',
]);

/** Header names in lower case, values as they came, those of one hop left out. */
export function endToEndHeaders(message: IncomingMessage): Record<string, string[]> {
  const headers = Object.entries(message.headersDistinct).filter(([name]) => !HOP_BY_HOP.has(name));
  return Object.fromEntries(headers.map(([name, values]) => [name, values ?? []]));
}

export interface Forwarding {
  readonly upstream: Upstream;
  readonly incoming: IncomingMessage;
  /** Of the incoming request, end to end. */
  readonly headers: Record<string, string[]>;
  readonly uri: string;
  /** The bearer token that stands for the upstream's own identity. */
  readonly proxyToken: string;
  readonly agent: Agent;
  readonly signal: AbortSignal;
}

/** Sends the client's request on, its body as it arrives, and resolves with the answer's beginning. */
export function forward(forwarding: Forwarding): Promise<IncomingMessage> {
  const { upstream, incoming, uri, proxyToken, agent, signal } = forwarding;
  const { ...headers } = forwarding.headers;
  const isOwn = headers.authorization?.[0] === `Bearer ${proxyToken}`;
  if (isOwn) delete headers.authorization;
  if (isOwn && upstream.token !== undefined) headers.authorization = [`Bearer ${upstream.token}`];
  const { url, tls, certificate } = upstream;
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const path = url.pathname.replace(/\/$/, '') + uri;
  const options = { ...tls, ...(isOwn && certificate), method: incoming.method, headers, path, agent, signal };
  return new Promise((resolve, reject) => {
    const outgoing = send(url, options, resolve);
    outgoing.on('error', reject);
    // Nothing to end it with if the client breaks off in its body: then the exchange's signal does.
    incoming.pipe(outgoing);
  });
}
