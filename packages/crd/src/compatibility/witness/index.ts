/**
 * @module
 * Witnesses: for a break the smallest object that was accepted whole before, and is refused, pruned or read differently
 * after.
 *
 * Values are proposed by the keywords of both schemas and judged by the engine that validates objects as the server
 * does, so a witness is never an opinion. A break for which none is found has none; it stays a break.
 */
export { type Witness, withWitnesses } from './witness.ts';
