import type { Duration, Instant } from '@gati-framework/contracts/deployment';
import { readBody } from '@slipway/kube/body';
import { LONGEST_DETAIL, type QueryResult, readAnswer } from './answer.ts';
import { freshnessOf } from './freshness.ts';

export interface PrometheusOptions {
  /** `http://prometheus.monitoring:9090`, with a path prefix where it has one, and with `user:password@` where it asks. */
  readonly url: string;
  /** Sent with every query, for example `authorization`. Never logged, never in a message. */
  readonly headers?: () => Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>;
  /** @default 10_000 */
  readonly timeoutMs?: Duration;
  /** @default the platform's */
  readonly fetch?: typeof fetch;
}

export interface QueryOptions {
  /** Samples older than this are no data, in milliseconds; see `freshnessOf`. @default nobody asks how old they are */
  readonly maxAgeMs?: Duration;
  readonly signal?: AbortSignal;
}

/** One number is asked for. Counted after decompression, which fetch does by itself. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Asks a Prometheus, or whatever speaks its HTTP API, for the value of an expression at one instant. */
export class PrometheusClient {
  readonly #options: PrometheusOptions;
  readonly #url: string;
  readonly #credentials: Readonly<Record<string, string>>;

  constructor(options: PrometheusOptions) {
    const { url, credentials } = parted(options.url);
    this.#options = options;
    this.#url = `${url.replace(/\/+$/, '')}/api/v1/query`;
    this.#credentials = credentials;
  }

  /** Never rejects: a query that fails says why. */
  async query(expression: string, at: Instant, { maxAgeMs, signal }: QueryOptions = {}): Promise<QueryResult> {
    const freshness = maxAgeMs === undefined ? undefined : freshnessOf(expression, maxAgeMs);
    // Answers carry the time that was asked for. From 2.43 on Prometheus can leave old series out of them one by one.
    const lookback = maxAgeMs === undefined ? {} : { lookback_delta: String(maxAgeMs / 1000) };
    const [result, ages] = await Promise.all([
      this.#ask({ query: expression, ...lookback }, at, signal),
      freshness && this.#ask({ query: freshness.query }, at, signal),
    ]);
    if (result.failure !== undefined || !freshness || !ages) return result;
    if (ages.samples === undefined)
      return { ...ages, failure: `how old its samples are cannot be asked: ${ages.failure}` };
    const noData = freshness.judge(ages.samples);
    return noData === undefined ? result : { noData };
  }

  async #ask(
    form: Readonly<Record<string, string>>,
    at: Instant,
    signal: AbortSignal | undefined,
  ): Promise<ReturnType<typeof readAnswer>> {
    const timeout = AbortSignal.timeout(this.#options.timeoutMs ?? 10_000);
    try {
      const response = await (this.#options.fetch ?? fetch)(this.#url, {
        method: 'POST',
        headers: {
          ...this.#credentials,
          ...(await this.#options.headers?.()),
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ ...form, time: String(at / 1000) }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        redirect: 'error',
      });
      const body = response.body ? await readBody(response.body, { maxBytes: MAX_ANSWER_BYTES }) : '';
      return readAnswer(body.toString(), response);
    } catch (error) {
      if (timeout.aborted) return { failure: 'the query took too long' };
      return { failure: `the query failed: ${reasonOf(error)}` };
    }
  }
}

/** An address with credentials is one that `fetch` refuses, and repeats in full as it does. */
function parted(text: string): { readonly url: string; readonly credentials: Readonly<Record<string, string>> } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.username === '' && url.password === '')) return { url: text, credentials: {} };
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  return { url: url.href, credentials: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : undefined;
  return cause ?? error.message.slice(0, LONGEST_DETAIL);
}
