import { type Clock, realClock, type Timer } from '@slipway/kube';

/**
 * The world's time as the test moves it, for whatever reasons about minutes; connections, timers and backoffs stay on
 * the machine's time, since real servers answer in it.
 */
export class DrivenClock implements Clock {
  #wall = Date.UTC(2026, 0, 1);

  now = (): number => realClock.now();
  sleep = (ms: number, signal?: AbortSignal): Promise<void> => realClock.sleep(ms, signal);
  timer = (ms: number, fn: () => void): Timer => realClock.timer(ms, fn);
  wall = (): number => this.#wall;

  move(ms: number): void {
    this.#wall += ms;
  }
}
