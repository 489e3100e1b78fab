import { type Answer, bodyOf, type Ending, type Exchange, ExchangeEnd, type Stage } from './exchange.ts';

export interface AnswerArgs {
  readonly status: number;
  /** Lower-case names. @default content-type: application/json */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is if it is a string, as JSON if not. @default a Status of that code */
  readonly body?: unknown;
}

/** Faults of single requests (P-4). Before send: `drop`, `refuse`, `delay`, `answer`; the rest after the commit. */
export const requestFaults = {
  /** The request is lost: the server never sees it and the client never hears of it. */
  drop: (): Stage => () => Promise.reject(new ExchangeEnd('silence')),

  /** The connection is reset before the server sees the request. */
  refuse: (): Stage => () => Promise.reject(new ExchangeEnd('reset')),

  /** The server sees the request `ms` later. */
  delay:
    ({ ms }: { readonly ms: number }): Stage =>
    async ({ clock, signal }, next) => {
      await clock.sleep(ms, signal);
      return next();
    },

  /** Answered in the server's place; the server never sees the request. */
  answer:
    (args: AnswerArgs): Stage =>
    async () =>
      made(args),

  /** The server carries the request out, and its answer is lost. */
  cutAnswer:
    ({ how = 'reset' }: { readonly how?: Ending } = {}): Stage =>
    async (exchange, next) => {
      await committed(exchange, next);
      throw new ExchangeEnd(how);
    },

  /** The server carries the request out; the client hears of it `ms` later. */
  delayAnswer:
    ({ ms }: { readonly ms: number }): Stage =>
    async ({ clock, signal }, next) => {
      const answer = await next();
      await clock.sleep(ms, signal);
      return answer;
    },

  /** The server carries the request out; the client gets another answer. */
  replaceAnswer:
    (args: AnswerArgs): Stage =>
    async (exchange, next) => {
      await committed(exchange, next);
      return made(args);
    },
};

/** Has the request carried out and answered; a watch has no end to wait for. */
async function committed({ facts }: Exchange, next: () => Promise<Answer>): Promise<void> {
  const { body } = await next();
  if (facts.verb === 'watch') return;
  for await (const _chunk of body);
}

function made({ status, headers = {}, body = statusOf(status) }: AnswerArgs): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: bodyOf(text) };
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Expired',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

/** A `Status` as API servers word failures. */
export function statusOf(code: number, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `injected ${code}`,
    reason: REASONS[code] ?? '',
    code,
    ...more,
  };
}
