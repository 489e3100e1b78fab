/**
 * @module
 * Finalizers: what was done for an object outside of it is undone before the object goes.
 *
 * **Guarantee.** If `apply` was ever started for an object, `cleanup` must succeed before its
 * deletion completes: the finalizer is on the object before the first `apply`.
 */
export { changeFinalizer, type FinalizerAccess, finalizerAccess } from './change-finalizer.ts';
export { addFinalizerPatch, type FinalizerStep, finalizerStep, removeFinalizerPatch } from './finalizer.ts';
