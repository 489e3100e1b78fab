import { type Clock, realClock } from '@slipway/kube';

/** A clock on which each look takes time: work that looks at it between units has a duration without having one. */
export class TickingClock implements Clock {
  readonly #tickMs: number;
  #now = 0;

  constructor(tickMs: number) {
    this.#tickMs = tickMs;
  }

  now = (): number => (this.#now += this.#tickMs);
  wall = (): number => this.#now;
  sleep: Clock['sleep'] = (ms, signal) => realClock.sleep(ms, signal);
  timer: Clock['timer'] = (ms, fn) => realClock.timer(ms, fn);
}
