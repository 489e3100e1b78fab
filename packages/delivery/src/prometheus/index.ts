/**
 * @module
 * Analysis by Prometheus: a query, two conditions, a measurement. Apart from the machine, which has no client.
 */
export { fillIn, type MetricOptions, PrometheusMetric, type Variables } from './analysis.ts';
export type { QueryResult, Sample } from './answer.ts';
export {
  PrometheusClient,
  type PrometheusOptions,
  type QueryOptions,
} from './client.ts';
export { type ConditionSources, compileConditions } from './conditions.ts';
