import type { Duration, Instant } from '@gati-framework/contracts/deployment';
import { DeliveryError } from '../errors.ts';
import type { Measurement } from '../model/index.ts';
import type { QueryResult } from './answer.ts';
import type { PrometheusClient } from './client.ts';
import { type CompiledConditions, type ConditionSources, compileConditions } from './conditions.ts';

export interface MetricOptions extends ConditionSources {
  /** PromQL with one value as its answer. `$name` is replaced by the variable of that name. */
  readonly query: string;
  /**
   * Where the newest sample that the query reads is older than this, there is no data, in milliseconds.
   * @default 300_000
   *
   * Any expression is asked for it, selector by selector. A range has its own reach beside it: `rate(x[10m])` is made of
   * samples up to ten minutes old, the newest of which counts here.
   */
  readonly maxAgeMs?: Duration;
}

type Judgement = Omit<Measurement, 'at'>;

const MAX_AGE_MS: Duration = 300_000;

export type Variables = Readonly<Record<string, string>>;

/** One metric of an analysis, ready to be measured again and again. */
export class PrometheusMetric {
  readonly #client: PrometheusClient;
  readonly #options: MetricOptions;
  readonly #conditions: CompiledConditions;

  /** Throws `DELIVERY_CONDITION` for a condition that makes no sense. */
  constructor(client: PrometheusClient, options: MetricOptions) {
    this.#client = client;
    this.#options = options;
    this.#conditions = compileConditions(options);
  }

  /**
   * Asks for the new version, and for the old one where a condition compares them. Whatever is not one fresh number
   * is Inconclusive; a query that failed is an Error. Throws `DELIVERY_CONDITION` for a variable that is not given.
   */
  async measure(now: Instant, variables: Variables, baseline?: Variables, signal?: AbortSignal): Promise<Measurement> {
    const { query, maxAgeMs = MAX_AGE_MS } = this.#options;
    const isCompared = this.#conditions.needsBaseline && baseline !== undefined;
    const options = { maxAgeMs, ...(signal && { signal }) };
    const [result, before] = await Promise.all([
      this.#client.query(fillIn(query, variables), now, options),
      isCompared ? this.#client.query(fillIn(query, baseline), now, options) : undefined,
    ]);
    const value = this.#oneNumber(result, now);
    if (typeof value !== 'number') return { at: now, ...value };
    if (before === undefined) return { at: now, ...this.#conditions.judge(value, undefined) };
    const old = this.#oneNumber(before, now);
    if (typeof old !== 'number') return { at: now, ...old, message: `the version before: ${old.message ?? ''}` };
    return { at: now, ...this.#conditions.judge(value, old) };
  }

  #oneNumber(result: QueryResult, now: Instant): number | Judgement {
    const open = (message: string): Judgement => ({ outcome: 'Inconclusive', message });
    if (result.noData !== undefined) return open(result.noData);
    if (result.failure !== undefined) return failed(result);
    const [sample, ...more] = result.samples;
    if (!sample) return open('no data');
    if (more.length > 0) return open(`${more.length + 1} series where one was asked for; aggregate the query`);
    if (!Number.isFinite(sample.value)) return open(`the value is ${sample.value}`);
    if (now - sample.at > (this.#options.maxAgeMs ?? MAX_AGE_MS)) return open('the newest sample is stale');
    return sample.value;
  }
}

/** The measurement of a query that failed. */
export function failed({ failure, isPermanent }: Extract<QueryResult, { failure: string }>): Judgement {
  return { outcome: 'Error', message: failure, ...(isPermanent && { isPermanent }) };
}

/** Puts variables in; what looks like one and is not known must not reach the server as it stands. */
export function fillIn(query: string, variables: Variables): string {
  return query.replaceAll(/\$([a-z]\w*)/gi, (text, name: string) => {
    const value = variables[name];
    if (value === undefined)
      throw new DeliveryError(
        'DELIVERY_CONDITION',
        `the query uses ${text}; known are ${Object.keys(variables).join(', ')}`,
      );
    // Inside a quoted label value, where variables stand.
    return value.replaceAll(/["\\]/g, String.raw`\$&`);
  });
}
