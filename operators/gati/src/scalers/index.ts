/**
 * @module
 * Scaling as a class of its own, for those who bring their own target and reconcile by themselves.
 */
export { ScalingController, type ScalingControllerOptions } from './scaling-controller.ts';
