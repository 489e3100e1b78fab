import type { Client, ObjectRef } from '@slipway/kube';
import { waitUntil } from '@slipway/tools/processes/index';
import { HttpRoute } from './kinds.ts';
import { ask } from './request.ts';

const DEADLINE_MS = 30_000;
const HOST = 'marker.invalid';

/**
 * Tells when a gateway has put in place what was written before. It does so by a route of its own that
 * leads to another place each time: changes of one kind reach a gateway in the order in which they were
 * written, so once requests are led to the new place, all that came before it holds too.
 */
export class Marker {
  readonly #client: Client;
  readonly #gateway: ObjectRef;
  readonly #url: string;
  #count = 0;

  constructor(client: Client, gateway: ObjectRef, url: string) {
    this.#client = client;
    this.#gateway = gateway;
    this.#url = url;
  }

  async passes(signal: AbortSignal = AbortSignal.timeout(DEADLINE_MS)): Promise<void> {
    this.#count++;
    const hostname = `${this.#count}.${HOST}`;
    const requestRedirect = { hostname, statusCode: 302 };
    const route = {
      metadata: { namespace: this.#gateway.namespace ?? '', name: 'marker' },
      spec: {
        parentRefs: [this.#gateway],
        hostnames: [HOST],
        rules: [{ filters: [{ type: 'RequestRedirect', requestRedirect }] }],
      },
    };
    await this.#client.apply(HttpRoute, route, { fieldManager: 'test-gateway', force: true, signal });
    await waitUntil(async () => {
      const { headers } = await ask(this.#url, { headers: { host: HOST }, signal });
      return headers.location?.includes(hostname) ? true : undefined;
    }, signal);
  }
}
