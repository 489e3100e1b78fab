/**
 * @module
 * The fixed words of `gati.dev`: annotations, labels and finalizers. They import nothing, for programs that only write
 * a command on an object.
 */
export { ANNOTATIONS, FINALIZERS, LABELS, MANAGER, ROTATION, WATCHED } from './words.ts';
