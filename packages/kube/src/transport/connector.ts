import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { buildConnector as BuildConnector } from 'undici';
import { buildConnector } from './undici.ts';

/** What one set of connections is made with; another set is built when it changes. */
export interface TlsMaterial {
  readonly ca: string | undefined;
  readonly certificate: { readonly cert: string; readonly key: string } | undefined;
}

export interface ConnectorOptions {
  readonly tls: TlsMaterial;
  readonly serverName: string | undefined;
  readonly insecureSkipVerify: boolean;
  readonly proxyUrl: string | undefined;
  readonly connectTimeoutMs: number;
  readonly tcpKeepAliveMs: number;
}

/**
 * Opens sockets to the API server, through the proxy where there is one. Each connector has a TLS
 * session cache of its own, so that connections with new certificates resume no old session.
 */
export function createConnector(options: ConnectorOptions): BuildConnector.connector {
  const { proxyUrl } = options;
  let opened: BuildConnector.connector | undefined;
  // Made by the first connection, so that a bad certificate fails a request and not the making of a handle.
  const direct: BuildConnector.connector = (target, callback) => {
    opened ??= directConnector(options);
    opened(target, callback);
  };
  if (proxyUrl === undefined) return direct;
  return (target, callback) =>
    openTunnel(new URL(proxyUrl), target, options, (error, socket) => {
      if (error) return callback(error, null);
      if (target.protocol !== 'https:') return callback(null, socket);
      return direct({ ...target, httpSocket: socket }, callback);
    });
}

function directConnector(options: ConnectorOptions): BuildConnector.connector {
  const { tls, serverName, connectTimeoutMs, tcpKeepAliveMs } = options;
  return buildConnector({
    timeout: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelay: tcpKeepAliveMs,
    // HTTP/1.1 is the only protocol offered.
    allowH2: false,
    rejectUnauthorized: !options.insecureSkipVerify,
    ...(serverName !== undefined && { servername: serverName }),
    // One for all sockets: to read certificates and key again for each would take 2 ms of it.
    secureContext: createSecureContext({ ...(tls.ca !== undefined && { ca: tls.ca }), ...tls.certificate }),
  });
}

/** A socket to the target through an HTTP proxy, by CONNECT. */
function openTunnel(
  proxy: URL,
  target: BuildConnector.Options,
  { connectTimeoutMs, tcpKeepAliveMs, tls }: ConnectorOptions,
  callback: (...result: [Error, null] | [null, Socket]) => void,
): void {
  const authority = `${target.hostname}:${target.port || (target.protocol === 'https:' ? '443' : '80')}`;
  const credential = proxy.username || proxy.password ? basicCredential(proxy) : undefined;
  const host = proxy.hostname.replace(/^\[|\]$/g, '');
  const request = (proxy.protocol === 'https:' ? httpsRequest : httpRequest)({
    method: 'CONNECT',
    host,
    port: proxy.port,
    path: authority,
    headers: { host: authority, ...(credential !== undefined && { 'proxy-authorization': credential }) },
    timeout: connectTimeoutMs,
    agent: false,
    // Else Node would ask the proxy for a certificate of the target, which the Host header names.
    servername: isIP(host) === 0 ? host : '',
    // As kubectl does, a proxy with TLS may be certified by the cluster's authority, too. The client
    // certificate is for the API server alone.
    ...(tls.ca !== undefined && { ca: [...rootCertificates, tls.ca] }),
  });
  request.once('connect', (answer, socket) => {
    if (answer.statusCode === 200) return callback(null, socket.setKeepAlive(true, tcpKeepAliveMs));
    socket.destroy();
    return callback(proxyFailure(`answered ${answer.statusCode} to CONNECT ${authority}`), null);
  });
  request.once('timeout', () => request.destroy(proxyFailure(`did not answer within ${connectTimeoutMs} ms`)));
  request.once('error', (error) => callback(error, null));
  request.end();
}

function proxyFailure(problem: string): Error {
  return Object.assign(new Error(`The proxy ${problem}.`), { code: 'PROXY_FAILED' });
}

function basicCredential(proxy: URL): string {
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
