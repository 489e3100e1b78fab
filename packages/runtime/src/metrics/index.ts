/**
 * @module
 * Prometheus metrics, under the names, labels and buckets of controller-runtime, so that existing
 * dashboards and alerts work; what is Slipway's own starts with `slipway_`. No label holds the name
 * of an object.
 */
export type { ControllerMetrics } from './controller-metrics.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export type { MetricDefinition, OwnMetrics } from './own-metrics.ts';
