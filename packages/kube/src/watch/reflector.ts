import { isDeepStrictEqual } from 'node:util';
import { type Clock, realClock } from '@slipway/apimachinery/clock';
import { resourceName } from '../kinds/index.ts';
import { type Logger, silentLogger } from '../log/index.ts';
import type { Transport } from '../transport/index.ts';
import { NO_BACKOFF, nextBackoff } from './backoff.ts';
import { type Collection, describeCollection } from './collection.ts';
import { CollectionReader } from './collection-reader.ts';
import type { ReflectorCounters, ReflectorState } from './reflector-state.ts';
import { afterStreamEnd, type NextStep, NO_HISTORY, type StreamEnd } from './stream-end.ts';
import { afterSyncFailure, DEFAULT_PLAN, type NextSync, type SyncPlan } from './sync-failure.ts';
import type { ReflectorTarget } from './target.ts';
import { WATCH_TIMING, type WatchTiming } from './timing.ts';
import { WatchListMemory } from './watch-list-memory.ts';

export interface ReflectorOptions {
  readonly transport: Transport;
  readonly collection: Collection;
  readonly target: ReflectorTarget;
  /** Names the cluster in logs and traces. @default the server's address */
  readonly cluster?: string;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly logger?: Logger;
  /** Times other than the default ones, whose comments say what each guards against. */
  readonly timing?: Partial<WatchTiming>;
  /** Shared by the reflectors of one server. @default one of its own */
  readonly watchLists?: WatchListMemory;
  /** Called after each completed sync, before the next event is looked at. */
  readonly onSynced?: () => void;
  /** Called when `synced`, `stale`, `absent`, `forbidden` or `blocker` has changed. */
  readonly onStateChange?: () => void;
}

interface Health {
  readonly synced: boolean;
  readonly stale: boolean;
  readonly absent: boolean;
  readonly forbidden: boolean;
  readonly blocker: string | undefined;
}

const HEALTHY = { stale: false, absent: false, forbidden: false, blocker: undefined };

/**
 * Keeps a target equal to a collection of the server.
 *
 * **Expected flow**: a sync (WatchList, or a list where the server has none), then watches that follow each
 * other, each from the resource version that the target has reached. What ends a stream is judged by
 * `afterStreamEnd`, a failed sync by `afterSyncFailure`; this class only carries out what they say.
 *
 * **Guarantees**: the target sees each change in order, or the difference that a later sync finds. Until a
 * sync is whole the target keeps its old content. One backoff covers all requests.
 *
 * **Assumptions**: the target's `apply` neither waits nor throws.
 *
 * **Caveats**: states between two syncs are not seen. An unreachable server is not an empty one: nothing is
 * deleted because of silence.
 *
 * **Errors**: none leave `run`. They are counted, logged, and readable as `state.blocker`.
 */
export class Reflector {
  readonly counters: ReflectorCounters = { lists: 0, watches: 0, restarts: {} };
  readonly #options: ReflectorOptions;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #log: Logger;
  readonly #watchLists: WatchListMemory;
  readonly #reader: CollectionReader;
  readonly #names: { readonly cluster: string; readonly resource: string; readonly namespace: string | undefined };
  #health: Health = { ...HEALTHY, synced: false };
  #unbrokenSince: number | undefined;
  #lastEventAt: number | undefined;
  #backoff = NO_BACKOFF;
  #history = NO_HISTORY;

