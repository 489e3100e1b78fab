import type { Logger } from '@slipway/kube';
import { type HealthCheck, healthAnswer, runChecks } from './checks.ts';

/** An answer to a GET, or undefined where the path is not ours. */
export type Route = (url: URL) => { readonly status: number; readonly body: string } | undefined;

export interface HealthOptions {
  /** Failing means: only a restart helps. */
  readonly healthz: ReadonlyMap<string, HealthCheck>;
  /** Failing means: send no traffic and hold the rollout. */
  readonly readyz: ReadonlyMap<string, HealthCheck>;
  readonly logger: Logger;
}

/** `/healthz`, `/readyz`, `/<endpoint>/<check>`, with `?verbose` and `?exclude=`. */
export function healthRoutes({ healthz, readyz, logger }: HealthOptions): Route {
  const endpoints = new Map([
    ['healthz', healthz],
    ['readyz', readyz],
  ]);
  return ({ pathname, searchParams }) => {
    const [, endpoint = '', name, ...rest] = pathname.replace(/\/$/, '').split('/');
    const checks = endpoints.get(endpoint);
    if (!checks || rest.length > 0) return undefined;

    const chosen = name === undefined ? checks : new Map([...checks].filter(([check]) => check === name));
    // Every endpoint answers `/ping`, so that a server that runs can be distinguished from one that does not.
    if (chosen.size === 0 && name !== undefined && name !== 'ping') return undefined;
    const excluded = new Set(searchParams.getAll('exclude'));
    const results = runChecks(chosen, excluded);
    for (const { name: check, outcome, error } of results) {
      if (outcome === 'failed') logger.warn({ endpoint, check, error }, 'a health check failed');
    }
    return healthAnswer(endpoint, results, { verbose: searchParams.has('verbose'), excluded });
  };
}
