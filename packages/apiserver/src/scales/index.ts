/**
 * @module
 * Scales: how many replicas something has, in one form for every kind (autoscaling/v1).
 *
 * A scale is a view of an object. Where its numbers are is given by three paths: a CRD declares them,
 * built-in kinds have a table. A write to a scale is a write of one field of the object, by an owner
 * of its own.
 */
export { parentOwners, scaleOwners } from './owners.ts';
export { scalePathsOf } from './paths.ts';
export { hasReplicas, SCALE, SCALE_VERSION, scaleOf, withReplicas } from './scale.ts';
