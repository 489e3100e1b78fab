/**
 * @module
 * How versions of handlers and modules get deployed: where manifests go (targets), how they are made
 * (generators), where custom resources are kept (store), how traffic moves and is measured (router,
 * source), and whether two versions can serve the same callers (detector, coordinator).
 *
 * Everything an implementation reports about the world is `Known<T>`: a value with its time, or
 * unknown with a reason. Unknown is never zero, healthy or compatible.
 */
export type * from './breaking-change-detector.contract.ts';
export type * from './custom-resource-store.contract.ts';
export type * from './deployment-target.contract.ts';
export type * from './known.ts';
export type * from './manifest-generator.contract.ts';
export type * from './ref.ts';
export type * from './traffic-router.contract.ts';
export type * from './traffic-source.contract.ts';
export type * from './transformer-coordinator.contract.ts';
