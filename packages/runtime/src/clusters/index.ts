/**
 * @module
 * Many clusters in one process: what keeps a slow or broken one from harming the others.
 */
export { Breaker, type BreakerOptions } from './breaker.ts';
export { type ControllerTransportOptions, controllerTransport } from './controller-transport.ts';
