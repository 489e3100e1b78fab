import { realClock } from '@slipway/apimachinery/clock';
import { createCredentials } from '../auth/index.ts';
import type { ClusterConfig } from '../config/index.ts';
import { silentLogger } from '../log/index.ts';
import { type TransportOptions, transportDefaults } from '../options.ts';
import { Connections } from './connections.ts';
import { impersonationHeaders } from './headers.ts';
import { HttpTransport } from './http-transport.ts';
import { proxyFor } from './proxy.ts';
import { TokenBucket } from './token-bucket.ts';
import type { Transport } from './transport.ts';

/**
 * A transport to the API server of `config`. Nothing is opened or read before the first request.
 *
 * **Guarantees.** Lanes share no socket. A request is repeated only where that cannot double its
 * effect. Changed credentials and certificates are used without a restart. Two transports share
 * nothing.
 *
 * **Assumptions.** The caller closes it; until then idle sockets do not keep the process alive.
 *
 * **Errors.** `KUBE_CONFIG` where the proxy of the environment cannot be used.
 */
export function createTransport(config: ClusterConfig, options: TransportOptions = {}): Transport {
  const { clock = realClock, random = Math.random, logger = silentLogger, env = process.env } = options;
  const settings = { ...transportDefaults, ...options, retry: { ...transportDefaults.retry, ...options.retry } };
  const surroundings = { clock, random, logger };
  const url = new URL(config.server);
  const connections = new Connections(createCredentials(config.user, { ...settings, ...surroundings, env }), {
    ...settings,
    ...surroundings,
    origin: url.origin,
    tls: config.tls,
    hasSockets: options.fetch === undefined,
    proxyUrl: proxyFor(config.server, config.proxyUrl, env),
  });
  return new HttpTransport({
    ...surroundings,
    url: config.server,
    origin: url.origin,
    basePath: url.pathname.replace(/\/+$/, ''),
    connections,
    fetch: options.fetch,
    headers: impersonationHeaders(config.impersonate),
    operator: options.operator,
    deadlineMs: settings.deadlineMs,
    maxAnswerBytes: settings.maxAnswerBytes,
    retry: settings.retry,
    onRetry: options.onRetry,
    bucket: options.rateLimit && new TokenBucket(clock, options.rateLimit),
  });
}
