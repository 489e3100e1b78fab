/**
 * @module
 * What the operator may do: one table, from which every role is made.
 */
export { PERMISSIONS, type Permission } from './permissions.ts';
export { type PolicyRule, rulesOf } from './roles.ts';
