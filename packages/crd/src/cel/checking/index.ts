/**
 * @module
 * Whether an expression makes sense: every name declared, every call with arguments that fit.
 *
 * The API server refuses a CRD whose rules fail here, so the answer must be the same, and the words are
 * where they are short enough. Nothing is evaluated.
 */
export { type Checked, check } from './checker.ts';
export { literalFaults } from './literals.ts';
export { Scope, type Vocabulary } from './scope.ts';
