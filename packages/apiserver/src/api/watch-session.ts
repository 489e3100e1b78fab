import type { Timer } from '@slipway/apimachinery/clock';
import type { Kernel, Target } from '../operations/index.ts';
import { expired, revisionTooLarge, type StatusError } from '../status/index.ts';
import type { Entry } from '../store/index.ts';
import {
  type EventEncoder,
  lastSeenState,
  type Selection,
  type Subscription,
  seenThrough,
  type WatchHub,
  WatchOutput,
} from '../watch/index.ts';
import type { Exchange } from './exchange.ts';
import type { ListOptions } from './list-options.ts';
import type { ObjectView } from './representation.ts';

const BOOKMARK_EVERY_MS = 60_000;
/** A last bookmark comes this long before the end, so that the next watch can begin where this one ended. */
const BOOKMARK_BEFORE_END_MS = 2_000;
/** Without timeoutSeconds a watch ends after between one and two times this. */
const DEFAULT_TIMEOUT_MS = 1_800_000;

const WATCH_TOO_OLD = 'The resourceVersion for the provided watch is too old.';

export interface WatchRequest {
  readonly kernel: Kernel;
  readonly hub: WatchHub;
  readonly target: Target;
  readonly selection: Selection;
  readonly options: ListOptions;
  readonly view: ObjectView;
  readonly bufferBytes: number;
  /** Answers 410 whatever is asked for: a fault of the plan. */
  readonly gone?: boolean;
}

/** One open watch: from the request to the end of its stream. */
export class WatchSession implements Subscription {
  readonly selection: Selection;
  readonly #request: WatchRequest;
  readonly #exchange: Exchange;
  readonly #output: WatchOutput;
  #encoder: EventEncoder;
  #after = 0;
  #leave: (() => void) | undefined;
  #timeout: Timer | undefined;
  #bookmark: Timer | undefined;
  #ended = false;
  #cutAfter: { events: number; how: 'clean' | 'abrupt' | 'mid-event' } | undefined;

