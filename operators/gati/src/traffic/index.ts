/**
 * @module
 * Traffic: whether anybody still uses a version, and how well a new one serves.
 *
 * Every source answers with what is known. Zero is known only where all pods that ran in the interval were covered;
 * whatever is missing, ambiguous or late is unknown and says why. Counting is pure (`accountOf`); the sources bring
 * the numbers: pods' own metrics through the API server, a Prometheus, or a route manager's reports in status. The
 * same numbers make the built-in metrics of a canary's analysis.
 */
export { accountOf, type Increase, type PodReading, type ScrapeRound } from './accounting.ts';
export {
  type AnalysisMetric,
  type AnalysisMetricSpec,
  type AnalysisSurroundings,
  createAnalysisMetric,
} from './analysis-metric.ts';
export {
  type BuiltIn,
  type BuiltInRequest,
  type BuiltInSource,
  builtInsOfPods,
  builtInsOfPrometheus,
  type MetricValue,
} from './built-in.ts';
export { PodHistory, type PodHistoryOptions, type PodThatRan } from './pod-history.ts';
export { type PodScrapeOptions, PodScrapeSource } from './pod-scrape-source.ts';
export { PodScraper, type PodScraperOptions } from './pod-scraper.ts';
export { PrometheusSource, type PrometheusSourceOptions } from './prometheus-source.ts';
export { TrafficSampler, type TrafficSamplerOptions, type WantedSamples } from './sampler.ts';
export { StatusSource, type StatusSourceOptions, type TrafficReport } from './status-source.ts';
export type { VersionLookup, VersionTraffic } from './version-traffic.ts';
