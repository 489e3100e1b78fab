/**
 * @module
 * What a schema means to CEL: types for the checker, values for the evaluator.
 *
 * Both sides follow one rule: what has no type in the schema cannot be named by a rule, yet is still
 * there when objects are compared.
 */
export { type Declaration, declarationOf, MAX_REQUEST_BYTES } from './declaration.ts';
export { type Reader, readerOf, rootReaderOf } from './reading.ts';
