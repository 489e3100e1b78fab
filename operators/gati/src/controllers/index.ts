/**
 * @module
 * The operator on a cluster: what is watched, whom a change concerns, and how handlers are looked at. One controller
 * decides about a handler with all of its versions; another finds the handlers of versions.
 */
export { addControllers, type ControllerOptions } from './add-controllers.ts';
export { OPTIONAL_KINDS, UNWATCHED_KINDS } from './kinds.ts';
