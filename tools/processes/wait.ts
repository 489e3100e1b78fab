import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;

/**
 * Asks `probe` until it answers with something other than undefined, and returns that.
 * Rejects with the signal's reason as soon as it fires; whatever `probe` throws ends the wait too.
 */
export async function waitUntil<T>(probe: () => Promise<T | undefined>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const found = await probe();
    if (found !== undefined) return found;
    await sleep(POLL_MS, undefined, signal === undefined ? {} : { signal }).catch(() => signal?.throwIfAborted());
  }
}
