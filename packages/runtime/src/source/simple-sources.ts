import { type Clock, realClock } from '@slipway/kube';
import type { AddOptions, Key } from '../queue/index.ts';
import type { KeySink, Source } from './source.ts';

/** A source that is fed by hand: webhooks, messages, other controllers. Keys given before the start are kept. */
export class Channel<K extends Key> implements Source<K> {
  readonly synced = Promise.resolve();
  readonly #early: [K, AddOptions | undefined][] = [];
  #sink: KeySink<K> | undefined;

  start(sink: KeySink<K>, signal: AbortSignal): void {
    this.#sink = sink;
    for (const [key, options] of this.#early.splice(0)) sink.add(key, options);
    signal.addEventListener('abort', () => {
      this.#sink = undefined;
    });
  }

  add(key: K, options?: AddOptions): void {
    if (this.#sink) this.#sink.add(key, options);
    else this.#early.push([key, options]);
  }
}

export interface PollOptions<K extends Key> {
  /** The keys that need work now. Called again `everyMs` after it has ended; what it throws is passed to `onError`. */
  readonly keys: (signal: AbortSignal) => Promise<Iterable<K>> | Iterable<K>;
  readonly everyMs: number;
  /** @default the real clock */
  readonly clock?: Clock;
  readonly onError: (error: unknown) => void;
  /** @default 0 */
  readonly priority?: number;
}

/** Asks for keys again and again: rows of a table that changed, things that are due. */
export function poll<K extends Key>({
  keys,
  everyMs,
  clock = realClock,
  onError,
  priority,
}: PollOptions<K>): Source<K> {
  let markSynced: () => void = () => {};
  const synced = new Promise<void>((resolve) => {
    markSynced = resolve;
  });
  const run = async (sink: KeySink<K>, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      try {
        for (const key of await keys(signal)) sink.add(key, priority === undefined ? {} : { priority });
        markSynced();
      } catch (error) {
        if (!signal.aborted) onError(error);
      }
      // The signal ends the wait; there is nothing else to know about it.
      await clock.sleep(everyMs, signal).catch(() => undefined);
    }
  };
  return {
    synced,
    start: (sink, signal) => void run(sink, signal),
  };
}
