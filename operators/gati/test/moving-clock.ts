import { type Clock, realClock } from '@slipway/kube';

/** The machine's time, which a test may move on; timers that run already keep their time. */
export class MovingClock implements Clock {
  #ahead = 0;

  now = (): number => realClock.now();
  sleep: Clock['sleep'] = (ms, signal) => realClock.sleep(ms, signal);
  timer: Clock['timer'] = (ms, work) => realClock.timer(ms, work);
  wall = (): number => realClock.wall() + this.#ahead;

  move(ms: number): void {
    this.#ahead += ms;
  }
}
