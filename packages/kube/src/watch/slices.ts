import type { Clock } from '@slipway/apimachinery/clock';

/**
 * Long work in short slices: `if (slices.isOver) await slices.turn()` after each unit of work.
 *
 * The check is a comparison of two numbers, so it can stand in the innermost loop; only the turn costs
 * a promise. Time spent waiting for the server counts as part of a slice: it costs one turn too many, while
 * starting afresh with each chunk would let a fast server hold the event loop for ever.
 */
export class Slices {
  readonly #clock: Clock;
  readonly #sliceMs: number;
  #startedAt: number;

  constructor(clock: Clock, sliceMs: number) {
    this.#clock = clock;
    this.#sliceMs = sliceMs;
    this.#startedAt = clock.now();
  }

  get isOver(): boolean {
    return this.#clock.now() - this.#startedAt >= this.#sliceMs;
  }

  /** Lets the event loop do what has waited: timers, sockets, other slices. */
  async turn(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#startedAt = this.#clock.now();
  }
}
