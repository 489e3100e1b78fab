import type { Duration, Instant } from '@gati-framework/contracts/deployment';
import { DeliveryError } from '../errors.ts';
import type { Measurement } from '../model/index.ts';
import type { PrometheusClient, QueryResult } from './client.ts';
import { type CompiledConditions, type ConditionSources, compileConditions } from './conditions.ts';

export interface MetricOptions extends ConditionSources {
  /** PromQL with one value as its answer. `$name` is replaced by the variable of that name. */
  readonly query: string;
  /**
   * A sample older than this is stale, in milliseconds.
   * @default 5 minutes, unless the server says less
   *
   * A range in the query has its own reach: `rate(x[10m])` is made of samples up to ten minutes old. A shorter time
   * than the server's own needs Prometheus 2.43 or newer; older ones do not know it and go on as they are.
   */
  readonly maxAgeMs?: Duration;
}

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
    const { query, maxAgeMs } = this.#options;
    const isCompared = this.#conditions.needsBaseline && baseline !== undefined;
    const options = { ...(maxAgeMs !== undefined && { maxAgeMs }), ...(signal && { signal }) };
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

  #oneNumber(result: QueryResult, now: Instant): number | Pick<Measurement, 'outcome' | 'message'> {
    if (result.samples === undefined) return { outcome: 'Error', message: result.failure };
    const [sample, ...more] = result.samples;
    const open = (message: string): Pick<Measurement, 'outcome' | 'message'> => ({ outcome: 'Inconclusive', message });
    if (!sample) return open('no data');
    if (more.length > 0) return open(`${more.length + 1} series where one was asked for; aggregate the query`);
    if (!Number.isFinite(sample.value)) return open(`the value is ${sample.value}`);
    if (now - sample.at > (this.#options.maxAgeMs ?? 300_000)) return open('the newest sample is stale');
    return sample.value;
  }
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
