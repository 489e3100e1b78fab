import type { WatchCallback, WatchEvent, WatchEventType, WatchHandle } from '@gati-framework/contracts/deployment';
import type { AnyKind, AnyObject, Cache, CacheEvent, Logger } from '@slipway/kube';
import { toResource } from '../resources/index.ts';

const TYPES: Readonly<Record<CacheEvent<AnyObject>['type'], WatchEventType>> = {
  added: 'ADDED',
  updated: 'MODIFIED',
  deleted: 'DELETED',
};

export interface CacheWatchOptions {
  readonly signal: AbortSignal | undefined;
  readonly logger: Logger;
  /** No further callback will come, whatever ended the watch. */
  readonly onStopped: () => void;
}

/**
 * Tells a callback of what a cache holds and of each change (G-139). Calls of one watch do not
 * overlap: the next event waits for the promise of the last, so a slow callback delays its own watch
 * and no other.
 */
export function watchCache(
  kind: AnyKind,
  cache: Cache<AnyObject>,
  callback: WatchCallback,
  { signal, logger, onStopped }: CacheWatchOptions,
): WatchHandle {
  const over = new AbortController();
  let reported: Promise<void> = Promise.resolve();

  const tell = async (event: WatchEvent): Promise<void> => {
    if (over.signal.aborted) return;
    try {
      await callback(event);
    } catch (error) {
      const { name, namespace } = event.resource.metadata;
      logger.error({ kind: kind.kind, namespace, name, event: event.type, error }, 'the callback of a watch failed');
    }
  };

  const subscription = cache.onEvent((event) => {
    // A resync repeats what is known; the contract promises no version twice.
    if (event.type === 'updated' && event.replay) return;
    const change: WatchEvent = { type: TYPES[event.type], resource: toResource(event.object, kind) };
    reported = reported.then(() => tell(change));
  });

  let ended: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    ended ??= (async () => {
      over.abort(new Error('The watch was stopped.'));
      signal?.removeEventListener('abort', onAbort);
      subscription.close();
      await cache.release();
      await reported;
      onStopped();
    })();
    return ended;
  };
  const onAbort = (): void => void stop();
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });

  const synced = (async () => {
    // A server that is away for long is waited for: what keeps a watch from starting is in the log.
    await cache.waitForSync({ signal: over.signal, timeoutMs: Number.POSITIVE_INFINITY });
    await subscription.replayed;
    await reported;
  })();
  // A caller that does not ask for it does not have to handle its end either.
  synced.catch(() => undefined);
  return { stop, synced };
}
