/**
 * A number of places, and lanes of those who wait for one. Lanes take turns, so one with many calls
 * does not keep another with a single one waiting (S-83).
 */
export class Slots {
  #free: number;
  /** In the order in which they come next. */
  readonly #lanes = new Map<string, (() => void)[]>();

  constructor(size: number) {
    this.#free = size;
  }

  /** Waits for a place and runs `work` in it. */
  async run<T>(lane: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    await this.#enter(lane, signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(lane: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const waiting = this.#lanes.get(lane) ?? [];
      this.#lanes.set(lane, waiting);
      const enter = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(signal?.reason);
      };
      waiting.push(enter);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  #leave(): void {
    for (const [lane, waiting] of this.#lanes) {
      // To the end of the line, or out of it when nobody waits there.
      this.#lanes.delete(lane);
      const next = waiting.shift();
      if (!next) continue;
      if (waiting.length > 0) this.#lanes.set(lane, waiting);
      next();
      return;
    }
    this.#free += 1;
  }
}
