import type { Clock } from '@slipway/apimachinery/clock';

/** A limit on sends per second: `burst` at once, then one every `1 / requestsPerSecond`. */
export class TokenBucket {
  readonly #clock: Clock;
  readonly #perMs: number;
  readonly #burst: number;
  #tokens: number;
  #at: number;

  constructor(clock: Clock, { requestsPerSecond, burst }: { requestsPerSecond: number; burst: number }) {
    this.#clock = clock;
    this.#perMs = requestsPerSecond / 1000;
    this.#burst = burst;
    this.#tokens = burst;
    this.#at = clock.now();
  }

  /** Resolves when a send may go. Callers are served in order; one that gives up gives its token back. */
  async take(limit: { readonly signal: AbortSignal }): Promise<void> {
    const now = this.#clock.now();
    this.#tokens = Math.min(this.#burst, this.#tokens + (now - this.#at) * this.#perMs) - 1;
    this.#at = now;
    // A count below zero is the line of those who wait, this one at its end.
    if (this.#tokens >= 0) return;
    try {
      await this.#clock.sleep(-this.#tokens / this.#perMs, limit.signal);
    } catch (error) {
      this.#tokens += 1;
      throw error;
    }
  }
}
