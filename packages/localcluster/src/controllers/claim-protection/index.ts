/**
 * @module
 * Keeps claims that are deleted until no pod uses them any more.
 */
export { claimProtectionController } from './controller.ts';
