import { setMaxListeners } from 'node:events';
import type { Clock, Timer } from '../clock/index.ts';

export interface CallLimitOptions {
  readonly clock: Clock;
  /** The caller's signal. */
  readonly outer: AbortSignal | undefined;
  readonly deadlineMs: number;
  readonly onDispose: () => void;
}

/** The reason of a call that its deadline ended. The call makes an error of it that says what it did. */
export const DEADLINE = Symbol('deadline');

/**
 * What can end one call from outside: the caller's signal, its deadline, the end of the transport.
 * The call has a signal of its own; on the caller's, which may live as long as the process, it leaves
 * nothing behind. (`AbortSignal.any` keeps an entry there until it is collected.)
 */
export class CallLimit {
  readonly deadlineMs: number;
  readonly #options: CallLimitOptions;
  readonly #controller = new AbortController();
  readonly #dueAt: number;
  #timer: Timer | undefined;

  constructor(options: CallLimitOptions) {
    const { clock, outer, deadlineMs } = options;
    this.#options = options;
    this.deadlineMs = deadlineMs;
    this.#dueAt = clock.now() + deadlineMs;
    if (outer?.aborted) {
      this.#controller.abort(outer.reason);
      return;
    }
    if (outer) {
      // One signal may stop a hundred calls; the default limit of 10 would warn of a leak that is none.
      setMaxListeners(0, outer);
      outer.addEventListener('abort', this.#onOuter, { once: true });
    }
    if (Number.isFinite(deadlineMs)) this.#timer = clock.timer(deadlineMs, () => this.end(DEADLINE));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  leftMs(): number {
    return this.#dueAt - this.#options.clock.now();
  }

  end(reason: unknown): void {
    this.dispose();
    this.#controller.abort(reason);
  }

  /** Called when the call is over, however it ended. */
  readonly dispose = (): void => {
    this.#timer?.cancel();
    this.#options.outer?.removeEventListener('abort', this.#onOuter);
    this.#options.onDispose();
  };

  /** The promise's outcome, or the limit's reason as soon as the limit is reached. */
  race<T>(promise: Promise<T>): Promise<T> {
    const { signal } = this;
    return new Promise<T>((resolve, reject) => {
      const onAbort = (): void => reject(signal.reason);
      if (signal.aborted) onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
      const settled = (): void => signal.removeEventListener('abort', onAbort);
      promise.then(resolve, reject).finally(settled);
    });
  }

  readonly #onOuter = (): void => this.end(this.#options.outer?.reason);
}
