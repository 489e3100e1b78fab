/**
 * @module
 * The metrics that autoscalers read: what a test says they are.
 */
export { createMetricsFeed, type MetricsFeed } from './feed.ts';
