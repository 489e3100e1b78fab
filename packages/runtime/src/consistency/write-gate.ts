import type { Clock } from '@slipway/kube';
import { compareResourceVersions } from '@slipway/kube/kinds';
import type { Obstacle } from '../controller/index.ts';
import { type Key, keyId } from '../queue/index.ts';

/** A cache as the gate needs it. */
export interface Progress {
  seenAtLeast(resourceVersion: string, namespace?: string): boolean | undefined;
  /** Calls the listener each time more has been seen. Returns how to end that. */
  onProgress(listener: () => void): () => void;
}

/** One write that the next run of its key must see. */
export interface PendingWrite {
  readonly cache: Progress;
  /** For people: `configmaps`. */
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly resourceVersion: string;
}

export interface WriteGateOptions {
  readonly clock: Clock;
  /** How long a key waits for its own writes, in milliseconds. @default 30_000 */
  readonly deadlineMs?: number;
  /** A key was parked. */
  readonly onSkip?: () => void;
  /** The deadline passed and the key goes on without having seen its writes. */
  readonly onFailOpen?: () => void;
}

const LEAST_SWEEP = 1000;

/**
 * Holds a key until the caches have seen what its last run wrote. Without it a run on an old
 * view would do again what the last one did: a second object with a generated name, for example.
 */
export class WriteGate {
  readonly #options: WriteGateOptions;
  readonly #pending = new Map<string, PendingWrite[]>();
  #sweepAt = LEAST_SWEEP;
  /** Ends of waits, so that none survives the gate. */
  readonly #waits = new Set<() => void>();

  constructor(options: WriteGateOptions) {
    this.#options = options;
  }

  /** Remembers a write of the run of `key`. */
  record(key: Key, write: PendingWrite): void {
    const id = keyId(key);
    this.#pending.set(id, withLatest(this.#pending.get(id) ?? [], write));
    if (this.#pending.size >= this.#sweepAt) this.#sweep();
  }

  /** Why the key must wait, or undefined when all its writes have been seen. */
  check(key: Key): Obstacle | undefined {
    const id = keyId(key);
    const unseen = (this.#pending.get(id) ?? []).filter(isUnseen);
    if (unseen.length === 0) {
      this.#pending.delete(id);
      return undefined;
    }
    this.#pending.set(id, unseen);
    this.#options.onSkip?.();
    const resources = [...new Set(unseen.map(({ resource }) => resource))].join(', ');
    return { blocker: `the cache of ${resources} has not seen the last own write`, over: this.#seen(id, unseen) };
  }

  /** Lets every waiting key go: at shutdown, or when a cluster is removed. */
  close(): void {
    for (const end of this.#waits) end();
    this.#pending.clear();
  }

  /** Keys that never come back leave their last writes behind; now and then those go. */
  #sweep(): void {
    for (const [id, writes] of this.#pending) if (!writes.some(isUnseen)) this.#pending.delete(id);
    this.#sweepAt = Math.max(LEAST_SWEEP, 2 * this.#pending.size);
  }

  #seen(id: string, writes: readonly PendingWrite[]): Promise<void> {
    const { clock, deadlineMs = 30_000, onFailOpen } = this.#options;
    return new Promise((resolve) => {
      const end = (): void => {
        this.#waits.delete(end);
        timer.cancel();
        for (const unsubscribe of subscriptions) unsubscribe();
        resolve();
      };
      const timer = clock.timer(deadlineMs, () => {
        this.#pending.delete(id);
        onFailOpen?.();
        end();
      });
      const caches = new Set(writes.map(({ cache }) => cache));
      const subscriptions = [...caches].map((cache) =>
        cache.onProgress(() => {
          if (!writes.some(isUnseen)) end();
        }),
      );
      this.#waits.add(end);
    });
  }
}

/**
 * A cache that has seen a write has seen all earlier ones of the same objects: the latest stands for them. A run that
 * writes a thousand objects would else look at a thousand versions after each event.
 */
function withLatest(writes: readonly PendingWrite[], write: PendingWrite): PendingWrite[] {
  const others: PendingWrite[] = [];
  let latest = write;
  for (const other of writes) {
    const isSamePlace = other.cache === write.cache && other.namespace === write.namespace;
    const order = isSamePlace ? compareResourceVersions(other.resourceVersion, latest.resourceVersion) : undefined;
    if (order === undefined) others.push(other);
    else if (order > 0) latest = other;
  }
  return [...others.filter(isUnseen), latest];
}

/** Versions that cannot be compared do not hold anything up. */
function isUnseen({ cache, resourceVersion, namespace }: PendingWrite): boolean {
  return cache.seenAtLeast(resourceVersion, namespace) === false;
}
