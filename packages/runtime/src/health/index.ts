/**
 * @module
 * Health and readiness for probes, and the small HTTP server that serves them and the metrics.
 */
export { type HealthCheck } from './checks.ts';
export { type HealthOptions, healthRoutes } from './health-routes.ts';
export { type BindAddress, HttpEndpoint, type Page } from './http-endpoint.ts';
