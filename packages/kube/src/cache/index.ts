/**
 * @module
 * Caches: the objects of a kind, kept equal to the server by a reflector and read without a request.
 *
 * A cache is a pure mirror. Only what the server sent changes it; handlers, predicates and reconcile results
 * do not. `Caches` belongs to one cluster and hands out one shared mirror per kind and scope: the first
 * consumer starts it, the last one ends it. A consumer's view can join the mirrors of several namespaces.
 *
 * Reads are synchronous and say so when they cannot be trusted: before the first sync and outside of the
 * scope they fail, they never answer "not found".
 */
export type {
  Cache,
  CacheCounters,
  CacheIndexOptions,
  CacheListOptions,
  CacheSubscription,
  CacheSyncOptions,
} from './cache.ts';
export { type CacheStats, Caches } from './caches.ts';
export type { Inconsistency } from './consistency.ts';
export type { IndexFunction } from './content.ts';
export type { CacheEvent, CacheEventHandler } from './event.ts';
export type { Transform } from './intake.ts';
export { parseLabelSelector } from './label-selector.ts';
export { type DeepMutable, mutableCopy } from './mutable-copy.ts';
export type { CacheOptions, CachesOptions } from './options.ts';
export { type ForeignFields, foreignFieldsIn, type OwnedFields } from './owned-fields.ts';
