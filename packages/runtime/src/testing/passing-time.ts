import { type Clock, realClock } from '@slipway/kube';
import { FakeClock } from '@slipway/kube/testing';

/** How a harness lets time go by, real or fake. */
export interface PassingTime {
  pass(ms: number): Promise<void>;
  /** Whether the condition came to hold within the time. */
  until(condition: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean>;
}

const REAL_LOOK_MS = 20;
const FAKE_STEP_MS = 1_000;
/** Real time for what is still on its way when fake time is over. */
const REAL_GRACE_MS = 5_000;

/**
 * A fake clock is moved; for any other one waits. `isSettled` says that no request is under way: fake
 * time stands still until then, so that no deadline outruns a real answer.
 */
export function passingTime(clock: Clock, isSettled: () => boolean = () => true): PassingTime {
  return clock instanceof FakeClock ? fakeTime(clock, isSettled) : realTime(clock);
}

function realTime(clock: Clock): PassingTime {
  return {
    pass: (ms) => clock.sleep(ms),
    async until(condition, withinMs) {
      const end = clock.now() + withinMs;
      for (;;) {
        if (await condition()) return true;
        if (clock.now() >= end) return false;
        await clock.sleep(REAL_LOOK_MS);
      }
    },
  };
}

function fakeTime(clock: FakeClock, isSettled: () => boolean): PassingTime {
  // A request that has just been begun is not seen at once: settled for a few turns of the event loop.
  let settledTurns = 0;
  const ready = (): boolean => {
    settledTurns = isSettled() ? settledTurns + 1 : 0;
    if (settledTurns < 4) return false;
    settledTurns = 0;
    return true;
  };
  // For what hangs; a machine that runs ten other suites takes minutes for a scenario of seconds.
  const realLimitMs = 300_000;
  return {
    async pass(ms) {
      const end = clock.now() + ms;
      const step = { stepMs: Math.min(FAKE_STEP_MS, ms), limitMs: ms, ready, realLimitMs };
      await clock.advanceUntil(() => clock.now() >= end, step);
    },
    async until(condition, withinMs) {
      const end = clock.now() + withinMs;
      // The caller knows what is missing: it hears of a real limit as of the fake one.
      const realEnd = realClock.now() + realLimitMs;
      let holds = false;
      const check = async (): Promise<boolean> => (holds ||= await condition());
      const isOver = (): boolean => clock.now() >= end || realClock.now() >= realEnd;
      const step = { stepMs: FAKE_STEP_MS, limitMs: withinMs, ready, realLimitMs: 2 * realLimitMs };
      await clock.advanceUntil(async () => (await check()) || isOver(), step);
      await clock.until(check, { realLimitMs: REAL_GRACE_MS }).catch(() => undefined);
      return holds;
    },
  };
}
