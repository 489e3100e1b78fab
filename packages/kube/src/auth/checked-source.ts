import type { Clock } from '@slipway/apimachinery/clock';
import type { Logger } from '../log/index.ts';

export interface CheckedSourceOptions<T> {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Named in the log when a look fails. */
  readonly what: string;
  readonly read: () => Promise<T>;
  /** Milliseconds until the next look at the source, from what was read. @default never again */
  readonly freshForMs?: (value: T) => number;
  /** Whether two readings mean the same; the earlier object is then kept. @default identity */
  readonly isSame?: (one: T, other: T) => boolean;
  /**
   * What a failed look means while an earlier value is there. A file that is being replaced can be
   * missing for a moment, so files `keep`; a plugin that fails has no valid value, so it `fails`.
   */
  readonly onFailure: 'keep' | 'fail';
}

/**
 * A value that is read again when it may have changed: at the first use after `freshForMs`, so that
 * an idle process reads nothing. At most one read runs at a time; everyone waits for that one.
 */
export class CheckedSource<T> {
  readonly #options: CheckedSourceOptions<T>;
  #held: { readonly value: T } | undefined;
  #dueAt = Number.NEGATIVE_INFINITY;
  #running: Promise<T> | undefined;

  constructor(options: CheckedSourceOptions<T>) {
    this.#options = options;
  }

  /**
   * What was read last, undefined before the first look. Who waits for several sources takes their
   * values from here, all at one moment: what `current` gave may be older than what came meanwhile.
   */
  get latest(): T | undefined {
    return this.#held?.value;
  }

  async current(): Promise<T> {
    if (this.#held && this.#options.clock.now() < this.#dueAt) return this.#held.value;
    return this.#look();
  }

  /** Reads now, unless something newer than `refused` was read already. */
  async refresh(refused: T): Promise<void> {
    if (this.#held === undefined || this.#held.value === refused) await this.#look();
  }

  #look(): Promise<T> {
    this.#running ??= this.#read().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #read(): Promise<T> {
    const { clock, logger, what, read, freshForMs, isSame = Object.is, onFailure } = this.#options;
    let held = this.#held;
    try {
      const value = await read();
      if (held === undefined || !isSame(held.value, value)) held = { value };
    } catch (error) {
      if (held === undefined || onFailure === 'fail') throw error;
      logger.warn({ error }, `${what} could not be read again; the earlier content stays in use.`);
    }
    this.#held = held;
    this.#dueAt = clock.now() + (freshForMs?.(held.value) ?? Number.POSITIVE_INFINITY);
    return held.value;
  }
}
