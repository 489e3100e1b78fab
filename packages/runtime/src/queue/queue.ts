import { type Clock, realClock, type Timer } from '@slipway/kube';
import { FairLines, type Place } from './fair-lines.ts';
import { Heap } from './heap.ts';
import { ItemBackoff } from './item-backoff.ts';
import { clusterOf, type Key, keyId } from './key.ts';
import { traceEntry, traceHandOut } from './tracing.ts';

/** Priority of what nobody waits for: the first list and resyncs. */
export const LOW_PRIORITY = -100;

export interface AddOptions {
  /** Not before this time has passed, in milliseconds. @default 0: ready at once */
  readonly afterMs?: number;
  /** The try has failed: also not before the end of the key's back-off, which lasts until `forget`. @default false */
  readonly rateLimited?: boolean;
  /** With `rateLimited`: when the try failed, in clock time. @default now */
  readonly failedAt?: number;
  /** Higher first. @default 0 */
  readonly priority?: number;
}

/** A key to work on, and what is known of its time in the queue. */
export interface Taken<K extends Key> {
  readonly key: K;
  readonly priority: number;
  /** Time since it was added (or since its delay ended, if later), in milliseconds. */
  readonly waitedMs: number;
}

/** Observes what happens, for metrics. Calls are synchronous and must not throw. */
export interface QueueObserver {
  added?(): void;
  retried?(): void;
  /** Number of ready keys of a priority, after a change. */
  depth?(priority: number, keys: number): void;
}

export interface QueueOptions {
  /** Whose queue it is, in traces. @default '' */
  readonly name?: string;
  readonly clock?: Clock;
  /** How many keys of one cluster may be in work while others wait. @default no limit */
  readonly clusterShare?: number;
  readonly observer?: QueueObserver;
}

interface Entry<K> {
  readonly key: K;
  readonly cluster: string;
  /** Order of the first add: delays that end together end in this order. */
  readonly created: number;
  priority: number;
  /** Clock time at which it becomes ready; null when it is. */
  readyAt: number | null;
  seq: number;
  readySeq: number;
  /** Since when it counts as waiting for a worker. */
  since: number;
}

interface Delay {
  readonly id: string;
  readonly readyAt: number;
  readonly created: number;
}

/** A timer that never fires (a suspended machine, a stepped clock) is made good this often. */
const REARM_MS = 10_000;

/**
 * Which key next, and when.
 *
 * **Guarantees.** A key is in work at most once. A key added while in work is handed out again after
 * `done`. No add is lost before `shutDown`. Add, get and done cost O(log n) in the number of keys.
 *
 * **Expected flow.** `get`, work, then `forget` or `add(key, {rateLimited: true})`, then `done`.
 *
 * **Caveats.** After `shutDown` queued keys are not handed out: the next process lists everything.
 */
