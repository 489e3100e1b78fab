import type { Clock, Timer } from '@slipway/kube';

/** Time between beats, and how late one may be, in milliseconds. */
const BEAT_MS = 250;
const LATE_MS = 1_000;

/**
 * Notices when the event loop was held: leases, watches and health answers were late then too. Its
 * timer also keeps the process alive when nothing else does, as for a candidate without HTTP.
 */
export class Heartbeat {
  readonly #clock: Clock;
  readonly #onHeld: (heldMs: number) => void;
  #timer: Timer | undefined;

  constructor(clock: Clock, onHeld: (heldMs: number) => void) {
    this.#clock = clock;
    this.#onHeld = onHeld;
  }

  start(): void {
    const due = this.#clock.now() + BEAT_MS;
    this.#timer = this.#clock.timer(BEAT_MS, () => {
      const lateMs = this.#clock.now() - due;
      if (lateMs > LATE_MS) this.#onHeld(lateMs);
      this.start();
    });
  }

  stop(): void {
    this.#timer?.cancel();
  }
}
