import type { Logger } from '@slipway/kube';
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
    if (metrics) this.ports.metrics = await this.#serve(metrics.address, page);
    if (health) this.ports.health = await this.#serve(health.address, healthRoutes({ ...this.checks, logger }));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((endpoint) => endpoint.stop()));
  }

  #serve(address: BindAddress, answer: ConstructorParameters<typeof HttpEndpoint>[1]): Promise<number> {
    const endpoint = new HttpEndpoint(address, answer);
    this.#open.push(endpoint);
    return endpoint.start();
  }
}
