export interface BackoffOptions {
  /** The first wait, in milliseconds, before jitter. */
  readonly firstMs: number;
  /** The longest wait, in milliseconds, before jitter. */
  readonly capMs: number;
  /** How much is added at random, as a part of the wait: 1 spreads it over [wait, 2 × wait). */
  readonly jitter: number;
  /** Time without a backoff, in milliseconds, after which the next one starts from the first wait again. */
  readonly resetMs: number;
}

/**
 * The backoff of a reflector.
 *
 * The jitter is as wide as the wait itself: after an outage of minutes every reflector in every process
 * stands at the cap, and their reconnects spread over 30 s instead of arriving together.
 */
export const REFLECTOR_BACKOFF: BackoffOptions = { firstMs: 800, capMs: 30_000, jitter: 1, resetMs: 120_000 };

/** How many waits have followed each other, and when the last of them ended. */
export interface BackoffState {
  readonly steps: number;
  readonly endedAt: number;
}

export const NO_BACKOFF: BackoffState = { steps: 0, endedAt: 0 };

/** The next wait: doubled with each one that follows another within the reset time. */
export function nextBackoff(
  state: BackoffState,
  { now, random, options = REFLECTOR_BACKOFF }: { now: number; random: () => number; options?: BackoffOptions },
): { readonly state: BackoffState; readonly delayMs: number } {
  const steps = state.steps > 0 && now - state.endedAt < options.resetMs ? state.steps : 0;
  const delayMs = jittered(Math.min(options.capMs, options.firstMs * 2 ** steps), options.jitter, random);
  return { state: { steps: steps + 1, endedAt: now + delayMs }, delayMs };
}

function jittered(ms: number, jitter: number, random: () => number): number {
  return ms * (1 + jitter * random());
}
