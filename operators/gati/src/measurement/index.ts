/**
 * @module
 * Measurement: how many requests a version gets, so whether it is still used, and how well a new one serves.
 *
 * Every source answers with what is known. Zero is known only where all pods that ran in the interval were covered;
 * whatever is missing, ambiguous or late is unknown and says why. Counting is pure (`accountOf`); the sources bring
 * the numbers: pods' own metrics through the API server, a Prometheus, or a route manager's reports in status. The
 * same numbers make the built-in metrics of a canary's analysis.
 */
export { type AnalysisMetric, type AnalysisMetricSpec, createAnalysisMetric } from './analysis-metric.ts';
export { builtInsOfPods, builtInsOfPrometheus } from './built-in.ts';
export { PodHistory } from './pod-history.ts';
export { PodScrapeSource } from './pod-scrape-source.ts';
export { PodScraper } from './pod-scraper.ts';
export { PrometheusSource } from './prometheus-source.ts';
export { type TakenSample, TrafficSampler } from './sampler.ts';
export { StatusSource } from './status-source.ts';
export type { VersionLookup } from './version-traffic.ts';
