import { afterRefusal, type NextStep, type StreamEnd } from './stream-end.ts';

/** What to ask for: all that a sync needs to know beside the collection itself. */
export interface SyncPlan {
  /** `empty` is a consistent read; `last` may be served from the watch cache, but not older than what was seen. */
  readonly from: 'last' | 'empty';
  /** A list in one answer: pages have expired before. */
  readonly whole: boolean;
}

export const DEFAULT_PLAN: SyncPlan = { from: 'last', whole: false };

/** How a sync was tried, as far as it matters for the next try. */
export interface SyncAttempt {
  readonly method: 'watch-list' | 'list';
  /** The resource version asked for; empty for a consistent read. */
  readonly resourceVersion: string;
  /** A later page was asked for. */
  readonly isContinued: boolean;
}

/** `plain-bookmark`: a bookmark came that does not end the initial events, so the server knows nothing of them. */
export type SyncFailure = StreamEnd | { readonly cause: 'plain-bookmark' };

export interface NextSync extends NextStep {
  readonly step: 'sync';
  readonly plan: SyncPlan;
  /** The server has no WatchList for this resource: it is not tried again for an hour. */
  readonly lacksWatchList?: true;
}

/** What follows a sync that did not complete. */
export function afterSyncFailure(failure: SyncFailure, attempt: SyncAttempt): NextSync {
  const atOnce = { step: 'sync', wait: 'none' } as const;
  if (attempt.method === 'watch-list' && isLackOfWatchList(failure)) {
    const from = attempt.resourceVersion === '' ? 'empty' : 'last';
    return { ...atOnce, plan: { from, whole: false }, lacksWatchList: true };
  }
  if (failure.cause === 'refused') {
    if (failure.status === 410 && attempt.isContinued) return { ...atOnce, plan: { from: 'empty', whole: true } };
    if ((failure.status === 410 || failure.isTooLarge) && attempt.resourceVersion !== '') {
      return { ...atOnce, plan: { from: 'empty', whole: false } };
    }
    return { ...afterRefusal(failure), step: 'sync', plan: DEFAULT_PLAN };
  }
  const blocker = 'error' in failure ? failure.error : 'the first sync was cut off before its end';
  return { step: 'sync', wait: 'backoff', blocker, plan: DEFAULT_PLAN };
}

/** Idle on an open stream: the events came, or there were none, and the bookmark that ends them did not. */
function isLackOfWatchList(failure: SyncFailure): boolean {
  if (failure.cause === 'plain-bookmark') return true;
  if (failure.cause === 'idle') return failure.openMs > 0;
  return failure.cause === 'refused' && failure.by === 'answer' && (failure.status === 400 || failure.status === 422);
}
