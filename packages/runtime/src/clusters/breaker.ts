import { type Clock, isKubeError, type Logger } from '@slipway/kube';
import type { Transport } from '@slipway/kube/transport';
import type { Obstacle } from '../controller/index.ts';

export interface BreakerOptions {
  readonly cluster: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  /** Failed connections in a row after which the cluster counts as unreachable. @default 5 */
  readonly failures?: number;
}

/** Time between probes of an unreachable cluster, in milliseconds: quick at first, then as slow as a reflector. */
const PROBE_MS = { first: 1_000, longest: 30_000 };
const PROBE_DEADLINE_MS = 5_000;

/**
 * Whether a cluster can be reached. After five failed connections in a row its keys are parked, so
 * that a black hole holds no worker; the first sign of life lets them go.
 *
 * Unreachable is unknown: nothing may be concluded from it but that one has to wait.
 */
export class Breaker {
  readonly #options: BreakerOptions;
  readonly #stop = new AbortController();
  #failures = 0;
  #open: { readonly over: Promise<void>; readonly close: () => void } | undefined;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Why keys of this cluster must wait, if they must. */
  obstacle(): Obstacle | undefined {
    return this.#open && { blocker: `cluster ${this.#options.cluster} is unreachable`, over: this.#open.over };
  }

  /** A request was answered, or a watch has brought something. */
  readonly alive = (): void => {
    this.#failures = 0;
    if (!this.#open) return;
    this.#options.logger.info({ cluster: this.#options.cluster }, 'The cluster answers again.');
    this.#open.close();
    this.#open = undefined;
  };

  /** A request has failed. Only those that found nobody count. */
  readonly failed = (error: unknown): void => {
    if (!isKubeError(error, 'KUBE_UNREACHABLE', 'KUBE_TIMEOUT')) return;
    this.#failures++;
    const { failures = 5, cluster, logger } = this.#options;
    if (this.#failures < failures || this.#open || this.#stop.signal.aborted) return;
    let close: () => void = () => {};
    const over = new Promise<void>((resolve) => {
      close = resolve;
    });
    this.#open = { over, close };
    logger.warn({ cluster, error }, 'The cluster is unreachable; its work waits until it answers.');
    void this.#probe();
  };

  /** Lets every key go: at shutdown, or when the cluster is removed. */
  stop(): void {
    this.#stop.abort();
    this.#open?.close();
    this.#open = undefined;
  }

  async #probe(): Promise<void> {
    const { transport, clock, random } = this.#options;
    const { signal } = this.#stop;
    for (let waitMs = PROBE_MS.first; this.#open; waitMs = Math.min(PROBE_MS.longest, waitMs * 2)) {
      try {
        await clock.sleep(waitMs * (1 + random()), signal);
        await transport.text({ method: 'GET', path: '/version', retry: false, deadlineMs: PROBE_DEADLINE_MS, signal });
        this.alive();
      } catch (error) {
        // Any answer is a sign of life, also a refusal.
        if (isKubeError(error) && error.status !== undefined) this.alive();
      }
    }
  }
}
