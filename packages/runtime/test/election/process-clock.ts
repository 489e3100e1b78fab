import { type Clock, sleepWith, type Timer } from '@slipway/apimachinery/clock';
import type { FakeClock } from '@slipway/kube/testing';

export interface ProcessClockOptions {
  /** Milliseconds of its monotonic clock per true one. */
  readonly rate: number;
  /** Where its monotonic clock starts. */
  readonly origin: number;
}

/**
 * Time as one process sees it. Its event loop can be held up, which the clock does not notice; its
 * machine can be suspended, which stops the monotonic clock too; its wall clock can be set; and it
 * can die.
 */
export class ProcessClock implements Clock {
  readonly #world: FakeClock;
  readonly #options: ProcessClockOptions;
  readonly #startedAt: number;
  #wallOffset = 0;
  #suspendedMs = 0;
  #suspendedAt: number | undefined;
  #isHeldUp = false;
  #isDead = false;
  readonly #heldBack: (() => void)[] = [];

  constructor(world: FakeClock, options: ProcessClockOptions) {
    this.#world = world;
    this.#options = options;
    this.#startedAt = world.now();
  }

  /** Whether its code can run at this moment. */
  get isRunning(): boolean {
    return !this.#isHeldUp && !this.#isDead;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  now = (): number => {
    const awakeMs = (this.#suspendedAt ?? this.#world.now()) - this.#startedAt - this.#suspendedMs;
    return this.#options.origin + awakeMs * this.#options.rate;
  };

  wall = (): number => this.#world.wall() + this.#wallOffset;

  timer = (ms: number, fn: () => void): Timer => {
    const due = this.now() + Math.max(0, ms);
    let isCancelled = false;
    let pending: Timer;
    const arm = (): void => {
      pending = this.#world.timer((due - this.now()) / this.#options.rate, () => this.deliver(fire));
    };
    const fire = (): void => {
      if (isCancelled) return;
      // Not yet, when the machine was suspended meanwhile; a millisecond more or less is rounding.
      if (this.now() < due - 1) arm();
      else fn();
    };
    arm();
    return {
      cancel: () => {
        isCancelled = true;
        pending.cancel();
      },
    };
  };

  sleep = sleepWith(this.timer);

  /** Runs `fn` in this process: now, or when its event loop turns again. */
  deliver(fn: () => void): void {
    if (this.#isDead) return;
    if (this.#isHeldUp) this.#heldBack.push(fn);
    else fn();
  }

  stepWall(ms: number): void {
    this.#wallOffset += ms;
  }

  holdUp({ suspended }: { readonly suspended: boolean }): void {
    this.#isHeldUp = true;
    if (suspended) this.#suspendedAt = this.#world.now();
  }

  resume(): void {
    if (this.#suspendedAt !== undefined) this.#suspendedMs += this.#world.now() - this.#suspendedAt;
    this.#suspendedAt = undefined;
    this.#isHeldUp = false;
    for (const fn of this.#heldBack.splice(0)) this.#world.timer(0, () => this.deliver(fn));
  }

  die(): void {
    this.#isDead = true;
  }
}
