import { type Clock, type Logger, realClock, silentLogger } from '@slipway/kube';
import { type Key, keyId, type Taken, WorkQueue } from '../queue/index.ts';
import { FailurePace } from './failure-pace.ts';
import { type ControllerObserver, silentObserver } from './observer.ts';
import { type Outcome, outcomeOf, type Result } from './outcome.ts';
import { type Gate, Parking } from './parking.ts';
import { type Run, type RunScope, run } from './run.ts';
import { traceReconcile } from './tracing.ts';

/** Work on one key: read the newest state, compute what should be, change what differs. */
export type Reconcile<K extends Key> = (
  key: K,
  run: Run,
) => Promise<Result | undefined | void> | Result | undefined | void;

export interface ControllerOptions<K extends Key> {
  /** Unique in the process: the label of its metrics and its place in the user agent. */
  readonly name: string;
  readonly reconcile: Reconcile<K>;
  /** Most runs at a time, of different keys. @default 1: the order of events is then the order of work */
  readonly maxConcurrent?: number;
  /** @default 120_000 ms: above any sum of request deadlines that a sane reconcile makes */
  readonly timeoutMs?: number;
  /** Time that a run may take to end after its signal fired. @default 10_000 ms */
  readonly graceMs?: number;
  /** @default every key passes */
  readonly gate?: Gate<K>;
  /** Whether work may start now: false once the lease is too old. @default always */
  readonly mayStart?: () => boolean;
  /** Most runs of one cluster's keys while others wait. @default a quarter of `maxConcurrent`, at least 1 */
  readonly clusterShare?: number;
  readonly observer?: ControllerObserver;
  /** Called with each failure that is logged: the first of its kind, then at growing intervals. */
  readonly onFailure?: (key: K, error: Error) => void;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** So many lost races in a row are no race: with the backoff of the queue that is 10 s. */
const MANY_CONFLICTS = 12;

/**
 * Turns keys into work, one run per key at a time.
 *
 * **Expected flow.** Sources add keys to `queue`; `start` takes them until `stop`.
 *
 * **Guarantees.** Never two runs of one key at once. A key whose run failed comes back; one
 * whose run ignores its signal keeps its worker and is never run twice. Nothing that a
 * reconcile throws ends the process.
 */
export class Controller<K extends Key> {
  readonly name: string;
  readonly queue: WorkQueue<K>;
  readonly #options: Required<Pick<ControllerOptions<K>, 'maxConcurrent' | 'timeoutMs' | 'graceMs'>>;
  readonly #reconcile: Reconcile<K>;
  readonly #gate: Gate<K>;
  readonly #mayStart: () => boolean;
  readonly #observer: ControllerObserver;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #onFailure: NonNullable<ControllerOptions<K>['onFailure']>;
  readonly #pace = new FailurePace<K>();
  readonly #parking: Parking<K>;
  readonly #running = new Map<string, RunInProgress<K>>();
  readonly #stuck = new Map<string, RunScope>();
  #workers: Promise<void>[] = [];
  #resume: (() => void)[] = [];
  #onEnd: (() => void)[] = [];

  constructor(options: ControllerOptions<K>) {
    const { name, reconcile, maxConcurrent = 1, timeoutMs = 120_000, graceMs = 10_000 } = options;
    this.name = name;
    this.#reconcile = reconcile;
    this.#options = { maxConcurrent, timeoutMs, graceMs };
    this.#gate = options.gate ?? (() => undefined);
    this.#mayStart = options.mayStart ?? (() => true);
    this.#observer = options.observer ?? silentObserver;
    this.#clock = options.clock ?? realClock;
    this.#log = options.logger ?? silentLogger;
    this.#onFailure = options.onFailure ?? (() => undefined);
    this.queue = new WorkQueue<K>({
      name,
      clock: this.#clock,
      clusterShare: options.clusterShare ?? Math.max(1, Math.floor(maxConcurrent / 4)),
      observer: this.#observer.queue,
    });
    this.#parking = new Parking((key, priority) => this.queue.add(key, { priority }));
  }

  /** Begins to take keys. */
  start(): void {
    this.#workers = Array.from({ length: this.#options.maxConcurrent }, () => this.#work());
  }

