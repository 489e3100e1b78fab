import { type Clock, realClock } from '@slipway/kube';

/** A clock that goes `factor` times as fast: for suites on a real server that would wait out backoffs otherwise. */
export function hurriedClock(factor: number): Clock {
  return {
    now: () => realClock.now() * factor,
    wall: () => realClock.wall(),
    sleep: (ms, signal) => realClock.sleep(ms / factor, signal),
    timer: (ms, fn) => realClock.timer(ms / factor, fn),
  };
}
