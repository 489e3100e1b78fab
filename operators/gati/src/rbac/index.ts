/**
 * @module
 * What the operator may do: one table, from which every role is made.
 */
export { type PolicyRule, rulesOf } from './roles.ts';
