import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { channel, tracingChannel } from 'node:diagnostics_channel';

/** The time of one reconcile: from beginning to end, and what of it the processor worked for it. */
interface Reconcile {
  readonly controller: string;
  readonly startedAt: number;
  cpuMs: number;
}

export interface Counted {
  readonly reads: number;
  readonly writes: number;
  readonly watches: number;
  /** Milliseconds of each reconcile of a handler: with waiting for answers and for others, and CPU time alone. */
  readonly reconcileMs: readonly number[];
  readonly cpuMs: readonly number[];
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
  #cpuMs: number[] = [];
  #byKind = new Map<string, number>();
  readonly #running = new AsyncLocalStorage<Reconcile>();
  readonly #others = new AsyncLocalStorage<true>();
  readonly #reconciles = tracingChannel('slipway:reconcile');
  readonly #requests = tracingChannel('slipway:request');
  readonly #onReconcile = {
    start: () => this.#turnTo(this.#running.getStore()),
    end: () => this.#turnTo(undefined),
    asyncEnd: () => this.#ended(),
  };
  readonly #onRequest = { start: (request: unknown) => this.#asked(request as Request) };
  /** Whose work the processor does: whatever runs in the context of a reconcile is its own. */
  #current: Reconcile | undefined;
  #since = 0;
  readonly #turns = createHook({
    before: () => this.#turnTo(this.#running.getStore()),
    after: () => this.#turnTo(undefined),
  });

  start(): void {
    // Whatever a reconcile does runs in its context, so its requests are distinguished from those of others.
    channel('tracing:slipway:reconcile:start').bindStore(this.#running, (trace) => ({
      controller: (trace as { controller: string }).controller,
      startedAt: performance.now(),
      cpuMs: 0,
    }));
    this.#reconciles.subscribe(this.#onReconcile as never);
    this.#requests.subscribe(this.#onRequest as never);
    this.#turns.enable();
  }

  stop(): void {
    this.#turns.disable();
    channel('tracing:slipway:reconcile:start').unbindStore(this.#running);
    this.#reconciles.unsubscribe(this.#onReconcile as never);
    this.#requests.unsubscribe(this.#onRequest as never);
  }

  /** Does what others do meanwhile: it is not the operator's. */
  aside<T>(work: () => Promise<T>): Promise<T> {
    return this.#others.run(true, work);
  }

  /** Since what was counted was taken. */
  get writes(): number {
    return this.#writes;
  }

  /** What was counted since the last time. */
  take(): Counted {
    const counted = {
      reads: this.#reads,
      writes: this.#writes,
      watches: this.#watches,
      reconcileMs: this.#reconcileMs,
      cpuMs: this.#cpuMs,
      byKind: this.#byKind,
    };
    [this.#reads, this.#writes, this.#watches, this.#reconcileMs, this.#cpuMs] = [0, 0, 0, [], []];
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
  }

  #turnTo(reconcile: Reconcile | undefined): void {
    if (reconcile === this.#current) return;
    const now = cpuMs();
    if (this.#current) this.#current.cpuMs += now - this.#since;
    [this.#current, this.#since] = [reconcile, now];
  }

  #ended(): void {
    this.#turnTo(undefined);
    const reconcile = this.#running.getStore();
    if (reconcile?.controller !== 'gatihandlers.gati.dev') return;
    this.#reconcileMs.push(performance.now() - reconcile.startedAt);
    this.#cpuMs.push(reconcile.cpuMs);
  }
}

/** Of the whole process: garbage is collected by whose turn it is. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** `/apis/apps/v1/namespaces/a/deployments/b/status` → `deployments/status`. */
function resourceOf(path: string): string {
  const [resource = path, , subresource] = path.replace(/^.*\/namespaces\/[^/]+\//, '').split('/');
  return subresource === undefined ? resource : `${resource}/${subresource}`;
}
