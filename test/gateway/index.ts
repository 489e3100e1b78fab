/**
 * @module
 * A gateway for tests: a real Gateway API implementation that carries real requests to process pods.
 *
 * `startGateway` runs Traefik beside a local cluster. Routes that name `gateway.reference` are served at
 * `gateway.url`; `untilAccepted` waits for what the gateway says of a route, `gateway.settled` until
 * requests follow it, and `underLoad` counts who answers while things change.
 */
export { describeWithGateway } from './availability.ts';
export { type GatewayOptions, type RunningGateway, startGateway } from './gateway.ts';
export { Gateway, GatewayClass, HttpRoute, type HttpRouteStatus } from './kinds.ts';
export { type RequestStreamOptions, sendRequests, type Tally, underLoad } from './request-stream.ts';
export { type HttpRouteObject, isAccepted, untilAccepted } from './route-status.ts';
export { boundsOf } from './shares.ts';