  /** Looks again whether work may start: called when the lease was renewed after a pause. */
  resume(): void {
    for (const wake of this.#resume.splice(0)) wake();
  }

  /** Takes no more keys. Resolves when all runs have ended. */
  async stop(): Promise<void> {
    this.queue.shutDown();
    this.resume();
    await this.queue.drained();
    await Promise.all(this.#workers);
  }

  /** Fires the signals of the runs in progress: of all, or of those whose key is meant. */
  abort(reason: unknown, isMeant: (key: K) => boolean = () => true): void {
    for (const { key, abort } of this.#running.values()) if (isMeant(key)) abort.abort(reason);
  }

  /** Resolves when no run of such a key is in progress. */
  async ended(isMeant: (key: K) => boolean): Promise<void> {
    while ([...this.#running.values()].some(({ key }) => isMeant(key)))
      await new Promise<void>((resolve) => {
        this.#onEnd.push(resolve);
      });
  }

  /** Forgets the keys of which this is true, and all that is remembered of them. */
  drop(isDropped: (key: K) => boolean): void {
    this.queue.drop(isDropped);
    this.#pace.drop(isDropped);
  }

  /** What is going on now, for health details and metrics. */
  state(): ControllerState<K> {
    const now = this.#clock.now();
    const ages = [...this.#running.values()].map(({ since }) => now - since);
    return {
      running: this.#running.size,
      longestRunMs: Math.max(0, ...ages),
      unfinishedMs: ages.reduce((sum, age) => sum + age, 0),
      stuck: [...this.#stuck.values()],
      // Only a restart frees them.
      isDead: this.#stuck.size >= this.#options.maxConcurrent,
      parked: this.#parking.blockers(),
    };
  }

  async #work(): Promise<void> {
    for (;;) {
      const taken = await this.queue.get();
      if (!taken) return;
      if (this.#mayStart()) await this.#handle(taken);
      else await this.#pause(taken);
    }
  }

  /** Puts the key back and waits until `resume` or `stop`. */
  async #pause({ key, priority }: Taken<K>): Promise<void> {
    this.queue.add(key, { priority });
    this.queue.done(key);
    await new Promise<void>((resolve) => {
      this.#resume.push(resolve);
    });
  }

  async #handle(taken: Taken<K>): Promise<void> {
    const { key, priority, waitedMs } = taken;
    const obstacle = this.#gate(key);
    if (obstacle) {
      this.#parking.park(key, priority, obstacle);
      this.queue.done(key);
      return;
    }
    this.#observer.taken(waitedMs);
    const started = this.#clock.now();
    const id = keyId(key);
    const abort = new AbortController();
    this.#running.set(id, { key, since: started, abort });
    const outcome = await this.#run(key, abort.signal);
    this.#running.delete(id);
    this.#stuck.delete(id);
    this.#observer.ended(outcome, this.#clock.now() - started);
    this.#conclude(taken, outcome);
    for (const wake of this.#onEnd.splice(0)) wake();
  }

  async #run(key: K, stop: AbortSignal): Promise<Outcome> {
    const { timeoutMs, graceMs } = this.#options;
    let outcome: Outcome | undefined;
    await traceReconcile(this.name, key, async (trace) => {
      const ending = await run(
        {
          controller: this.name,
          key,
          clock: this.#clock,
          timeoutMs,
          graceMs,
          stop,
          onStuck: (scope) => this.#reportStuck(scope),
        },
        (current) => {
          trace.reconcileID = current.reconcileID;
          return this.#reconcile(key, current);
        },
      );
      outcome = outcomeOf(ending);
      trace.result = outcome.result;
      trace.error = outcome.isConflict ? undefined : outcome.error;
      if (!outcome.error) this.#pace.forget(key);
      else if (!stop.aborted) this.#reportError(key, trace.reconcileID, outcome, outcome.error);
    });
    return outcome as Outcome;
  }

  /** What becomes of the key. `done` is last, so that an add in between is not handed out too early. */
  #conclude({ key, priority }: Taken<K>, { requeue }: Outcome): void {
    if (!requeue?.rateLimited) this.queue.forget(key);
    if (requeue) this.queue.add(key, { priority, ...requeue });
    this.queue.done(key);
  }

  #reportError(key: K, reconcileID: string | undefined, outcome: Outcome, error: Error): void {
    const failures = this.queue.failures(key) + 1;
    const fields = { controller: this.name, key, reconcileID, failures, error };
    if (outcome.isConflict && failures < MANY_CONFLICTS)
      return this.#log.debug(fields, 'What the reconcile had read was changed meanwhile; it is done again.');
    if (!this.#pace.isDue(key, error, this.#clock.now())) {
      const { message } = error;
      return this.#log.debug({ ...fields, error: message }, 'The reconcile failed again, as reported before.');
    }
    this.#log.error(
      fields,
      outcome.isTerminal
        ? 'The reconcile failed for good; only a change brings it back.'
        : 'The reconcile failed and will be tried again.',
    );
    try {
      this.#onFailure(key, error);
    } catch (failure) {
      // The failure is logged already; what else is made of it must not end the worker.
      this.#log.debug({ controller: this.name, key, error: failure }, 'A failure could not be reported further.');
    }
  }

  #reportStuck(scope: RunScope): void {
    this.#stuck.set(keyId(scope.key), scope);
    this.#log.error(
      { controller: this.name, key: scope.key, reconcileID: scope.reconcileID },
      'A reconcile ignores its signal. It keeps its worker until it ends; when all workers are held so, only a ' +
        'restart helps. Pass the signal to whatever it waits for.',
    );
  }
}

interface RunInProgress<K extends Key> {
  readonly key: K;
  /** When it began. */
  readonly since: number;
  readonly abort: AbortController;
}

export interface ControllerState<K extends Key> {
  readonly running: number;
  readonly longestRunMs: number;
  readonly unfinishedMs: number;
  /** Runs that ignore their signal. */
  readonly stuck: readonly RunScope[];
  /** Every worker is held by such a run. */
  readonly isDead: boolean;
  readonly parked: readonly { readonly key: K; readonly blocker: string }[];
}
