/** A pending callback of `Clock.timer`. */
export interface Timer {
  /** Forgets the callback. Safe to call twice, and after it has run. */
  cancel(): void;
}

/** The same shape as the clock of `@slipway/kube`, so that one fake clock drives client and server. */
export interface Clock {
  /** Monotonic milliseconds: for durations and deadlines. Never compared with `wall()`. */
  now(): number;
  /** Milliseconds since 1970: for timestamps that people and servers read. */
  wall(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `fn` once after `ms`. The caller owns the timer and cancels it when it stops. */
  timer(ms: number, fn: () => void): Timer;
}

// setTimeout fires at once for anything above 2^31 ms; no wait of the server is longer than that.
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

function timer(ms: number, fn: () => void): Timer {
  const handle = setTimeout(fn, Math.min(Math.max(0, ms), LONGEST_TIMEOUT_MS));
  return { cancel: () => clearTimeout(handle) };
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = (): void => {
      pending.cancel();
      reject(signal?.reason);
    };
    const pending = timer(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

export const realClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  sleep,
  timer,
};
