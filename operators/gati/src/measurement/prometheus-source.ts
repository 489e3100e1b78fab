import type {
  Duration,
  Instant,
  ITrafficSource,
  Known,
  TrafficSample,
  VersionRef,
} from '@gati-framework/contracts/deployment';
import { fillIn, type PrometheusClient, type QueryResult, type Variables } from '@slipway/delivery/prometheus';
import type { Clock } from '@slipway/kube';
import type { PodHistory, PodThatRan } from './pod-history.ts';
import { ACTIVE, REQUESTS } from './pod-metrics.ts';
import { coverageQuery, inFlightQuery, ownVariables, requestsQuery, variablesOf } from './promql.ts';
import type { VersionLookup, VersionTraffic } from './version-traffic.ts';

export interface PrometheusSourceOptions {
  readonly client: PrometheusClient;
  readonly pods: PodHistory;
  readonly lookup: VersionLookup;
  readonly clock: Clock;
  /** Ends the queries under way, where a query has no signal of its own. */
  readonly signal?: AbortSignal;
}

/** A version as queries see it: its pods, and the values of the variables. */
export interface QueriedVersion {
  readonly at: Instant;
  readonly intervalMs: Duration;
  readonly about: VersionTraffic;
  readonly ran: readonly PodThatRan[];
  readonly variables: Variables;
}

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** Where another query of the same moment has shown that the pods are scraped. @default false */
  readonly anyAge?: boolean;
}

/** Traffic as a Prometheus has scraped it (G-94). Zero counts only where it has seen every pod that ran. */
export class PrometheusSource implements ITrafficSource {
  readonly #options: PrometheusSourceOptions;

  constructor(options: PrometheusSourceOptions) {
    this.#options = options;
  }

  async sample(version: VersionRef, interval: Duration): Promise<TrafficSample> {
    const queried = this.describe(version, interval);
    if (queried.unknown !== undefined) return { requests: queried, inFlight: queried };
    const { ran, about, at } = queried.value;
    // Nothing to ask about: no pod existed in the whole interval.
    if (ran.length === 0) return { requests: { value: 0, at }, inFlight: { value: 0, at } };
    const [covered, requests, inFlight] = await Promise.all([
      this.ask(coverageQuery, queried.value),
      this.ask(about.query ?? requestsQuery, queried.value),
      this.ask(inFlightQuery, queried.value),
    ]);
    return judged(queried.value, { covered, requests, inFlight });
  }

  describe(version: VersionRef, interval: Duration): Known<QueriedVersion> {
    const { clock, lookup, pods } = this.#options;
    const about = lookup(version);
    if (!about) return { unknown: `version ${version.versionId} is not known` };
    const at = clock.wall();
    const ran = pods.ran(version.namespace, about.podLabels, at - interval);
    if (ran.unknown !== undefined) return ran;
    const variables = {
      ...variablesOf(version, about.deployment, interval),
      ...ownVariables(ran.value, at - interval, about.metricsPath),
    };
    return { at, value: { at, intervalMs: interval, about, ran: ran.value, variables } };
  }

  async ask(
    query: string,
    queried: QueriedVersion,
    { signal = this.#options.signal, anyAge = false }: AskOptions = {},
  ): Promise<QueryResult> {
    const { variables, at, intervalMs } = queried;
    let text: string;
    try {
      text = fillIn(query, variables);
    } catch (error) {
      return { failure: error instanceof Error ? error.message : 'the query has a variable that is not known' };
    }
    // What is older than the interval says nothing of it.
    const age = anyAge ? {} : { maxAgeMs: intervalMs };
    return this.#options.client.query(text, at, { ...age, ...(signal && { signal }) });
  }
}

/** What the answers are worth together. */
function judged(
  { ran, at }: QueriedVersion,
  answers: { readonly [Name in 'covered' | 'requests' | 'inFlight']: QueryResult },
): TrafficSample {
  const running = ran.filter(({ goneAt }) => goneAt === undefined);
  const gone = ran.find(({ goneAt }) => goneAt !== undefined);
  const covered = running.length === 0 ? 0 : oneNumber(answers.covered, `up or ${REQUESTS}`);
  if (typeof covered !== 'number') return { requests: covered, inFlight: covered };
  if (covered !== running.length) {
    const partly = {
      unknown: `Prometheus covers ${covered} of ${running.length} pods: of the others up or ${REQUESTS} is missing`,
    };
    return { requests: partly, inFlight: partly };
  }
  const inFlight = running.length === 0 ? 0 : oneNumber(answers.inFlight, ACTIVE);
  const requests = oneNumber(answers.requests, REQUESTS);
  return {
    inFlight: typeof inFlight === 'number' ? { value: inFlight, at } : inFlight,
    requests:
      typeof requests !== 'number'
        ? requests
        : gone && requests === 0
          ? { unknown: `pod ${gone.name} is gone since the last sample` }
          : // Extrapolated to the ends of the interval: anything above zero is at least one request.
            { value: requests === 0 ? 0 : Math.max(1, Math.round(requests)), at },
  };
}

function oneNumber(result: QueryResult, what: string): number | { unknown: string } {
  if (result.samples === undefined) return { unknown: result.noData ?? result.failure };
  const [sample, ...more] = result.samples;
  if (!sample) return { unknown: `Prometheus has no data of ${what}` };
  if (more.length > 0) return { unknown: `${more.length + 1} series where one is expected` };
  if (!(sample.value >= 0) || !Number.isFinite(sample.value)) return { unknown: `the value is ${sample.value}` };
  return sample.value;
}
