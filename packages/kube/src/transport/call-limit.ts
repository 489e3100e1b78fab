import { setMaxListeners } from 'node:events';
import type { Clock, Timer } from '@slipway/apimachinery/clock';

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
 *
 * On the caller's signal, which may live as long as the process, a call leaves nothing behind
 * (`AbortSignal.any` keeps an entry there until it is collected). Its own signal is made when
 * something asks for it, which most calls never do.
 */
export class CallLimit {
  readonly deadlineMs: number;
  readonly #options: CallLimitOptions;
  readonly #dueAt: number;
  readonly #listeners = new Set<(reason: unknown) => void>();
  #timer: Timer | undefined;
  #ended: { readonly reason: unknown } | undefined;
  #controller: AbortController | undefined;

  constructor(options: CallLimitOptions) {
    const { clock, outer, deadlineMs } = options;
    this.#options = options;
    this.deadlineMs = deadlineMs;
    this.#dueAt = clock.now() + deadlineMs;
    if (outer?.aborted) {
      this.#ended = { reason: outer.reason };
      return;
    }
    if (outer) {
      // One signal may stop a hundred calls; the default limit of 10 would warn of a leak that is none.
      setMaxListeners(0, outer);
      outer.addEventListener('abort', this.#onOuter, { once: true });
    }
    if (Number.isFinite(deadlineMs)) this.#timer = clock.timer(deadlineMs, () => this.end(DEADLINE));
  }

  /** Fires when the limit is reached. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      const controller = new AbortController();
      this.#controller = controller;
      this.onEnd((reason) => controller.abort(reason));
    }
    return this.#controller.signal;
  }

  leftMs(): number {
    return this.#dueAt - this.#options.clock.now();
  }

  throwIfEnded(): void {
    if (this.#ended) throw this.#ended.reason;
  }

  /** Calls `fn` when the limit is reached, at once if it has been. The result takes `fn` off again. */
  onEnd(fn: (reason: unknown) => void): () => void {
    if (this.#ended) fn(this.#ended.reason);
    else this.#listeners.add(fn);
    return () => void this.#listeners.delete(fn);
  }

  end(reason: unknown): void {
    if (this.#ended) return;
    this.#ended = { reason };
    this.dispose();
    for (const fn of this.#listeners) fn(reason);
    this.#listeners.clear();
  }

  /** Called when the call is over, however it ended. */
  readonly dispose = (): void => {
    this.#timer?.cancel();
    this.#options.outer?.removeEventListener('abort', this.#onOuter);
    this.#options.onDispose();
  };

  /** The promise's outcome, or the limit's reason as soon as the limit is reached. */
  race<T>(promise: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const forget = this.onEnd(reject);
      promise.then(resolve, reject).finally(forget);
    });
  }

  readonly #onOuter = (): void => this.end(this.#options.outer?.reason);
}