  constructor(options: ReflectorOptions) {
    const { transport, collection, target, clock = realClock, random = Math.random } = options;
    const timing = { ...WATCH_TIMING, ...options.timing };
    this.#options = options;
    this.#clock = clock;
    this.#random = random;
    this.#log = options.logger ?? silentLogger;
    this.#watchLists = options.watchLists ?? new WatchListMemory(clock, timing.watchListRetryMs);
    const { kind, namespace } = collection;
    this.#names = { cluster: options.cluster ?? transport.url, resource: resourceName(kind), namespace };
    this.#reader = new CollectionReader({
      transport,
      collection,
      target,
      clock,
      random,
      timing,
      names: this.#names,
      onOpen: () => this.#setHealth({ ...this.#health, absent: false, forbidden: false, blocker: undefined }),
      onBytes: () => (this.#lastEventAt = clock.wall()),
      onSynced: () => {
        this.#lastEventAt = clock.wall();
        this.#setHealth({ ...HEALTHY, synced: true });
        options.onSynced?.();
      },
    });
  }

  get state(): ReflectorState {
    const lastResourceVersion = this.#options.target.resourceVersion || undefined;
    const { synced, blocker } = this.#health;
    const unbrokenSince = synced && blocker === undefined ? this.#unbrokenSince : undefined;
    return { ...this.#health, unbrokenSince, lastResourceVersion, lastEventAt: this.#lastEventAt };
  }

  /** Runs until `signal` fires. To be called once. */
  async run(signal: AbortSignal): Promise<void> {
    let next: NextStep | NextSync = { step: 'sync', wait: 'none' };
    try {
      for (;;) {
        next = await this.#take(next, signal);
        this.#note(next);
        await this.#wait(next, signal);
        if (next.probe && (await this.#reader.hasServerGoneBack(signal))) {
          this.#log.warn(this.#names, 'the server has gone back to an earlier state, reading it afresh');
          next = { step: 'sync', wait: 'none', plan: { from: 'empty', whole: false } };
        }
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async #take(next: NextStep | NextSync, signal: AbortSignal): Promise<NextStep | NextSync> {
    try {
      if (next.step === 'sync') return await this.#sync('plan' in next ? next.plan : DEFAULT_PLAN, signal);
      this.counters.watches++;
      return this.#judge(await this.#reader.watch(signal));
    } catch (error) {
      signal.throwIfAborted();
      // A fault of this process, not of the server. The content may be wrong, so it is read again.
      this.#log.error({ ...this.#names, error }, 'reflector failed, syncing again');
      return { step: 'sync', wait: 'backoff', blocker: error instanceof Error ? error.message : String(error) };
    }
  }

  async #sync(plan: SyncPlan, signal: AbortSignal): Promise<NextStep | NextSync> {
    const { kind } = this.#options.collection;
    const resourceVersion = plan.from === 'empty' ? '' : this.#options.target.resourceVersion;
    const method = !plan.whole && this.#watchLists.isWorthTrying(kind) ? 'watch-list' : 'list';
    this.counters[method === 'list' ? 'lists' : 'watches']++;
    const outcome =
      method === 'list'
        ? await this.#reader.list(resourceVersion, plan.whole, signal)
        : await this.#reader.watchList(resourceVersion, signal);
    if (outcome === 'synced') return { step: 'rewatch', wait: 'none' };
    if ('end' in outcome) return this.#judge(outcome.end);
    const { failure, isContinued } = outcome;
    const next = afterSyncFailure(failure, { method, resourceVersion, isContinued });
    if (next.lacksWatchList) {
      this.#watchLists.noteLack(kind);
      this.#log.debug({ ...this.#names, cause: failure.cause }, 'the server has no WatchList here, listing instead');
    }
    return next;
  }

  #judge(end: StreamEnd): NextStep {
    const { restarts } = this.counters;
    const reason = end.cause === 'refused' ? `${end.by}-${end.status}` : end.cause;
    restarts[reason] = (restarts[reason] ?? 0) + 1;
    this.#log.debug({ ...this.#names, reason, openMs: end.openMs }, 'watch ended');
    const { next, history } = afterStreamEnd(end, this.#history, this.#clock.now());
    this.#history = history;
    return next;
  }

  #note({ step, wait, blocker, stale, absent, forbidden }: NextStep): void {
    if (wait === 'none') return;
    // Logged once: a kind that is not installed is asked for again and again.
    const isKnown = blocker === this.#health.blocker;
    this.#setHealth({
      ...this.#health,
      absent: absent === true,
      forbidden: forbidden === true,
      blocker,
      stale: this.#health.stale || stale === true,
    });
    const what = `${describeCollection(this.#options.collection)}: ${blocker}`;
    if (isKnown) this.#log.debug({ ...this.#names, step }, `${what}; still so`);
    // A kind that was never there is no trouble by itself: who cannot do without it says so.
    else if (absent && !this.#health.synced) this.#log.info({ ...this.#names, step }, `${what}; looked for again`);
    else if (stale) this.#log.warn({ ...this.#names, step }, `${what}; the last content is kept`);
    else this.#log.info({ ...this.#names, step }, `${what}; backing off`);
  }

  async #wait({ wait, atLeastMs = 0 }: NextStep, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (wait === 'none') return;
    const { state, delayMs } = nextBackoff(this.#backoff, { now: this.#clock.now(), random: this.#random });
    this.#backoff = state;
    await this.#clock.sleep(Math.max(delayMs, atLeastMs), signal);
  }

  #setHealth(health: Health): void {
    const before = this.#health;
    if (isDeepStrictEqual(health, before)) return;
    if (health.synced && health.blocker === undefined && (!before.synced || before.blocker !== undefined))
      this.#unbrokenSince = this.#clock.wall();
    this.#health = health;
    this.#options.onStateChange?.();
  }
}
