import type { Logger } from '@slipway/kube';

/** Logs a failure once, not at every try, until another comes or all is well. */
export class FailureLog {
  readonly #log: Logger;
  readonly #fields: Readonly<Record<string, unknown>>;
  #last = '';

  constructor(log: Logger, fields: Readonly<Record<string, unknown>>) {
    this.#log = log;
    this.#fields = fields;
  }

  report(error: unknown, message: string): void {
    const text = String(error);
    if (text === this.#last) return;
    this.#last = text;
    this.#log.warn({ ...this.#fields, error }, message);
  }

  clear(): void {
    this.#last = '';
  }
}