export class WorkQueue<K extends Key = Key> {
  readonly #name: string;
  readonly #clock: Clock;
  readonly #observer: QueueObserver;
  readonly #backoff = new ItemBackoff();
  /** The keys that wait, ready or not; one of them may be in work at the same time. */
  readonly #entries = new Map<string, Entry<K>>();
  readonly #processing = new Map<string, { readonly cluster: string; readonly since: number }>();
  readonly #lines: FairLines;
  readonly #waiting = new Heap<Delay>((a, b) =>
    a.readyAt === b.readyAt ? a.created < b.created : a.readyAt < b.readyAt,
  );
  readonly #getters: ((taken: Taken<K> | undefined) => void)[] = [];
  readonly #depths = new Map<number, number>();
  #seq = 0;
  #timer: { readonly at: number; readonly timer: Timer } | undefined;
  #shuttingDown = false;
  readonly #onDrained: (() => void)[] = [];

  constructor(options: QueueOptions = {}) {
    this.#name = options.name ?? '';
    this.#clock = options.clock ?? realClock;
    this.#observer = options.observer ?? {};
    this.#lines = new FairLines((place) => this.#isCurrent(place), options.clusterShare ?? Number.POSITIVE_INFINITY);
  }

  /** Keys that wait, ready or not; keys in work are not counted. */
  get size(): number {
    return this.#entries.size;
  }

  add(key: K, { afterMs = 0, rateLimited = false, failedAt, priority = 0 }: AddOptions = {}): void {
    if (this.#shuttingDown) return;
    const id = keyId(key);
    const now = this.#clock.now();
    const at = rateLimited ? this.#failed(id, failedAt ?? now, afterMs) : now + afterMs;
    const readyAt = at > now ? at : null;
    const entry = this.#entries.get(id);
    if (entry) this.#merge(id, entry, readyAt, priority);
    else this.#enter(id, key, readyAt, priority, now);
    this.#handOut();
  }

  /** The next key, as soon as there is one; undefined after `shutDown`. */
  get(): Promise<Taken<K> | undefined> {
    if (this.#shuttingDown) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#getters.push(resolve);
      this.#handOut();
    });
  }

  /** The key is no longer in work. If it was added meanwhile it can be handed out again. */
  done(key: K): void {
    const id = keyId(key);
    const work = this.#processing.get(id);
    if (!work) return;
    this.#processing.delete(id);
    const entry = this.#entries.get(id);
    if (entry && entry.readyAt === null) this.#lines.push(placeOf(id, entry));
    this.#lines.finished(work.cluster);
    if (this.#processing.size === 0 && this.#shuttingDown) for (const resolve of this.#onDrained.splice(0)) resolve();
    this.#handOut();
  }

  /** The key's next failure is its first. */
  forget(key: K): void {
    this.#backoff.forget(keyId(key));
  }

  /** How often in a row the key was added with `rateLimited`. */
  failures(key: K): number {
    return this.#backoff.failures(keyId(key));
  }

  /** Drops waiting keys for which `test` is true: those of a cluster that was removed. */
  drop(test: (key: K) => boolean): void {
    for (const [id, entry] of this.#entries) {
      if (!test(entry.key)) continue;
      this.#leave(id, entry);
      this.#backoff.forget(id);
    }
  }

  /** Adds are dropped, waiting `get` calls end, queued keys stay where they are. */
  shutDown(): void {
    this.#shuttingDown = true;
    this.#timer?.timer.cancel();
    this.#timer = undefined;
    for (const resolve of this.#getters.splice(0)) resolve(undefined);
    if (this.#processing.size === 0) for (const resolve of this.#onDrained.splice(0)) resolve();
  }

  /** Resolves when the queue is shut down and nothing is in work. */
  drained(): Promise<void> {
    if (this.#shuttingDown && this.#processing.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onDrained.push(resolve);
    });
  }

  #failed(id: string, at: number, leastMs: number): number {
    this.#observer.retried?.();
    return this.#backoff.failed(id, { began: this.#processing.get(id)?.since ?? at, now: at, leastMs });
  }

  #enter(id: string, key: K, readyAt: number | null, priority: number, now: number): void {
    // The place it keeps when a later add makes it ready before its time.
    const seq = this.#seq++;
    const entry = { key, cluster: clusterOf(key), created: seq, priority, readyAt, seq, readySeq: seq, since: now };
    this.#entries.set(id, entry);
    this.#observer.added?.();
    traceEntry(this.#name, key, priority);
    if (readyAt === null) this.#becomeReady(id, entry);
    else this.#waiting.push({ id, readyAt, created: seq });
  }

  /** Earliest time, highest priority; a raised priority goes to the end of its new level. */
  #merge(id: string, entry: Entry<K>, readyAt: number | null, priority: number): void {
    const wasReady = entry.readyAt === null;
    const raised = priority > entry.priority;
    if (raised) {
      if (wasReady) this.#count(entry.priority, -1);
      entry.priority = priority;
      entry.seq = this.#seq++;
      if (wasReady) this.#count(priority, 1);
    }
    if (wasReady) {
      if (raised) this.#line(id, entry);
    } else if (readyAt === null) {
      entry.readyAt = null;
      entry.readySeq = this.#seq++;
      entry.since = this.#clock.now();
      this.#count(entry.priority, 1);
      this.#line(id, entry);
    } else if (entry.readyAt !== null && readyAt < entry.readyAt) {
      entry.readyAt = readyAt;
      this.#waiting.push({ id, readyAt, created: entry.created });
    }
  }

  #becomeReady(id: string, entry: Entry<K>): void {
    entry.readyAt = null;
    entry.seq = this.#seq++;
    entry.readySeq = entry.seq;
    this.#count(entry.priority, 1);
    this.#line(id, entry);
  }

  /** A key in work gets its place when that ends. */
  #line(id: string, entry: Entry<K>): void {
    if (!this.#processing.has(id)) this.#lines.push(placeOf(id, entry));
  }

  #leave(id: string, entry: Entry<K>): void {
    this.#entries.delete(id);
    if (entry.readyAt === null) this.#count(entry.priority, -1);
  }

  #handOut(): void {
    this.#wakeDue();
    while (this.#getters.length > 0 && !this.#shuttingDown) {
      const place = this.#lines.take();
      const entry = place && this.#entries.get(place.id);
      if (!place || !entry) break;
      this.#leave(place.id, entry);
      const now = this.#clock.now();
      this.#processing.set(place.id, { cluster: entry.cluster, since: now });
      const waitedMs = Math.max(0, now - entry.since);
      traceHandOut(this.#name, entry.key, entry.priority, waitedMs);
      this.#getters.shift()?.({ key: entry.key, priority: entry.priority, waitedMs });
    }
  }

  #isCurrent(place: Place): boolean {
    const entry = this.#entries.get(place.id);
    return entry !== undefined && entry.readyAt === null && entry.seq === place.seq && !this.#processing.has(place.id);
  }

  #wakeDue(): void {
    const now = this.#clock.now();
    let next = this.#waiting.peek();
    for (; next && next.readyAt <= now; next = this.#waiting.peek()) {
      this.#waiting.pop();
      const entry = this.#entries.get(next.id);
      // Left behind by an earlier time, by an add without delay, or by a key that has gone.
      // The same time is not enough: a later entry of the key may wait until then as well.
      if (!entry || entry.readyAt !== next.readyAt || entry.created !== next.created) continue;
      entry.since = next.readyAt;
      this.#becomeReady(next.id, entry);
    }
    if (next) this.#arm(next.readyAt, now);
  }

  #arm(readyAt: number, now: number): void {
    const at = Math.min(readyAt, now + REARM_MS);
    if (this.#shuttingDown || (this.#timer && this.#timer.at <= at)) return;
    this.#timer?.timer.cancel();
    const timer = this.#clock.timer(at - now, () => {
      this.#timer = undefined;
      this.#handOut();
    });
    this.#timer = { at, timer };
  }

  #count(priority: number, change: 1 | -1): void {
    const keys = (this.#depths.get(priority) ?? 0) + change;
    this.#depths.set(priority, keys);
    this.#observer.depth?.(priority, keys);
  }
}

function placeOf(id: string, entry: Entry<unknown>): Place {
  const { cluster, priority, seq, readySeq } = entry;
  return { id, cluster, priority, seq, readySeq };
}