  constructor(request: WatchRequest, exchange: Exchange) {
    const { response } = exchange;
    this.#request = request;
    this.#exchange = exchange;
    this.selection = request.selection;
    this.#encoder = request.view.first ?? request.view;
    this.#output = new WatchOutput(
      { write: (bytes) => response.write(bytes) },
      request.bufferBytes,
      () => this.cut(),
      (error) => this.#failed(error),
    );
  }

  get encoder(): EventEncoder {
    return this.#encoder;
  }

  get after(): number {
    return this.#after;
  }

  /** Answers with 200 and begins; what is wrong with the revision is reported inside the stream (K-53). */
  start(): void {
    const { response } = this.#exchange;
    response.on('close', () => this.#release());
    response.on('drain', () => this.#output.onDrain());
    this.#exchange.writeHead(200, { 'content-type': 'application/json' });
    this.#exchange.flushHead();
    const refusal = this.#refusal();
    if (refusal) {
      response.end(`${JSON.stringify({ type: 'ERROR', object: refusal.status })}\n`);
      return;
    }
    const initial = this.#initialEvents();
    // Where the first event differs, it must be known which one that is before live ones come.
    this.#output.begin(this.#request.view.first ? [...initial] : initial);
    const { hub, target } = this.#request;
    this.#leave = hub.add(target.resource.collection, this);
    this.#startTimers();
  }

  push(event: Uint8Array): void {
    this.#encoder = this.#request.view;
    if (this.#cutAfter && this.#cutAfter.events-- <= 0) this.#fail(this.#cutAfter.how, event);
    else this.#output.push(event);
  }

  /** Ends the stream after so many live events: a fault of the plan. */
  endAfter(events: number, how: 'clean' | 'abrupt' | 'mid-event'): void {
    this.#cutAfter = { events, how };
  }

  /** Ends the stream as a server does that has nothing more to say. */
  end(): void {
    if (this.#ended) return;
    this.#output.flush();
    this.#release();
    this.#exchange.response.end();
  }

  /** Ends the stream in the middle, as a lost connection does. */
  cut(): void {
    this.#release();
    this.#exchange.response.destroy();
  }

  #failed(error: unknown): void {
    this.#exchange.failed(error);
    this.cut();
  }

  /** What the plan asks for instead of an event. */
  #fail(how: 'clean' | 'abrupt' | 'mid-event', event: Uint8Array): void {
    if (how === 'clean') return this.end();
    this.#output.flush();
    this.#release();
    if (how === 'abrupt') this.#exchange.response.destroy();
    // The end of the connection must not overtake what was written before it.
    else this.#exchange.response.write(event.subarray(0, event.length >> 1), () => this.#exchange.response.destroy());
  }

  #release(): void {
    this.#ended = true;
    this.#leave?.();
    this.#timeout?.cancel();
    this.#bookmark?.cancel();
    this.#output.close();
  }

  #refusal(): StatusError | undefined {
    const { kernel, options, gone } = this.#request;
    if (gone) return expired(WATCH_TOO_OLD);
    const { resourceVersion, sendInitialEvents } = options;
    const { revision } = kernel.store;
    if (resourceVersion === '' || resourceVersion === '0') return undefined;
    if (sendInitialEvents)
      return Number(resourceVersion) > revision ? revisionTooLarge(resourceVersion, revision) : undefined;
    return this.#changes() ? undefined : expired(WATCH_TOO_OLD);
  }

  #changes(): ReturnType<Kernel['store']['changesSince']> {
    const { kernel, target, options } = this.#request;
    return kernel.store.changesSince(target.resource.collection, Number(options.resourceVersion));
  }

  /** Made while it is sent, from the state at the start: entries are snapshots. */
  #initialEvents(): Iterable<Uint8Array> {
    const { kernel, target, options, view } = this.#request;
    const fromState = options.sendInitialEvents ?? (options.resourceVersion === '' || options.resourceVersion === '0');
    if (fromState) {
      const { namespace, label } = this.selection;
      const { collection } = target.resource;
      const found = label && kernel.store.labelled(collection, label, namespace);
      const entries = found ?? kernel.store.list(collection, namespace);
      return this.#stateEvents(
        entries,
        options.allowWatchBookmarks ? view.bookmark(kernel.store.revision, true) : undefined,
      );
    }
    if (options.resourceVersion === '' || options.resourceVersion === '0') return [];
    this.#after = Number(options.resourceVersion);
    return this.#changeEvents(this.#changes() ?? []);
  }

  *#stateEvents(entries: readonly Entry[], bookmark: Uint8Array | undefined): Iterable<Uint8Array> {
    const { matches } = this.selection;
    for (const entry of entries) if (!matches || matches(entry)) yield this.#encode('ADDED', entry);
    if (bookmark) yield bookmark;
  }

  *#changeEvents(changes: NonNullable<ReturnType<Kernel['store']['changesSince']>>): Iterable<Uint8Array> {
    for (const change of changes) {
      const seen = seenThrough(this.selection, change, lastSeenState);
      if (seen) yield this.#encode(seen.type, seen.entry);
    }
  }

  #encode(type: 'ADDED' | 'MODIFIED' | 'DELETED', entry: Entry): Uint8Array {
    const bytes = this.#encoder.event(type, entry);
    this.#encoder = this.#request.view;
    return bytes;
  }

  #startTimers(): void {
    const { kernel, options } = this.#request;
    const seconds = options.timeoutSeconds ?? 0;
    const timeoutMs = seconds > 0 ? seconds * 1000 : DEFAULT_TIMEOUT_MS * (1 + kernel.random());
    const endsAt = kernel.clock.now() + timeoutMs;
    this.#timeout = kernel.clock.timer(timeoutMs, () => this.end());
    if (options.allowWatchBookmarks) this.#scheduleBookmark(endsAt);
  }

  #scheduleBookmark(endsAt: number): void {
    const { kernel, view } = this.#request;
    const untilLast = endsAt - BOOKMARK_BEFORE_END_MS - kernel.clock.now();
    if (untilLast <= 0) return;
    this.#bookmark = kernel.clock.timer(Math.min(BOOKMARK_EVERY_MS, untilLast), () => {
      // A watch from the future hears nothing until its revision is reached (K-52).
      if (kernel.store.revision >= this.#after) this.#output.push(view.bookmark(kernel.store.revision, false));
      this.#scheduleBookmark(endsAt);
    });
  }
}
