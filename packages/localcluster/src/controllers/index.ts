/**
 * @module
 * The controllers behind the API (L-20): what kube-controller-manager is to a cluster.
 *
 * Each is a controller on `@slipway/runtime` and a client like anyone's: it works on any API server. What
 * to do is a pure decision on what was read; the effects are writes of what differs.
 */

export { createMetricsFeed, type Measured, type MetricsFeed, type PodChoice } from './metrics/index.ts';
export { type ControllerName, type Controllers, type ControllersOptions, startControllers } from './start.ts';
export { connectWithin } from './within.ts';
