/**
 * @module
 * Read-your-writes: a controller never acts on a view that is older than its own last write.
 *
 * Caches lag behind the server. Two things make that harmless: a gate holds a key until the caches
 * have seen what its last run wrote, and an overlay shows a controller its own writes at once. Nothing
 * is kept across restarts: the first sync of a new process is consistent, so earlier writes are in it.
 */
export { Overlay, type SeenBy } from './overlay.ts';
export { type CacheView, type TrackedAccess, type TrackedAccessOptions, trackedAccess } from './tracked-client.ts';
export { type PendingWrite, type Progress, WriteGate, type WriteGateOptions } from './write-gate.ts';
