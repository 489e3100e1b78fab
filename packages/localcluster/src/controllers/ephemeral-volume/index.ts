/**
 * @module
 * Makes the claims of pods that describe their volumes in place; they go with the pod.
 */
export { ephemeralVolumeController } from './controller.ts';
