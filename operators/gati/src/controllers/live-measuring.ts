import type { ITrafficSource, VersionRef } from '@gati-framework/contracts/deployment';
import { keyOfObject } from '@slipway/apimachinery/references';
import type { GateRequest, Measurement } from '@slipway/delivery';
import type { PrometheusClient } from '@slipway/delivery/prometheus';
import type { Cache, Clock, Cluster, ObjectOf } from '@slipway/kube';
import { Deployment, type Pod } from '@slipway/kube/kinds';
import type { ReadHandler, ReadVersion } from '../cluster/index.ts';
import { type DecommissionSettings, type DrainSample, policyOf, sampleOf } from '../decommission/index.ts';
import type { Measuring } from '../handlers/index.ts';
import {
  type AnalysisMetric,
  type AnalysisMetricSpec,
  builtInsOfPods,
  builtInsOfPrometheus,
  createAnalysisMetric,
  PodHistory,
  PodScraper,
  PodScrapeSource,
  PrometheusSource,
  StatusSource,
  type TakenSample,
  TrafficSampler,
  type VersionLookup,
} from '../measurement/index.ts';
import { countedSource, type OperatorObserver } from '../metrics/index.ts';
import { versionObjectName, versionSelector } from '../names/index.ts';
import { GatiHandlerKind, GatiVersionKind } from '../types/index.ts';
import { recordsNear } from './handler-index.ts';

export type SourceName = 'prometheus' | 'podScrape' | 'status';

export interface LiveMeasuringOptions {
  readonly cluster: Cluster;
  readonly pods: Cache<ObjectOf<typeof Pod>>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly prometheus: PrometheusClient | undefined;
  /** Where a handler names none. */
  readonly source: SourceName;
  readonly decommission: DecommissionSettings;
  readonly observer: OperatorObserver;
  /** A sample came in: the handler has something new to decide on. */
  readonly onSample: (handler: { readonly namespace: string; readonly name: string }) => void;
}

/** Analyses whose conditions are compiled; more than a fleet has open at once. */
const MOST_METRICS = 1000;

/** Traffic and metrics of versions, by the sources that handlers name. */
export class LiveMeasuring implements Measuring {
  readonly #options: LiveMeasuringOptions;
  readonly #history: PodHistory;
  readonly #sources: Readonly<Partial<Record<SourceName, ITrafficSource>>>;
  readonly #byPods: PodScrapeSource;
  readonly #byPrometheus: PrometheusSource | undefined;
  readonly #sampler: TrafficSampler;
  readonly #metrics = new Map<string, AnalysisMetric>();
  readonly #closing = new AbortController();

