/**
 * @module
 * The metrics that autoscalers read: what a test says they are.
 */
export { createMetricsFeed, type Measured, type MetricsFeed, type PodChoice, type PodIdentity } from './feed.ts';
