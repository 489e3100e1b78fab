import type { Clock } from '@slipway/apimachinery/clock';
import type { AnyObject } from '../kinds/index.ts';
import type { Logger } from '../log/index.ts';
import type { Transport } from '../transport/index.ts';
import { type Collection, Reflector, Slices, type WatchListMemory, type WatchTiming } from '../watch/index.ts';
import { checkConsistency, type Inconsistency } from './consistency.ts';
import { type IntakeOptions, intake } from './intake.ts';
import { Store } from './store.ts';

/** What all caches of one cluster have in common. */
export interface MirrorSurroundings {
  readonly transport: Transport;
  readonly cluster: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  readonly timing: WatchTiming;
  readonly watchLists: WatchListMemory;
  readonly resyncMs: number;
  /** Absent where consistency is not checked. */
  readonly onInconsistency: ((inconsistency: Inconsistency) => void) | undefined;
}

const RESYNC_SPREAD = 0.1;
const CONSISTENCY_CHECK_MS = 600_000;

/**
 * One reflector with the store that it fills, and what else happens to that store over time. It is the unit
 * that consumers share.
 */
export class Mirror<Obj extends AnyObject> {
  readonly collection: Collection;
  readonly store: Store<Obj>;
  readonly reflector: Reflector;
  inconsistencies = 0;
  readonly #surroundings: MirrorSurroundings;
  readonly #stopping = new AbortController();
  readonly #stateListeners = new Set<() => void>();
  readonly #tasks = new Set<Promise<void>>();

  constructor(collection: Collection, options: IntakeOptions<Obj>, surroundings: MirrorSurroundings) {
    const { onInconsistency, ...common } = surroundings;
    this.collection = collection;
    this.#surroundings = surroundings;
    this.store = new Store<Obj>({
      prepare: intake(options),
      needsManagedFields: options.keepManagedFields ? undefined : (json) => options.ownedFields.mayBeIn(json),
      logger: surroundings.logger,
    });
    this.reflector = new Reflector({
      ...common,
      collection,
      target: this.store,
      onSynced: () => onInconsistency && this.#own(this.#checkConsistency()),
      onStateChange: () => this.#stateListeners.forEach((listener) => listener()),
    });
  }

  start(): void {
    const { signal } = this.#stopping;
    const { resyncMs, random, onInconsistency } = this.#surroundings;
    this.#own(this.reflector.run(signal));
    if (Number.isFinite(resyncMs)) {
      this.#own(
        this.#every(
          () => resyncMs * (1 + RESYNC_SPREAD * (2 * random() - 1)),
          () => this.store.resync(this.slices()),
        ),
      );
    }
    if (onInconsistency)
      this.#own(
        this.#every(
          () => CONSISTENCY_CHECK_MS,
          () => this.#checkConsistency(),
        ),
      );
  }

  /** Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }

  onStateChange(listener: () => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  slices(): Slices {
    return new Slices(this.#surroundings.clock, this.#surroundings.timing.sliceMs);
  }

  async #every(intervalMs: () => number, task: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await this.#surroundings.clock.sleep(intervalMs(), signal);
      await task();
    }
  }

  async #checkConsistency(): Promise<void> {
    if (!this.store.isFilled) return;
    const { transport, cluster, timing, onInconsistency } = this.#surroundings;
    const found = await checkConsistency(this.store, {
      transport,
      cluster,
      collection: this.collection,
      pageDeadlineMs: timing.listPageMs,
      slices: this.slices(),
      signal: this.#stopping.signal,
    });
    if (found === undefined) return;
    this.inconsistencies++;
    onInconsistency?.(found);
  }

  /** Sees to it that `stop` waits for `task`. Its end by the abort is its ordinary end. */
  #own(task: Promise<void>): void {
    const owned = task
      .catch((error: unknown) => {
        if (this.#stopping.signal.aborted) return;
        this.#surroundings.logger.error({ error }, 'a task of a cache failed');
      })
      .finally(() => this.#tasks.delete(owned));
    this.#tasks.add(owned);
  }
}
