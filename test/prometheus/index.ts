/**
 * @module
 * A real Prometheus for tests, something for it to scrape, and a proxy that spoils its answers.
 *
 * `startPrometheus` runs the executable on a free port of loopback with a folder of its own. What it scrapes is a list
 * that may change (`setTargets`), or the pods of a cluster (`startPodDiscovery`). `startExporter` is a process that serves HTTP
 * and counts, and that can be killed and started again. Both belong to a guard: nothing of them outlives the test
 * runner, however that ended. Waiting is for conditions (`untilScraped`, `until`), never for a time.
 */
export { describeWithPrometheus } from './availability.ts';
export { type Exporter, startExporter, type Traffic } from './exporter.ts';
export { type Fault, type FaultProxy, startFaultProxy } from './fault-proxy.ts';
export { type PodDiscovery, startPodDiscovery } from './pod-discovery.ts';
export { type Prometheus, type PrometheusOptions, type Series, startPrometheus } from './prometheus.ts';
export type { ScrapeConfig, Target } from './scrape-config.ts';
