import type { HistoryEntry } from '../helm/index.ts';
import { isPending } from '../helm/index.ts';

/** What has to happen before helm can change a release. */
export type Preparation =
  | { readonly step: 'none' }
  /** A killed uninstall is finished first. */
  | { readonly step: 'uninstall' }
  | { readonly step: 'recover'; readonly revision: number }
  /** Its helm may still run. */
  | { readonly step: 'wait'; readonly revision: number; readonly forMs: number };

/**
 * How to go on from the newest revision. A pending one is recovered when its helm is certainly gone:
 * it was this process's own, or it is older than any guard lets a helm live without its manager.
 */
export function preparationFor(
  newest: HistoryEntry | undefined,
  { isOwn, now, recoverAfterMs }: { readonly isOwn: boolean; readonly now: number; readonly recoverAfterMs: number },
): Preparation {
  if (!newest) return { step: 'none' };
  if (newest.status === 'uninstalling' || newest.status === 'uninstalled') return { step: 'uninstall' };
  if (!isPending(newest.status)) return { step: 'none' };
  const ageMs = now - Date.parse(newest.updated);
  if (isOwn || ageMs >= recoverAfterMs) return { step: 'recover', revision: newest.revision };
  return { step: 'wait', revision: newest.revision, forMs: recoverAfterMs - ageMs };
}

/** Revisions that came after the last good one and may have left objects behind. */
export function unfinished<Entry extends HistoryEntry>(history: readonly Entry[]): Entry[] {
  const good = history.findLastIndex(({ status }) => status === 'deployed');
  return history.slice(good + 1).filter(({ status }) => status === 'failed' || isPending(status));
}

export function lastGood<Entry extends HistoryEntry>(history: readonly Entry[]): Entry | undefined {
  return history.findLast(({ status }) => status === 'deployed');
}
