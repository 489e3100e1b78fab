import type { Instant } from '@gati-framework/contracts/deployment';

export interface Sample {
  readonly value: number;
  readonly at: Instant;
  /** Labels of its series; a scalar has none. */
  readonly labels: Readonly<Record<string, string>>;
}

/** What a query gave: its samples, or why they are no data, or why it failed. */
export type QueryResult =
  | { readonly samples: readonly Sample[]; readonly noData?: never; readonly failure?: never }
  | { readonly noData: string; readonly samples?: never; readonly failure?: never }
  | {
      readonly failure: string;
      /** The server refuses the query as it is written: asking again cannot help. */
      readonly isPermanent?: true;
      readonly samples?: never;
      readonly noData?: never;
    };

export const LONGEST_DETAIL = 200;

interface Answer {
  readonly status?: unknown;
  readonly errorType?: unknown;
  readonly error?: unknown;
  readonly warnings?: unknown;
  readonly data?: { readonly resultType?: unknown; readonly result?: unknown };
}

/** Reads what the HTTP API of Prometheus answers to an instant query. */
export function readAnswer(
  text: string,
  { status, ok }: Pick<Response, 'status' | 'ok'>,
): Exclude<QueryResult, { noData: string }> {
  let answer: Answer | null;
  try {
    answer = JSON.parse(text) as Answer | null;
  } catch {
    return { failure: `the answer (${status}) is not JSON; ${ok ? 'is this a Prometheus?' : 'is the server ready?'}` };
  }
  if (!ok || answer?.status !== 'success') {
    const reason = typeof answer?.error === 'string' ? answer.error.replace(REPEATED_QUERY, '') : 'no reason given';
    const failure = `the query was refused (${status}): ${reason.slice(0, LONGEST_DETAIL)}`;
    return isRefusedAsWritten(status, answer?.errorType, reason) ? { failure, isPermanent: true } : { failure };
  }
  const warning = firstWarning(answer);
  if (warning !== undefined) return { failure: `the answer may lack data: ${warning.slice(0, LONGEST_DETAIL)}` };
  const { resultType, result } = answer.data ?? {};
  const series = resultType === 'scalar' ? [{ value: result }] : resultType === 'vector' ? seriesOf(result) : undefined;
  const samples = series?.map(sampleOf);
  if (!samples || samples.includes(undefined))
    return { failure: `the answer has no instant values (${String(resultType)})` };
  return { samples: samples as Sample[] };
}

/** VictoriaMetrics repeats the query before it says what is wrong with it. */
const REPEATED_QUERY = /^error when executing query=.*? for \(time=\d+, step=\d+\): /s;
/** What its parser says. It answers 422, whatever is wrong, where Prometheus tells a bad query from a failed one. */
const PARSER_OF_VICTORIA_METRICS = /unparsed data: |^unknown func |^cannot expand WITH expressions: /;

/** As a syntax error is. What fails while it is executed may depend on the data of the moment. */
function isRefusedAsWritten(status: number, type: unknown, reason: string): boolean {
  if (status === 400) return type === 'bad_data';
  return status === 422 && type === '422' && PARSER_OF_VICTORIA_METRICS.test(reason);
}

/** A store that did not answer is a warning beside the data of the others. Remarks on style come the same way. */
function firstWarning({ warnings }: Answer): string | undefined {
  const texts = Array.isArray(warnings) ? warnings.map(String) : [];
  return texts.find((text) => !text.startsWith('PromQL info:'));
}

interface AnsweredSeries {
  readonly metric?: unknown;
  readonly value?: unknown;
}

function seriesOf(result: unknown): (AnsweredSeries | null)[] {
  return Array.isArray(result) ? (result as (AnsweredSeries | null)[]) : [null];
}

/** What JavaScript reads as a number is more than this: no text at all is zero to it. */
const NUMBER = /^(?:NaN|[+-]?(?:Inf|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?))$/i;

/** `[seconds, "text"]`, where the text may be NaN or infinite. */
function sampleOf(series: AnsweredSeries | null): Sample | undefined {
  const point = series?.value;
  if (!Array.isArray(point) || typeof point[0] !== 'number' || typeof point[1] !== 'string') return undefined;
  if (!NUMBER.test(point[1])) return undefined;
  const labels = typeof series?.metric === 'object' ? (series.metric as Readonly<Record<string, string>> | null) : null;
  return {
    at: Math.round(point[0] * 1000),
    value: Number(point[1].replace(/Inf$/i, 'Infinity')),
    labels: labels ?? {},
  };
}
