import type { AnyObject, Cache, CacheEvent, Clock, Logger, Timer } from '@slipway/kube';
import { and, type Predicate } from '../predicates/index.ts';
import { ItemBackoff, type Key, LOW_PRIORITY } from '../queue/index.ts';
import { keysOf, type Mapper, passes } from './mapping.ts';
import type { KeySink, Source } from './source.ts';

export interface CacheSourceOptions<Obj extends AnyObject, K extends Key> {
  readonly cache: Cache<Obj>;
  readonly map: Mapper<Obj, K>;
  /** All must pass. @default every event passes */
  readonly when?: readonly Predicate<Obj>[];
  /** For messages: `configmaps`. */
  readonly resource: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long the first sync may take, in milliseconds. */
  readonly syncTimeoutMs: number;
  /** The kind may be absent: only the server's first answer is waited for, and it joins when it is there. @default false */
  readonly optional?: boolean;
}

/** Turns the events of a cache into keys. What was there before goes behind what happens now. */
export function cacheSource<Obj extends AnyObject, K extends Key>(options: CacheSourceOptions<Obj, K>): Source<K> {
  const { cache, map, when = [], resource, clock, logger, syncTimeoutMs, optional = false } = options;
  const predicate = and(...when);
  const failing = new Map<string, { readonly timer: Timer }>();
  const backoff = new ItemBackoff();
  let settle: { resolve: () => void; reject: (error: unknown) => void };
  const synced = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // A waiter sees the failure; nobody has to wait.
  synced.catch(() => undefined);

  const handle = (sink: KeySink<K>, event: CacheEvent<Obj>): void => {
    const { namespace = '', name } = event.object.metadata;
    const id = `${namespace}/${name}`;
    failing.get(id)?.timer.cancel();
    failing.delete(id);
    if (!passes(event, predicate, (error) => logger.error({ resource, error }, 'a predicate threw; the event counts')))
      return;
    try {
      for (const key of keysOf(event, map)) sink.add(key, event.replay ? { priority: LOW_PRIORITY } : {});
      backoff.forget(id);
    } catch (error) {
      // The keys of this event are unknown, so it is mapped again until that works or a newer one comes.
      const now = clock.now();
      const delayMs = Math.max(0, backoff.failed(id, { began: now, now }) - now);
      logger.error({ resource, namespace, name, error, delayMs }, 'a mapper threw and will be called again');
      failing.set(id, { timer: clock.timer(delayMs, () => handle(sink, event)) });
    }
  };

  const start = (sink: KeySink<K>, signal: AbortSignal): void => {
    const subscription = cache.onEvent((event) => handle(sink, event));
    signal.addEventListener(
      'abort',
      () => {
        subscription.close();
        for (const { timer } of failing.values()) timer.cancel();
      },
      { once: true },
    );
    if (optional) return whenAnswered(cache, clock, syncTimeoutMs, signal, settle.resolve);
    cache
      .waitForSync({ signal, timeoutMs: syncTimeoutMs })
      // Synced means: all keys that were there are in the queue.
      .then(() => subscription.replayed)
      .then(() => settle.resolve(), settle.reject);
  };
  return { start, synced };
}

/** Whether the kind is there is known before the first reconcile, so that none takes "not yet read" for "absent". */
function whenAnswered(
  cache: Pick<Cache<AnyObject>, 'state' | 'onStateChange'>,
  clock: Clock,
  timeoutMs: number,
  signal: AbortSignal,
  then: () => void,
): void {
  const isAnswered = (): boolean => cache.state.synced || cache.state.blocker !== undefined;
  if (isAnswered()) return then();
  const end = (): void => {
    unlisten();
    timer.cancel();
    signal.removeEventListener('abort', end);
    then();
  };
  const unlisten = cache.onStateChange(() => isAnswered() && end());
  const timer = clock.timer(timeoutMs, end);
  signal.addEventListener('abort', end, { once: true });
}
