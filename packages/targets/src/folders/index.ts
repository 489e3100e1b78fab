/**
 * @module
 * Folders for what must not lie open: keys, kubeconfigs, values. Each belongs to one process and goes with it, at the
 * latest when the next one makes its own.
 */
export { makeOwnFolder } from './own-folder.ts';
