type End = () => unknown;

/** Ends of what was begun, last begun first. One that fails keeps none of the others from running. */
export class Endings {
  readonly #ends: End[] = [];
  #run: Promise<void> | undefined;

  add(...ends: readonly End[]): void {
    this.#ends.push(...ends);
  }

  /** Rejects with the first failure, once all have run. Safe to call twice. */
  run(): Promise<void> {
    this.#run ??= this.#all();
    return this.#run;
  }

  /** For a start that failed: its own error is the one to report, not one of the way back. */
  async rollBack(cause: unknown): Promise<never> {
    await this.run().catch(() => undefined);
    throw cause;
  }

  async #all(): Promise<void> {
    const errors: unknown[] = [];
    for (const end of this.#ends.toReversed()) {
      try {
        await end();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
