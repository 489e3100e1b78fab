import type { Clock } from '@slipway/apimachinery/clock';
import type { RequestFacts } from './request-facts.ts';

/** An answer on its way to the client. Stages wrap or replace it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** One request and its answer, as the stages of the proxy see it. */
export interface Exchange {
  readonly facts: RequestFacts;
  readonly clock: Clock;
  /** Fires when the exchange is over, most often because the client left. Every wait of a stage takes it. */
  readonly signal: AbortSignal;
  /** Path with query that the upstream is asked for. */
  uri: string;
  /** Resolves while no watch is frozen; frozen watches wait here. */
  readonly released: () => Promise<void>;
  /** What the proxy has recorded so far: resource versions of writes that it forwarded, oldest first. */
  readonly written: readonly string[];
}

/**
 * One step of an exchange: it may wait, answer by itself, ask what lies behind it, and change that
 * answer. Every fault is such a stage; the first of a schedule is the outermost.
 */
export type Stage = (exchange: Exchange, next: () => Promise<Answer>) => Promise<Answer>;

/** Puts `stages` around `ask`, the request to the upstream. */
export function compose(stages: readonly Stage[], exchange: Exchange, ask: () => Promise<Answer>): Promise<Answer> {
  return stages.reduceRight<() => Promise<Answer>>((next, stage) => () => stage(exchange, next), ask)();
}

/**
 * How an exchange can end other than with its answer:
 *
 * - `end`: the body is ended properly, where it is
 * - `close`: FIN, in the middle of the answer
 * - `reset`: RST
 * - `tlsReset`: a record that is no valid TLS, then FIN
 * - `silence`: nothing more comes; the connection stays
 * - `halfOpen`: as `silence`, and nothing that the client sends on this connection is ever answered
 */
export type Ending = 'end' | 'close' | 'reset' | 'tlsReset' | 'silence' | 'halfOpen';

/** Thrown by a stage, or in the body of an answer, to end the exchange there and then. */
export class ExchangeEnd extends Error {
  override readonly name = 'ExchangeEnd';
  readonly ending: Ending;

  constructor(ending: Ending) {
    super(`The exchange ends by ${ending}.`);
    this.ending = ending;
  }
}

/** The answer with another body. Its length is not known in advance any more. */
export function withBody(answer: Answer, change: (body: Answer['body']) => Answer['body']): Answer {
  const { 'content-length': _unknown, ...headers } = answer.headers;
  return { ...answer, headers, body: change(answer.body) };
}

export async function* bodyOf(text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield Buffer.from(text);
}
