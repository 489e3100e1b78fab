import { type Clock, sleepWith, type Timer } from '@slipway/apimachinery/clock';

/**
 * The time of one process: it runs as another clock does until the process dies, and then no timer
 * fires any more. What waited on it is never woken and becomes garbage, as the memory of a killed
 * process does.
 */
export class MortalClock implements Clock {
  readonly #base: Clock;
  readonly #pending = new Set<Timer>();
  #isOver = false;

  constructor(base: Clock) {
    this.#base = base;
  }

  now = (): number => this.#base.now();

  wall = (): number => this.#base.wall();

  timer = (ms: number, fn: () => void): Timer => {
    if (this.#isOver) return { cancel: () => {} };
    const timer = this.#base.timer(ms, () => {
      this.#pending.delete(timer);
      fn();
    });
    this.#pending.add(timer);
    return {
      cancel: () => {
        this.#pending.delete(timer);
        timer.cancel();
      },
    };
  };

  sleep = sleepWith(this.timer);

  end(): void {
    this.#isOver = true;
    for (const timer of this.#pending) timer.cancel();
    this.#pending.clear();
  }
}
