/**
 * @module
 * Writes: creating, changing and deleting one object, with every rule that does not depend on HTTP.
 *
 * Each function takes the newest state, decides, and commits in one synchronous step, so two
 * requests cannot come between each other. The API uses them, and so do the steps that the server
 * takes by itself.
 */
export { applyObject } from './apply.ts';
export { createObject } from './create.ts';
export { type Kernel, type Target, timestamp, writeBy } from './kernel.ts';
export { type DeleteOptions, type DeleteResult, removeObject } from './remove.ts';
export { updateObject } from './update.ts';
