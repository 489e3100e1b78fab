/**
 * @module
 * From one target to another: what one holds for an owner becomes another's, and nothing restarts (G-178).
 *
 * Every target takes objects with the mark of the owner's set for its own, so taking over is to apply as always; what
 * is left is to make the former target forget. It keeps records (of what it has to remove) and leaves traces on objects
 * (whose they are); both go, the objects stay.
 */
export { type HandoverOptions, takeOver } from './take-over.ts';