  constructor(options: LiveMeasuringOptions) {
    const { cluster, pods, clock, random, prometheus, observer, onSample } = options;
    this.#options = options;
    this.#history = new PodHistory({ cache: pods, clock });
    const lookup = this.#lookup;
    const { signal } = this.#closing;
    const scraper = new PodScraper({ transport: cluster.transport, clock, signal });
    this.#byPods = new PodScrapeSource({ pods: this.#history, scraper, lookup, clock });
    this.#byPrometheus =
      prometheus && new PrometheusSource({ client: prometheus, pods: this.#history, lookup, clock, signal });
    const status = new StatusSource({ report: (version) => this.#report(version), inFlight: this.#byPods, clock });
    this.#sources = {
      podScrape: countedSource(this.#byPods, 'podScrape', observer),
      ...(this.#byPrometheus && { prometheus: countedSource(this.#byPrometheus, 'prometheus', observer) }),
      status: countedSource(status, 'status', observer),
    };
    this.#sampler = new TrafficSampler({
      clock,
      random,
      onSample: ({ namespace, handler }) => onSample({ namespace, name: handler }),
    });
  }

  sampleOf(handler: ReadHandler, record: ReadVersion): DrainSample | undefined {
    const taken = this.#sampler.latest(keyOfObject(handler), refOf(handler, record));
    return taken && { ...sampleOf(taken.sample, taken.at), ...rowOf(taken) };
  }

  async sampleNow(handler: ReadHandler, record: ReadVersion): Promise<DrainSample | undefined> {
    const { intervalMs } = policyOf(handler.spec, this.#options.decommission);
    const sample = await this.#sourceOf(handler).sample(refOf(handler, record), intervalMs);
    const taken = this.#sampler.latest(keyOfObject(handler), refOf(handler, record));
    return { ...sampleOf(sample, this.#options.clock.wall()), ...(taken && rowOf(taken)) };
  }

  wantSamples(handler: ReadHandler, records: readonly ReadVersion[]): void {
    const { intervalMs } = policyOf(handler.spec, this.#options.decommission);
    const source = this.#sourceOf(handler);
    this.#sampler.want(
      keyOfObject(handler),
      records.map((record) => ({ version: refOf(handler, record), source, intervalMs })),
    );
  }

  async measure(
    handler: ReadHandler,
    { key, spec }: GateRequest,
    subject: string,
    baseline: string | null,
  ): Promise<Measurement[]> {
    const now = this.#options.clock.wall();
    const { namespace, name } = handler.metadata;
    const version = (versionId: string): VersionRef => ({ namespace, handler: name, versionId });
    try {
      const metric = this.#metricOf(handler, key, spec);
      const stable = baseline === null ? undefined : version(baseline);
      return [await metric.measure(now, version(subject), stable)];
    } catch (error) {
      return [{ at: now, outcome: 'Error', message: error instanceof Error ? error.message : String(error) }];
    }
  }

  /** Samples under way are given up: a pod that never answers must not hold the end of the operator. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#sampler.close();
    this.#history.close();
  }

  #metricOf(handler: ReadHandler, gate: string, spec: GateRequest['spec']): AnalysisMetric {
    const source = this.#sourceName(handler);
    const key = JSON.stringify([keyOfObject(handler), gate, spec, source]);
    const known = this.#metrics.get(key);
    if (known) return known;
    const { prometheus } = this.#options;
    const metric = createAnalysisMetric(spec['metric'] as AnalysisMetricSpec, {
      intervalMs: spec.intervalMs ?? 60_000,
      builtIns:
        source === 'prometheus' && this.#byPrometheus
          ? builtInsOfPrometheus(this.#byPrometheus)
          : builtInsOfPods(this.#byPods),
      ...(prometheus && { prometheus }),
      lookup: this.#lookup,
    });
    const [oldest] = this.#metrics.keys();
    if (this.#metrics.size >= MOST_METRICS && oldest !== undefined) this.#metrics.delete(oldest);
    this.#metrics.set(key, metric);
    return metric;
  }

  #sourceName({ spec }: ReadHandler): SourceName {
    return spec.traffic?.source ?? this.#options.source;
  }

  #sourceOf(handler: ReadHandler): ITrafficSource {
    const name = this.#sourceName(handler);
    return this.#sources[name] ?? UNCONFIGURED;
  }

  readonly #lookup: VersionLookup = ({ namespace, handler, versionId }) => {
    const { cluster } = this.#options;
    const { client } = cluster;
    const object = client.get(GatiHandlerKind, { namespace, name: handler });
    if (!object) return undefined;
    const { traffic = {}, port } = object.spec;
    const near = recordsNear(cluster, namespace, handler) as readonly ReadVersion[] | undefined;
    const record = (near ?? client.list(GatiVersionKind, { namespace })).find(
      ({ spec, status }) => spec.versionId === versionId && status?.handlerName === handler,
    );
    const { template, deploymentName } = record?.spec ?? {};
    const isForeign = !template && deploymentName !== undefined;
    const labels = isForeign
      ? client.get(Deployment, { namespace, name: deploymentName })?.spec?.selector?.matchLabels
      : versionSelector(handler, versionId);
    // Of pods that cannot be distinguished from others nothing is known.
    if (!labels || Object.keys(labels).length === 0) return undefined;
    return {
      podLabels: labels,
      deployment: template || deploymentName === undefined ? versionObjectName(handler, versionId) : deploymentName,
      metricsPath: traffic.metricsPath ?? '/metrics',
      metricsPort: traffic.metricsPort ?? template?.port ?? port,
      ...(traffic.query !== undefined && { query: traffic.query }),
    };
  };

  #report({ namespace, name = '' }: VersionRef): { count: number; at: number } | undefined {
    const record = this.#options.cluster.client.get(GatiVersionKind, { namespace, name });
    const { trafficCount, trafficReportedAt } = record?.status ?? {};
    if (trafficCount === undefined || trafficReportedAt === undefined) return undefined;
    return { count: trafficCount, at: Date.parse(trafficReportedAt) };
  }
}

const unknown = { unknown: 'traffic.source is prometheus, and no Prometheus is configured: set PROMETHEUS_URL' };
const UNCONFIGURED: ITrafficSource = { sample: async () => ({ requests: unknown, inFlight: unknown }) };

const rowOf = ({ quietSince }: TakenSample): Pick<DrainSample, 'quietSince'> =>
  quietSince === undefined ? {} : { quietSince };

function refOf({ metadata }: ReadHandler, record: ReadVersion): VersionRef {
  return {
    namespace: metadata.namespace,
    handler: metadata.name,
    versionId: record.spec.versionId,
    name: record.metadata.name,
  };
}
