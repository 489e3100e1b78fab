/**
 * @module
 * Reflectors: the loop that keeps something equal to a collection of the server.
 *
 * A reflector reads all objects once (a sync) and then follows their changes (watches, one after the other).
 * Streams end all the time and for many reasons; what follows each end is one pure function with one table
 * behind it, and so is what follows a failed sync. Everything else carries out what these two say: splitting
 * bytes into events and list items, waiting, counting.
 *
 * Reflectors know nothing of caches. They fill a `ReflectorTarget`, of which a cache is one.
 */
export { type BackoffOptions, REFLECTOR_BACKOFF } from './backoff.ts';
export { type Collection, describeCollection } from './collection.ts';
export { listPages } from './list-pages.ts';
export type { NeedsManagedFields } from './managed-fields.ts';
export { Reflector, type ReflectorOptions } from './reflector.ts';
export type { ReflectorCounters, ReflectorState } from './reflector-state.ts';
export { Slices } from './slices.ts';
export type { ReflectorTarget, Replacement } from './target.ts';
export { WATCH_TIMING, type WatchTiming } from './timing.ts';
export type { SyncTrace, WatchTrace } from './tracing.ts';
export { WatchListMemory } from './watch-list-memory.ts';
