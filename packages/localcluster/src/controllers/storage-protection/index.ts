/**
 * @module
 * Keeps claims that are deleted until no pod uses them any more, and volumes until no claim does.
 */
export { claimProtectionController, volumeProtectionController } from './controller.ts';
