/**
 * @module
 * Removes pods that nobody will end: their node is gone for good, or they were deleted before they had one.
 */
export { podGarbageController } from './controller.ts';
