import type { Clock } from '@slipway/kube';

/** Leave to do elected work. */
export interface Tenure {
  /**
   * Whether elected work may start, or a changing request of it be sent, at this moment. It reads the
   * clocks and no timer, so that it is right also when the event loop was blocked or the process
   * stopped a moment ago. Ask at the moment of acting and do not keep the answer.
   */
  readonly mayAct: () => boolean;
  /**
   * Calls `listener` when leave was given (acquired, or renewed after a pause) or taken (lost,
   * released). Leave that runs out with time is not announced: `mayAct` says so.
   * @returns a function that ends this
   */
  readonly onChange: (listener: () => void) => () => void;
}

/** One moment on both clocks. */
export interface Instant {
  /** Monotonic. */
  readonly now: number;
  readonly wall: number;
}

export function instantOf(clock: Clock): Instant {
  return { now: clock.now(), wall: clock.wall() };
}

/**
 * Whether a lease renewed at `renewedAt` still gives leave. The wall clock is asked too because the
 * monotonic one stands still while a machine is suspended; a wall clock that was set by more
 * than the deadline therefore pauses the work, until the next renewal shows that the lease is held.
 */
export function isFresh(renewedAt: Instant, at: Instant, renewDeadlineMs: number): boolean {
  return at.now - renewedAt.now < renewDeadlineMs && Math.abs(at.wall - renewedAt.wall) < renewDeadlineMs;
}

/** The tenure of one elector: none until the first renewal, none after the end, whatever is answered later. */
export class Term implements Tenure {
  readonly #clock: Clock;
  readonly #renewDeadlineMs: number;
  readonly #listeners = new Set<() => void>();
  #renewedAt: Instant | undefined;
  #hasEnded = false;

  constructor(clock: Clock, renewDeadlineMs: number) {
    this.#clock = clock;
    this.#renewDeadlineMs = renewDeadlineMs;
  }

  readonly mayAct = (): boolean => {
    if (this.#renewedAt === undefined) return false;
    if (isFresh(this.#renewedAt, instantOf(this.#clock), this.#renewDeadlineMs)) return true;
    // Used up. A wall clock that comes near again does not give it back, only a renewal does.
    this.#renewedAt = undefined;
    return false;
  };

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @param sentAt the instant before the renewal was sent: a slow answer must not lengthen the lease */
  renew(sentAt: Instant): void {
    if (this.#hasEnded) return;
    const couldAct = this.mayAct();
    this.#renewedAt = sentAt;
    if (!couldAct) this.#announce();
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#renewedAt = undefined;
    this.#announce();
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
