import type { Clock } from '@slipway/apimachinery/clock';
import { isKubeError } from '../errors.ts';
import type { Transport } from '../transport/index.ts';
import { type Collection, listRequest, type Query, watchRequest } from './collection.ts';
import { InitialEvents } from './initial-events.ts';
import { listPages } from './list-pages.ts';
import { Slices } from './slices.ts';
import { isTooLarge, type StreamEnd } from './stream-end.ts';
import type { SyncFailure } from './sync-failure.ts';
import type { ReflectorTarget, Replacement } from './target.ts';
import type { WatchTiming } from './timing.ts';
import { type SyncTrace, type Trace, traceSync, traceWatch } from './tracing.ts';
import { type WatchEvent, WatchStream } from './watch-stream.ts';

export interface CollectionReaderOptions {
  readonly transport: Transport;
  readonly collection: Collection;
  readonly target: ReflectorTarget;
  readonly clock: Clock;
  readonly random: () => number;
  readonly timing: WatchTiming;
  readonly names: { readonly cluster: string; readonly resource: string; readonly namespace: string | undefined };
  /** The server has accepted a watch. */
  readonly onOpen: () => void;
  /** Something arrived on a watch. */
  readonly onBytes: () => void;
  /** A sync is complete; no later event has been looked at. */
  readonly onSynced: () => void;
}

/** How a sync went: done, failed, or done by a stream that went on as a watch and has ended. */
export type SyncOutcome =
  | 'synced'
  | { readonly failure: SyncFailure; readonly isContinued: boolean }
  | { readonly end: StreamEnd };

/** The requests of a reflector, each carried out once. It decides nothing about what follows them. */
export class CollectionReader {
  readonly #options: CollectionReaderOptions;
  readonly #slices: Slices;

  constructor(options: CollectionReaderOptions) {
    this.#options = options;
    this.#slices = new Slices(options.clock, options.timing.sliceMs);
  }

  /** Follows changes from where the target is. */
  async watch(signal: AbortSignal): Promise<StreamEnd> {
    const { resourceVersion } = this.#options.target;
    const stream = this.#open({ resourceVersion }, signal);
    for await (const event of stream.events()) {
      this.#apply(event);
      if (this.#slices.isOver) await this.#slices.turn();
    }
    return stream.end;
  }

  /**
   * Asks for all objects and their changes in one stream. At the bookmark that ends the objects the
   * new content is put in place, and the stream goes on as a watch.
   */
  async watchList(resourceVersion: string, signal: AbortSignal): Promise<SyncOutcome> {
    const { target, timing, names } = this.#options;
    const trace = traceSync({ ...names, method: 'watch-list', resourceVersion, objects: 0 });
    const initial = new InitialEvents(target.beginReplace());
    const query = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan', resourceVersion };
    const stream = this.#open(query, signal, () => (initial.isComplete ? undefined : timing.endBookmarkMs));
    try {
      for await (const event of stream.events()) {
        if (initial.isComplete) {
          this.#apply(event);
        } else {
          const verdict = initial.take(event);
          trace.payload.objects = initial.objects;
          if (verdict === 'plain-bookmark') {
            trace.end(verdict);
            return { failure: { cause: verdict }, isContinued: false };
          }
          if (verdict !== 'more') await this.#commit(initial.content, verdict.completeAt, trace);
        }
        if (this.#slices.isOver) await this.#slices.turn();
      }
      trace.end(stream.end.cause);
      return initial.isComplete ? { end: stream.end } : { failure: stream.end, isContinued: false };
    } finally {
      trace.end('stopped');
    }
  }

  /** Reads all pages of a list. */
  async list(resourceVersion: string, whole: boolean, signal: AbortSignal): Promise<SyncOutcome> {
    const { transport, collection, target, timing, names } = this.#options;
    const trace = traceSync({ ...names, method: 'list', resourceVersion, objects: 0 });
    try {
      const content = target.beginReplace();
      const list = await listPages({
        transport,
        collection,
        resourceVersion,
        whole,
        pageDeadlineMs: timing.listPageMs,
        slices: this.#slices,
        signal,
        needsManagedFields: target.needsManagedFields,
        onItem: (object) => {
          content.set(object);
          trace.payload.objects++;
        },
      });
      if ('failure' in list) {
        trace.end(list.failure.cause);
        return list;
      }
      await this.#commit(content, list.resourceVersion, trace);
      return 'synced';
    } finally {
      trace.end('stopped');
    }
  }

  /** Whether the server was restored to a state before the last seen one; then its watches stay silent. */
  async hasServerGoneBack(signal: AbortSignal): Promise<boolean> {
    const { transport, collection, target, timing } = this.#options;
    const query = { limit: 1, resourceVersion: target.resourceVersion, resourceVersionMatch: 'NotOlderThan' };
    try {
      await transport.json({ ...listRequest(collection, query), deadlineMs: timing.probeMs, signal });
      return false;
    } catch (error) {
      signal.throwIfAborted();
      // Any other failure is left to the watch that follows, whose end is judged by R-27.
      return isKubeError(error) && isTooLarge(error.body);
    }
  }

  /** A watch with a random length and a random idle time. */
  #open(
    query: Query & { readonly resourceVersion: string },
    signal: AbortSignal,
    idleMs: () => number | undefined = () => undefined,
  ): WatchStream {
    const { transport, clock, collection, target, timing, random, names, onOpen, onBytes } = this.#options;
    const { shortestWatchMs, longestWatchMs, hardEndGraceMs, idleTimeoutMs, idleJitterMs } = timing;
    const timeoutSeconds = Math.round((shortestWatchMs + random() * (longestWatchMs - shortestWatchMs)) / 1_000);
    const usualIdleMs = idleTimeoutMs + random() * idleJitterMs;
    const resourceVersion = query.resourceVersion || undefined;
    return new WatchStream({
      transport,
      clock,
      request: watchRequest(collection, { ...query, resourceVersion, timeoutSeconds }),
      signal,
      idleMs: () => idleMs() ?? usualIdleMs,
      hardEndMs: timeoutSeconds * 1_000 + hardEndGraceMs,
      needsManagedFields: target.needsManagedFields,
      trace: traceWatch({ ...names, resourceVersion: query.resourceVersion, events: 0 }),
      onOpen,
      onBytes,
    });
  }

  #apply({ type, object }: WatchEvent): void {
    if (type === 'BOOKMARK') this.#options.target.bookmark(object.metadata?.resourceVersion ?? '');
    else this.#options.target.apply(type, object);
  }

  async #commit(content: Replacement, resourceVersion: string, trace: Trace<SyncTrace>): Promise<void> {
    await content.commit(resourceVersion, this.#slices);
    trace.end('synced');
    this.#options.onSynced();
  }
}
