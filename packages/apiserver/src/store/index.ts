/**
 * @module
 * The store: every object of a cluster in memory, under one revision.
 *
 * Objects are frozen; a write replaces an object and never changes one, so a holder of an entry
 * holds a snapshot. Each collection keeps its recent changes, from which watches resume and paged
 * lists look back; compaction forgets them. Nothing here knows HTTP, kinds or time.
 */
export type { Change, Converted } from './entry.ts';
export { Entry, keyOf } from './entry.ts';
export { Store, type StoredObject, type StoreState } from './store.ts';
