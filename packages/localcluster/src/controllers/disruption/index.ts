/**
 * @module
 * PodDisruptionBudgets: how many of the selected pods may be evicted now.
 */
export { disruptionController } from './controller.ts';
