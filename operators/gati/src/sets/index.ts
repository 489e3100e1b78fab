/**
 * @module
 * Everything that one handler or module wants of its target: handed over as one set, taken away as one, and reported as
 * one condition. What one object is refused keeps no other back. Of targets that write elsewhere than to the cluster
 * it is asked whether what they took has arrived.
 */
export { applySet, driftCondition, removeSet, type Sync } from './apply-set.ts';
export { handoverOf, targetHold } from './hold.ts';
export type { SetPlace, SetTarget } from './place.ts';
export { retryAt } from './retry.ts';
