import { Agent } from 'node:http';
import { ask } from './request.ts';

export interface RequestStreamOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** How many requests are under way at any time, each on a connection of its own. @default 8 */
  readonly connections?: number;
}

/** What came of some requests. */
export interface Tally {
  /** How many were answered with 200, by the body of the answer. */
  readonly answers: ReadonlyMap<string, number>;
  /** Every other answer and every broken connection, in words. */
  readonly failures: readonly string[];
}

class Count implements Tally {
  readonly answers = new Map<string, number>();
  readonly failures: string[] = [];
  size = 0;

  add(status: number | 'broken', text: string): void {
    this.size++;
    if (status === 200) this.answers.set(text, (this.answers.get(text) ?? 0) + 1);
    else this.failures.push(`${status}: ${text}`);
  }
}

interface Sample {
  unsent: number;
  readonly size: number;
  readonly count: Count;
  readonly taken: (tally: Tally) => void;
}

/** Sends GET requests without a pause, over connections that are kept, until it is stopped. */
class RequestStream {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #agent: Agent;
  readonly #all = new Count();
  readonly #senders: Promise<void>[];
  #sample: Sample | undefined;
  #isStopped = false;

  constructor(url: string, { headers = {}, connections = 8 }: RequestStreamOptions = {}) {
    this.#url = url;
    this.#headers = headers;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.#senders = Array.from({ length: connections }, () => this.#send());
  }

  /** What comes of the next `size` requests: none that was sent before this call is among them. One at a time. */
  next(size: number): Promise<Tally> {
    return new Promise((taken) => {
      this.#sample = { unsent: size, size, count: new Count(), taken };
    });
  }

  /** Lets the last requests end. Returns what came of all that were ever sent. Safe to call twice. */
  async stop(): Promise<Tally> {
    this.#isStopped = true;
    await Promise.all(this.#senders);
    this.#agent.destroy();
    return this.#all;
  }

  async #send(): Promise<void> {
    while (!this.#isStopped) {
      const sample = this.#sample && this.#sample.unsent > 0 ? this.#sample : undefined;
      if (sample) sample.unsent--;
      const counts = sample ? [this.#all, sample.count] : [this.#all];
      try {
        const { status, body } = await ask(this.#url, { headers: this.#headers, agent: this.#agent });
        for (const count of counts) count.add(status, body);
      } catch (error) {
        for (const count of counts) count.add('broken', String(error));
      }
      if (sample && sample.count.size === sample.size) sample.taken(sample.count);
    }
  }
}

/** Sends requests while `work` is done, and tells what came of all of them. */
export async function underLoad<Result>(
  url: string,
  work: (requests: Pick<RequestStream, 'next'>) => Promise<Result>,
  options?: RequestStreamOptions,
): Promise<{ readonly result: Result; readonly all: Tally }> {
  const requests = new RequestStream(url, options);
  try {
    const result = await work(requests);
    return { result, all: await requests.stop() };
  } finally {
    await requests.stop();
  }
}

/** Sends so many requests and tells what came of them. */
export async function sendRequests(url: string, size: number, options?: RequestStreamOptions): Promise<Tally> {
  return (await underLoad(url, (requests) => requests.next(size), options)).result;
}
