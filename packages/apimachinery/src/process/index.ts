/**
 * @module
 * Processes of this machine: what a lock file or a folder of one says of its holder.
 */
export { isAlive } from './alive.ts';
