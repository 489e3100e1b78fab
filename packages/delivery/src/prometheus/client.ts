import type { Duration, Instant } from '@gati-framework/contracts/deployment';

export interface PrometheusOptions {
  /** `http://prometheus.monitoring:9090`, with a path prefix where it has one. */
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

  constructor(options: PrometheusOptions) {
    this.#options = options;
    this.#url = `${options.url.replace(/\/+$/, '')}/api/v1/query`;
  }

  /** Never rejects: a query that fails says why. */
  async query(expression: string, at: Instant, signal?: AbortSignal): Promise<QueryResult> {
    const timeout = AbortSignal.timeout(this.#options.timeoutMs ?? 10_000);
    try {
      const response = await (this.#options.fetch ?? fetch)(this.#url, {
        method: 'POST',
        headers: { ...(await this.#options.headers?.()), 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ query: expression, time: String(at / 1000) }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        redirect: 'error',
      });
      return parse(await boundedText(response), response.status);
    } catch (error) {
      if (timeout.aborted) return { failure: 'the query took too long' };
      return { failure: `the query failed: ${reasonOf(error)}` };
    }
  }
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
  readonly data?: { readonly resultType?: unknown; readonly result?: unknown };
}

function parse(text: string, status: number): QueryResult {
  let answer: Answer;
  try {
    answer = JSON.parse(text) as Answer;
  } catch {
    return { failure: `the answer (${status}) is not JSON; is this a Prometheus?` };
  }
  if (answer.status !== 'success') {
    const detail = typeof answer.error === 'string' ? answer.error.slice(0, LONGEST_DETAIL) : 'no reason given';
    return { failure: `the query was refused (${status}): ${detail}` };
  }
  const { resultType, result } = answer.data ?? {};
  const points = resultType === 'scalar' ? [result] : resultType === 'vector' ? values(result) : undefined;
  const samples = points?.map(sampleOf);
  if (!samples || samples.includes(undefined))
    return { failure: `the answer has no instant values (${String(resultType)})` };
  return { samples: samples as Sample[] };
}

function values(result: unknown): unknown[] {
  return Array.isArray(result) ? result.map((series: { value?: unknown }) => series?.value) : [undefined];
}

/** `[seconds, "text"]`, where the text may be NaN or infinite. */
function sampleOf(point: unknown): Sample | undefined {
  if (!Array.isArray(point) || typeof point[0] !== 'number' || typeof point[1] !== 'string') return undefined;
  const text = point[1].replace(/^([+-]?)Inf$/, '$1Infinity');
  return { at: Math.round(point[0] * 1000), value: Number(text) };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : undefined;
  return cause ?? error.message.slice(0, LONGEST_DETAIL);
}
