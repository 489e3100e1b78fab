/**
 * @module
 * Witnesses: for a break the smallest object that was accepted whole before, and is refused, pruned or read differently
 * after.
 *
 * Small values are made from the keywords of both schemas, from the inside out, and judged by the engine that validates
 * objects as the server does, so a witness is never an opinion. A break without one stays a break and says why.
 */
export { type Witness, withWitnesses } from './witness.ts';
