import type { Clock } from '@slipway/apimachinery/clock';
import { type AnyKind, resourceName } from '../kinds/index.ts';

/** Which resources of one server have refused WatchList, for as long as that is worth remembering. */
export class WatchListMemory {
  readonly #clock: Clock;
  readonly #retryMs: number;
  readonly #lackingUntil = new Map<string, number>();

  constructor(clock: Clock, retryMs: number) {
    this.#clock = clock;
    this.#retryMs = retryMs;
  }

  isWorthTrying(kind: AnyKind): boolean {
    return (this.#lackingUntil.get(resourceName(kind)) ?? Number.NEGATIVE_INFINITY) <= this.#clock.now();
  }

  noteLack(kind: AnyKind): void {
    this.#lackingUntil.set(resourceName(kind), this.#clock.now() + this.#retryMs);
  }
}
