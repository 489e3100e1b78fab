/**
 * @module
 * Authorization: who may do what (L-11).
 *
 * A request becomes attributes, read from its address alone; an authorizer decides on them. RBAC is
 * one, on an index of the bindings in the store; the other allows everything. Impersonation and the
 * check that nobody gives away more than they have ask the same authorizer.
 */
export { startAggregation } from './aggregation.ts';
export { type Attributes, attributesOf } from './attributes.ts';
export { type Authorizer, alwaysAllow, rbacAuthorizer, refusal } from './authorizer.ts';
export { bootstrapPolicy } from './bootstrap.ts';
export { escalationCheck } from './escalation-check.ts';
export { Impersonation, isImpersonationHeader } from './impersonation.ts';
export { Rbac } from './rbac.ts';
