/**
 * @module
 * Whose an object is: a label that every target puts on every object of a set. Whichever target made it, the next one
 * knows it by its mark and takes it for its own; what lacks the mark belongs to another.
 */
export { marked, markOf, refuseOtherSet, SET_LABEL, setIdOf } from './set-mark.ts';
