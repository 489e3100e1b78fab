import { AsyncLocalStorage } from 'node:async_hooks';
import { channel, tracingChannel } from 'node:diagnostics_channel';

/** The time of one reconcile: all of it, and what of it was spent on waiting for the API server. */
interface Reconcile {
  readonly controller: string;
  readonly startedAt: number;
  /** Requests of it that are under way, and since when there is one. */
  pending: number;
  waitingSince: number;
  waitedMs: number;
}

export interface Counted {
  readonly reads: number;
  readonly writes: number;
  readonly watches: number;
  /** Milliseconds of each reconcile: as a whole, and without waiting for answers. */
  readonly reconcileMs: readonly number[];
  readonly ownMs: readonly number[];
  /** By verb and resource. */
  readonly byKind: ReadonlyMap<string, number>;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly lane: string;
}

/** Counts what an operator does, by the tracing channels of the runtime. */
export class OperatorTrace {
  #reads = 0;
  #writes = 0;
  #watches = 0;
  #reconcileMs: number[] = [];
  #ownMs: number[] = [];
  #byKind = new Map<string, number>();
  readonly #running = new AsyncLocalStorage<Reconcile>();
  readonly #others = new AsyncLocalStorage<true>();
  readonly #reconciles = tracingChannel('slipway:reconcile');
  readonly #requests = tracingChannel('slipway:request');
  readonly #onReconcile = { asyncEnd: () => this.#ended() };
  readonly #onRequest = {
    start: (request: unknown) => this.#asked(request as Request),
    asyncEnd: () => this.#answered(),
  };

  start(): void {
    // Whatever a reconcile does runs in its context, so its requests are told from those of others.
    channel('tracing:slipway:reconcile:start').bindStore(this.#running, (trace) => ({
      controller: (trace as { controller: string }).controller,
      startedAt: performance.now(),
      pending: 0,
      waitingSince: 0,
      waitedMs: 0,
    }));
    this.#reconciles.subscribe(this.#onReconcile as never);
    this.#requests.subscribe(this.#onRequest as never);
  }

  stop(): void {
    channel('tracing:slipway:reconcile:start').unbindStore(this.#running);
    this.#reconciles.unsubscribe(this.#onReconcile as never);
    this.#requests.unsubscribe(this.#onRequest as never);
  }

  /** Does what others do meanwhile: it is not the operator's. */
  aside<T>(work: () => Promise<T>): Promise<T> {
    return this.#others.run(true, work);
  }

  /** What was counted since the last time. */
  take(): Counted {
    const counted = {
      reads: this.#reads,
      writes: this.#writes,
      watches: this.#watches,
      reconcileMs: this.#reconcileMs,
      ownMs: this.#ownMs,
      byKind: this.#byKind,
    };
    [this.#reads, this.#writes, this.#watches, this.#reconcileMs, this.#ownMs] = [0, 0, 0, [], []];
    this.#byKind = new Map();
    return counted;
  }

  #asked({ method, path, lane }: Request): void {
    if (this.#others.getStore()) return;
    if (lane === 'watch') this.#watches += 1;
    else if (method === 'GET') this.#reads += 1;
    else this.#writes += 1;
    if (lane !== 'watch') {
      const key = `${method} ${resourceOf(path)}`;
      this.#byKind.set(key, (this.#byKind.get(key) ?? 0) + 1);
    }
    const reconcile = this.#running.getStore();
    if (reconcile && reconcile.pending++ === 0) reconcile.waitingSince = performance.now();
  }

  #answered(): void {
    const reconcile = this.#running.getStore();
    if (reconcile && --reconcile.pending === 0) reconcile.waitedMs += performance.now() - reconcile.waitingSince;
  }

  #ended(): void {
    const reconcile = this.#running.getStore();
    if (reconcile?.controller !== 'gatihandlers.gati.dev') return;
    const ms = performance.now() - reconcile.startedAt;
    this.#reconcileMs.push(ms);
    this.#ownMs.push(ms - reconcile.waitedMs);
  }
}

/** `/apis/apps/v1/namespaces/a/deployments/b/status` → `deployments/status`. */
function resourceOf(path: string): string {
  const [resource = path, , subresource] = path.replace(/^.*\/namespaces\/[^/]+\//, '').split('/');
  return subresource === undefined ? resource : `${resource}/${subresource}`;
}
