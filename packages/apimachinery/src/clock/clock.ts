/** A pending callback of `Clock.timer`. */
export interface Timer {
  /** Forgets the callback. Safe to call twice, and after it has run. */
  cancel(): void;
}

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

// setTimeout fires at once for anything longer; a day is far below the limit of 2^31 ms.
const LONGEST_TIMEOUT_MS = 86_400_000;

function timer(ms: number, fn: () => void): Timer {
  const due = performance.now() + ms;
  let handle: NodeJS.Timeout;
  const arm = (): void => {
    const left = due - performance.now();
    handle = left > LONGEST_TIMEOUT_MS ? setTimeout(arm, LONGEST_TIMEOUT_MS) : setTimeout(fn, Math.max(0, left));
  };
  arm();
  return { cancel: () => clearTimeout(handle) };
}

/** A `sleep` made of a `timer`: what any clock needs, real or not. */
export function sleepWith(timer: Clock['timer']): Clock['sleep'] {
  return (ms, signal) =>
    new Promise((resolve, reject) => {
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
  sleep: sleepWith(timer),
  timer,
};
