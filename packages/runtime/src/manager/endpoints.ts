import type { Logger } from '@slipway/kube';
import { RuntimeError } from '../errors.ts';
import { type BindAddress, type HealthCheck, HttpEndpoint, healthRoutes } from '../health/index.ts';
import type { Metrics } from '../metrics/index.ts';

export interface EndpointsOptions {
  readonly metrics: { readonly address: BindAddress } | false;
  readonly health: { readonly address: BindAddress } | false;
  readonly page: Metrics['page'];
  readonly logger: Logger;
}

/** Where a process can be scraped and probed. */
export class Endpoints {
  readonly checks = { healthz: new Map<string, HealthCheck>(), readyz: new Map<string, HealthCheck>() };
  readonly ports: { metrics?: number; health?: number } = {};
  readonly #options: EndpointsOptions;
  readonly #open: HttpEndpoint[] = [];

  constructor(options: EndpointsOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { metrics, health, page, logger } = this.#options;
    if (metrics) this.ports.metrics = await this.#serve('metrics', metrics.address, page);
    if (health)
      this.ports.health = await this.#serve('health', health.address, healthRoutes({ ...this.checks, logger }));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((endpoint) => endpoint.stop()));
  }

  async #serve(
    option: EndpointOption,
    address: BindAddress,
    answer: ConstructorParameters<typeof HttpEndpoint>[1],
  ): Promise<number> {
    const endpoint = new HttpEndpoint(address, answer);
    this.#open.push(endpoint);
    try {
      return await endpoint.start();
    } catch (error) {
      throw unavailable(option, address, error);
    }
  }
}

type EndpointOption = 'metrics' | 'health';

/** Options come from configuration that no compiler has seen. */
export function checkAddress(option: EndpointOption, value: unknown): void {
  if (value === false) return;
  const { address } = (value ?? {}) as { address?: unknown };
  const port = typeof address === 'string' ? /:(\d{1,5})$/.exec(address)?.[1] : undefined;
  if (port !== undefined && Number(port) <= 65_535) return;
  throw new RuntimeError(
    'MANAGER_OPTIONS',
    `The option ${option} is ${JSON.stringify(value)}; it takes an address with a port, as in { address: ':8080' } or ` +
      "{ address: '127.0.0.1:0' } for any free port, or false for no endpoint.",
  );
}

function unavailable(option: EndpointOption, address: BindAddress, cause: unknown): RuntimeError {
  const { code } = cause as { code?: unknown };
  const why =
    code === 'EADDRINUSE' ? 'another process listens there' : cause instanceof Error ? cause.message : String(code);
  return new RuntimeError(
    'MANAGER_ADDRESS',
    `The option ${option} asks to listen on ${address}, and ${why}. Give another address, one with port 0 for any free ` +
      `port, or ${option}: false for no endpoint.`,
    { cause },
  );
}
