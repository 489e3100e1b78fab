import type { Duration, Instant } from '@gati-framework/contracts/deployment';

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

export interface Sample {
  readonly value: number;
  readonly at: Instant;
}

export interface QueryOptions {
  /** How far back a sample may lie that stands for now. @default what the server says, five minutes mostly */
  readonly maxAgeMs?: Duration;
  readonly signal?: AbortSignal;
}

/** What a query said: its samples, or why it said nothing. */
export type QueryResult =
  | { readonly samples: readonly Sample[]; readonly failure?: never }
  | { readonly failure: string; readonly samples?: never };

const LARGEST_ANSWER_BYTES = 1024 * 1024;
const LONGEST_DETAIL = 200;

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
    const timeout = AbortSignal.timeout(this.#options.timeoutMs ?? 10_000);
    try {
      const response = await (this.#options.fetch ?? fetch)(this.#url, {
        method: 'POST',
        headers: {
          ...this.#credentials,
          ...(await this.#options.headers?.()),
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({
          query: expression,
          time: String(at / 1000),
          // Answers carry the time that was asked for, not that of their samples: only the server can leave old ones
          // out. Prometheus does from 2.43 on.
          ...(maxAgeMs !== undefined && { lookback_delta: String(maxAgeMs / 1000) }),
        }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        redirect: 'error',
      });
      return parse(await boundedText(response), response);
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

async function boundedText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += (piece as Uint8Array).length;
    if (size > LARGEST_ANSWER_BYTES) throw new Error(`the answer is larger than ${LARGEST_ANSWER_BYTES} bytes`);
    pieces.push(piece as Uint8Array);
  }
  return Buffer.concat(pieces).toString('utf8');
}

interface Answer {
  readonly status?: unknown;
  readonly error?: unknown;
  readonly warnings?: unknown;
  readonly data?: { readonly resultType?: unknown; readonly result?: unknown };
}

function parse(text: string, { status, ok }: Response): QueryResult {
  let answer: Answer | null;
  try {
    answer = JSON.parse(text) as Answer | null;
  } catch {
    return { failure: `the answer (${status}) is not JSON; ${ok ? 'is this a Prometheus?' : 'is the server ready?'}` };
  }
  if (!ok || answer?.status !== 'success') {
    const detail = typeof answer?.error === 'string' ? answer.error.slice(0, LONGEST_DETAIL) : 'no reason given';
    return { failure: `the query was refused (${status}): ${detail}` };
  }
  const warning = firstWarning(answer);
  if (warning !== undefined) return { failure: `the answer may lack data: ${warning.slice(0, LONGEST_DETAIL)}` };
  const { resultType, result } = answer.data ?? {};
  const points = resultType === 'scalar' ? [result] : resultType === 'vector' ? values(result) : undefined;
  const samples = points?.map(sampleOf);
  if (!samples || samples.includes(undefined))
    return { failure: `the answer has no instant values (${String(resultType)})` };
  return { samples: samples as Sample[] };
}

/** A store that did not answer is a warning beside the data of the others. Remarks on style come the same way. */
function firstWarning({ warnings }: Answer): string | undefined {
  const texts = Array.isArray(warnings) ? warnings.map(String) : [];
  return texts.find((text) => !text.startsWith('PromQL info:'));
}

function values(result: unknown): unknown[] {
  return Array.isArray(result) ? result.map((series: { value?: unknown }) => series?.value) : [undefined];
}

/** What JavaScript reads as a number is more than this: no text at all is zero to it. */
const NUMBER = /^(?:NaN|[+-]?(?:Inf|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?))$/i;

/** `[seconds, "text"]`, where the text may be NaN or infinite. */
function sampleOf(point: unknown): Sample | undefined {
  if (!Array.isArray(point) || typeof point[0] !== 'number' || typeof point[1] !== 'string') return undefined;
  if (!NUMBER.test(point[1])) return undefined;
  return { at: Math.round(point[0] * 1000), value: Number(point[1].replace(/Inf$/i, 'Infinity')) };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : undefined;
  return cause ?? error.message.slice(0, LONGEST_DETAIL);
}
