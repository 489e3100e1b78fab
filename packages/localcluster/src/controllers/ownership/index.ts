/**
 * @module
 * Whose an object is: children that a controller owns, adopts because its selector matches them, or lets go.
 */
export { adopters } from './adopters.ts';
export { claim, claimable } from './claim.ts';
export { controllerOf, controllerReference, isControlledBy } from './owner.ts';
