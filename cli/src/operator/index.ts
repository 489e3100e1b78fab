/**
 * @module
 * Operators as commands: the same process that a cluster runs, on the machine of a user who tries it.
 */
export { type OperatorFlags, runGatiOperator } from './gati.ts';
