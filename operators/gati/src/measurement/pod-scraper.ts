import type { Duration, Known } from '@gati-framework/contracts/deployment';
import { type Clock, isKubeError } from '@slipway/kube';
import type { Transport } from '@slipway/kube/transport';
import { type OwnRoutes, type PodMetrics, readPodMetrics } from './pod-metrics.ts';

export interface ScrapeTarget {
  readonly namespace: string;
  readonly pod: string;
  readonly uid: string;
  readonly port: number;
  readonly own: OwnRoutes;
}

export interface PodScraperOptions {
  readonly transport: Pick<Transport, 'text'>;
  readonly clock: Clock;
  /** Scrapes at a time, over all versions. @default 16: each holds a stream of the API server */
  readonly concurrency?: number;
  /** @default 5_000 */
  readonly timeoutMs?: Duration;
  /**
   * Longest metrics of a pod, in bytes. Reading stops there, and the connection is closed.
   * @default 4 MiB: handlers expose some 100 KiB; with `concurrency` it bounds what tenants' pods can make this process hold
   */
  readonly maxBytes?: number;
  /** Ends the scrapes under way, and those that wait for their turn. */
  readonly signal?: AbortSignal;
}

const MAX_BYTES = 4 * 1024 * 1024;

/** Reads pods' metrics through the API server's proxy: no network path to the pods is needed, and RBAC decides. */
export class PodScraper {
  readonly #options: PodScraperOptions;
  readonly #running = new Map<string, Promise<Known<PodMetrics>>>();
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(options: PodScraperOptions) {
    this.#options = options;
    this.#free = options.concurrency ?? 16;
  }

  /** Never rejects. A caller that asks for a pod that is being scraped shares that scrape. */
  scrape(target: ScrapeTarget): Promise<Known<PodMetrics>> {
    const key = `${target.uid}:${target.port}${target.own.metrics}`;
    const running = this.#running.get(key) ?? this.#inTurn(target).finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  async #inTurn(target: ScrapeTarget): Promise<Known<PodMetrics>> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free -= 1;
    try {
      return await this.#read(target);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  async #read({ namespace, pod, port, own }: ScrapeTarget): Promise<Known<PodMetrics>> {
    const { transport, clock, signal, timeoutMs = 5_000, maxBytes = MAX_BYTES } = this.#options;
    try {
      const text = await transport.text({
        method: 'GET',
        path: `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}:${port}/proxy${own.metrics}`,
        accept: 'text/plain;version=0.0.4',
        controller: 'traffic',
        deadlineMs: timeoutMs,
        maxBytes,
        ...(signal && { signal }),
        // The next sample is the retry.
        retry: false,
      });
      return readPodMetrics(text, clock.wall(), own);
    } catch (error) {
      if (isKubeError(error, 'BODY_TOO_LARGE')) return { unknown: `its metrics are longer than ${maxBytes} bytes` };
      return { unknown: `its metrics cannot be read (${reasonOf(error)})` };
    }
  }
}

/** Words that stay the same from sample to sample: they end up in status. */
function reasonOf(error: unknown): string {
  if (isKubeError(error, 'KUBE_FORBIDDEN')) return 'KUBE_FORBIDDEN: grant get on pods/proxy';
  return isKubeError(error) ? error.code : 'no answer';
}
