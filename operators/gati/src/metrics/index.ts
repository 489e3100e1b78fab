/**
 * @module
 * What the operator tells Prometheus beside what the runtime does: counters fed by an observer, and gauges that are
 * read from the caches at each scrape.
 */
export { clusterGauges } from './cluster-gauges.ts';
export { countedSource, countedTarget } from './counted.ts';
export { type OperatorObserver, observed, silentObserver } from './observer.ts';
export { operatorMetrics } from './operator-metrics.ts';
