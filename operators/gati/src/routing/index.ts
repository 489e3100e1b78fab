/**
 * @module
 * Routing: how callers are brought to versions by their weights, exactly by a Gateway, or approximately by the pods that a Service selects.
 * What a router is asked for and what it confirms are plain values; nothing counts before it was confirmed.
 */
export { gatewayRoutes, MOST_RECEIVERS, observeRoutes, refusedRoute } from './gateway.ts';
export { pathMatchOf } from './path.ts';
export { claimOf, keysOfClaim, olderClaim, type PathClaim } from './path-conflict.ts';
export { achievedShares, observeRotation, type RotatingPod, rotationStep, type Selection } from './rotation.ts';
