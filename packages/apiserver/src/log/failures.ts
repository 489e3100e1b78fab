import type { Logger } from './logger.ts';

/** Exceptions that nothing in the server expected: each is logged with its stack and counted, and none ends the process. */
export class Failures {
  readonly #logger: Logger;
  #count = 0;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get count(): number {
    return this.#count;
  }

  /** `message` says what was being done. */
  note(error: unknown, message: string, fields: Readonly<Record<string, unknown>> = {}): void {
    this.#count += 1;
    try {
      this.#logger.error({ ...fields, error }, message);
    } catch {
      // A logger of the user's own that throws must not take the server along.
    }
  }

  /** Runs work that has no caller to throw at. */
  contain(work: () => void, message: string): void {
    try {
      work();
    } catch (error) {
      this.note(error, message);
    }
  }
}
