import type { QueueObserver } from '../queue/index.ts';
import type { Outcome } from './outcome.ts';

/** Observes what a controller does, for metrics. Calls are synchronous and must not throw. */
export interface ControllerObserver {
  readonly queue: QueueObserver;
  /** A run starts; the key had waited that long. */
  taken(waitedMs: number): void;
  ended(outcome: Outcome, tookMs: number): void;
}

export const silentObserver: ControllerObserver = { queue: {}, taken: () => {}, ended: () => {} };
