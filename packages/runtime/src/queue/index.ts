/**
 * @module
 * The work queue: which key next, and when.
 *
 * A key is waiting, ready or in work. It can be ready and in work at once (it changed while being
 * worked on); then it is handed out again after `done`. That is what makes one reconcile per key
 * safe without locks. Controllers do not see events, only keys.
 */
export { ItemBackoff } from './item-backoff.ts';
export { clusterOf, type Key, keyId } from './key.ts';
export {
  type AddOptions,
  LOW_PRIORITY,
  type QueueObserver,
  type QueueOptions,
  type Taken,
  WorkQueue,
} from './queue.ts';
export type { QueueTrace } from './tracing.ts';
