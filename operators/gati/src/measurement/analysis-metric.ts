import type { Duration, Instant, VersionRef } from '@gati-framework/contracts/deployment';
import type { Measurement } from '@slipway/delivery';
import {
  type ConditionSources,
  compileConditions,
  type PrometheusClient,
  PrometheusMetric,
} from '@slipway/delivery/prometheus';
import type { BuiltIn, BuiltInSource, MetricValue } from './built-in.ts';
import { variablesOf } from './promql.ts';
import type { VersionLookup } from './version-traffic.ts';

/** One entry of `analysis.metrics`: a built-in metric or a query, and what to make of it. */
export interface AnalysisMetricSpec extends ConditionSources {
  readonly builtin?: BuiltIn;
  readonly query?: string;
  readonly minRequests?: number;
}

export interface AnalysisSurroundings {
  readonly intervalMs: Duration;
  readonly builtIns: BuiltInSource;
  /** Absent where no Prometheus is configured: then only built-in metrics can be measured. */
  readonly prometheus?: PrometheusClient;
  readonly lookup: VersionLookup;
}

export interface AnalysisMetric {
  /** `baseline`: the stable version, measured too where a condition compares with it. */
  measure(now: Instant, subject: VersionRef, baseline?: VersionRef, signal?: AbortSignal): Promise<Measurement>;
}

/** Ready to be measured again and again (G-83). Throws `DELIVERY_CONDITION` for a condition that makes no sense. */
export function createAnalysisMetric(spec: AnalysisMetricSpec, around: AnalysisSurroundings): AnalysisMetric {
  return spec.query === undefined ? builtInMetric(spec, around) : queryMetric(spec, spec.query, around);
}

/**
 * Samples of a query may be so old, however short the interval is: targets are scraped every minute unless their
 * configuration names another interval, and a scrape may come late.
 */
const SCRAPED_WITHIN_MS: Duration = 90_000;

function queryMetric(
  conditions: ConditionSources,
  query: string,
  { prometheus, lookup, intervalMs }: AnalysisSurroundings,
): AnalysisMetric {
  if (!prometheus) {
    compileConditions(conditions);
    const message = 'no Prometheus is configured: set PROMETHEUS_URL, or use a builtin';
    return { measure: async (now) => ({ at: now, outcome: 'Error', message }) };
  }
  const maxAgeMs = Math.max(intervalMs, SCRAPED_WITHIN_MS);
  const metric = new PrometheusMetric(prometheus, { ...conditions, query, maxAgeMs });
  const variables = (version: VersionRef): ReturnType<typeof variablesOf> =>
    variablesOf(version, lookup(version)?.deployment ?? '', intervalMs);
  return {
    measure: (now, subject, baseline, signal) =>
      metric.measure(now, variables(subject), baseline && variables(baseline), signal),
  };
}

const UNITS = {
  'success-rate': 'ratio',
  'latency-p50': 'seconds',
  'latency-p99': 'seconds',
  'request-rate': 'per-second',
} as const;

function builtInMetric(
  { builtin = 'success-rate', minRequests, ...sources }: AnalysisMetricSpec,
  { builtIns, intervalMs }: AnalysisSurroundings,
): AnalysisMetric {
  const conditions = compileConditions({ ...sources, unit: UNITS[builtin] });
  const measured = (version: VersionRef, signal: AbortSignal | undefined): Promise<MetricValue> =>
    builtIns({
      builtin,
      version,
      intervalMs,
      ...(minRequests !== undefined && { minRequests }),
      ...(signal && { signal }),
    });
  return {
    async measure(now, subject, baseline, signal) {
      const [result, before] = await Promise.all([
        measured(subject, signal),
        conditions.needsBaseline && baseline ? measured(baseline, signal) : undefined,
      ]);
      if (result.value === undefined) return { at: now, ...openOutcome(result, '') };
      if (before === undefined) return { at: now, ...conditions.judge(result.value, undefined) };
      if (before.value === undefined) return { at: now, ...openOutcome(before, 'the stable version: ') };
      return { at: now, ...conditions.judge(result.value, before.value) };
    },
  };
}

function openOutcome(result: Exclude<MetricValue, { value: number }>, whose: string): Omit<Measurement, 'at'> {
  if (result.failure === undefined) return { outcome: 'Inconclusive', message: `${whose}${result.noData}` };
  const { failure, isPermanent } = result;
  return { outcome: 'Error', message: `${whose}${failure}`, ...(isPermanent && { isPermanent }) };
}
