import { setMaxListeners } from 'node:events';
import type { AddOptions, Key } from '../queue/index.ts';

/** Where a source puts its keys. */
export interface KeySink<K extends Key> {
  add(key: K, options?: AddOptions): void;
}

/**
 * Anything that adds keys: a cache, a feed of rows, a channel, a timer.
 *
 * A source says only that something changed; what changed is for the reconcile to read.
 */
export interface Source<K extends Key> {
  /** Begins to add keys, until the signal fires. Returns at once. */
  start(sink: KeySink<K>, signal: AbortSignal): void;
  /** Settles when all keys that existed at the start have been added; rejects when that failed for good. */
  readonly synced: Promise<void>;
}

/** Starts sources that end together, however many there are. */
export function startSources<K extends Key>(sources: Iterable<Source<K>>, sink: KeySink<K>, signal: AbortSignal): void {
  // Each listens; from the eleventh on Node would take that for a leak.
  setMaxListeners(0, signal);
  for (const source of sources) source.start(sink, signal);
}
