import { type Clock, realClock, sleepWith, type Timer } from '@slipway/apimachinery/clock';

export interface FakeClockOptions {
  /** Where monotonic time starts, in milliseconds. @default 0 */
  readonly now?: number;
  /** Where wall time starts, in milliseconds since 1970. @default 2026-01-01T00:00:00Z */
  readonly wall?: number;
}

export interface UntilOptions {
  /**
   * Real milliseconds after which the wait fails. It is there so that a broken test ends with a
   * sentence rather than hang; it is no measure of speed. @default 90_000
   */
  readonly realLimitMs?: number;
  /** Named in the failure: what was waited for. @default the condition's source text */
  readonly what?: string;
}

export interface AdvanceUntilOptions extends UntilOptions {
  /** Fake milliseconds per step. @default to the next pending timer */
  readonly stepMs?: number;
  /** Fake milliseconds after which the wait fails. @default 3_600_000 */
  readonly limitMs?: number;
  /**
   * Time stands still while this is false: for example while a proxy has requests in flight, so that
   * a real answer on its way is not outrun by a fake deadline. @default always true
   */
  readonly ready?: () => boolean;
}

interface Pending {
  readonly due: number;
  readonly fn: () => void;
}

// More timers than this without time moving is a callback that re-arms itself at once.
const MOST_TIMERS_AT_ONE_MOMENT = 100_000;

/**
 * A clock that stands still until it is moved.
 *
 * `advance` runs due timers in order of their time, equal ones in order of creation, and lets every
 * promise that a timer resolved run its course before the next timer: what the real event loop does,
 * without the waiting. Work that needs real I/O is waited for with `until`, which moves no time.
 */
export class FakeClock implements Clock {
  #now: number;
  /** Wall time minus monotonic time. */
  #wallOffset: number;
  /** Sorted by `due`, equal ones by creation. */
  readonly #pending: Pending[] = [];
  #advancing = false;

  constructor({ now = 0, wall = Date.UTC(2026, 0, 1) }: FakeClockOptions = {}) {
    this.#now = now;
    this.#wallOffset = wall - now;
  }

  now = (): number => this.#now;

  wall = (): number => this.#now + this.#wallOffset;

  timer = (ms: number, fn: () => void): Timer => {
    const entry: Pending = { due: this.#now + Math.max(0, ms), fn };
    const later = this.#pending.findLastIndex((other) => other.due <= entry.due) + 1;
    this.#pending.splice(later, 0, entry);
    return {
      cancel: () => {
        const at = this.#pending.indexOf(entry);
        if (at >= 0) this.#pending.splice(at, 1);
      },
    };
  };

  sleep = sleepWith(this.timer);

  /** How many timers wait: none, once everything that was started has been stopped. */
  get pendingTimers(): number {
    return this.#pending.length;
  }

  /** Moves wall time alone: a clock that is set, or a machine that was suspended. */
  stepWall(ms: number): void {
    this.#wallOffset += ms;
  }

  /** Moves time by `ms` and runs what becomes due, timers set on the way included. */
  async advance(ms: number): Promise<void> {
    if (this.#advancing) throw new Error('FakeClock.advance is already running; await it before the next.');
    this.#advancing = true;
    try {
      await this.#moveTo(this.#now + ms);
    } finally {
      this.#advancing = false;
    }
  }

  async #moveTo(target: number): Promise<void> {
    let atThisMoment = 0;
    await drainMicrotasks();
    for (let next = this.#pending[0]; next !== undefined && next.due <= target; next = this.#pending[0]) {
      atThisMoment = next.due > this.#now ? 0 : atThisMoment + 1;
      if (atThisMoment > MOST_TIMERS_AT_ONE_MOMENT) {
        throw new Error(`FakeClock: timers at ${this.#now} ms keep setting further timers for the same moment.`);
      }
      this.#pending.shift();
      this.#now = Math.max(this.#now, next.due);
      next.fn();
      await drainMicrotasks();
    }
    this.#now = target;
  }

  /** Turns the event loop, without moving time, until `condition` is truthy, and returns its value. */
  async until<T>(condition: () => T | Promise<T>, options: UntilOptions = {}): Promise<NonNullable<T>> {
    return poll(condition, options, async () => true);
  }

  /** Moves time step by step, turning the event loop between the steps, until `condition` is truthy. */
  async advanceUntil<T>(
    condition: () => T | Promise<T>,
    { stepMs, limitMs = 3_600_000, ready = () => true, ...options }: AdvanceUntilOptions = {},
  ): Promise<NonNullable<T>> {
    const end = this.#now + limitMs;
    return poll(condition, options, async () => {
      if (!ready()) return true;
      if (this.#now >= end) return false;
      const step = stepMs ?? (this.#pending[0]?.due ?? this.#now) - this.#now;
      await this.advance(Math.min(step, end - this.#now));
      return true;
    });
  }
}

/**
 * All of them, however long the chains: Node empties the microtask queue before it turns to the next
 * phase of the event loop.
 */
function drainMicrotasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

// Then a breath of a real millisecond per round, so that a long wait leaves the processor to whatever
// it waits for.
const EAGER_ROUNDS = 50;

async function poll<T>(
  condition: () => T | Promise<T>,
  { realLimitMs = 90_000, what = condition.toString() }: UntilOptions,
  between: () => Promise<boolean>,
): Promise<NonNullable<T>> {
  const end = realClock.now() + realLimitMs;
  for (let round = 0; ; round++) {
    const value = await condition();
    if (value) return value;
    if (realClock.now() > end || !(await between())) throw new Error(`FakeClock: waited in vain for: ${what}`);
    await (round < EAGER_ROUNDS ? drainMicrotasks() : realClock.sleep(1));
  }
}
