import { type Clock, realClock } from '@slipway/kube';
import { ask } from '@slipway/test/gateway/request';

/** How many requests are under way at once, and the rest between two of one sender: a steady trickle, no flood. */
const SENDERS = 4;
const REST_MS = 40;

/** Who answered what. */
export interface Counts {
  /** Answers with 200, by version. */
  readonly answers: Readonly<Record<string, number>>;
  /** Answers with another status, by version. */
  readonly refusals: Readonly<Record<string, number>>;
  /** Requests that nobody answered, in words. */
  readonly broken: readonly string[];
}

/** Requests without an end, each on a connection of its own, so that the Service chooses anew each time. */
export class Traffic {
  readonly #url: string;
  readonly #clock: Clock;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #answers: Record<string, number> = {};
  readonly #refusals: Record<string, number> = {};
  readonly #broken: string[] = [];
  readonly #ending = new AbortController();
  readonly #senders: Promise<void>[];

  constructor(url: string, headers: Readonly<Record<string, string>> = {}, clock: Clock = realClock) {
    this.#url = url;
    this.#clock = clock;
    this.#headers = { ...headers, connection: 'close' };
    this.#senders = Array.from({ length: SENDERS }, () => this.#send());
  }

  /** Of all that were answered until now. */
  counts(): Counts {
    return { answers: { ...this.#answers }, refusals: { ...this.#refusals }, broken: [...this.#broken] };
  }

  /** Lets the last requests end, and tells of all. Safe to call twice. */
  async stop(): Promise<Counts> {
    this.#ending.abort();
    await Promise.all(this.#senders);
    return this.counts();
  }

  async #send(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        const { status, headers } = await ask(this.#url, { headers: this.#headers });
        const version = String(headers['x-gati-version']);
        const counts = status === 200 ? this.#answers : this.#refusals;
        counts[version] = (counts[version] ?? 0) + 1;
      } catch (error) {
        this.#broken.push(String(error));
      }
      await this.#clock.sleep(REST_MS, signal).catch(() => undefined);
    }
  }
}
