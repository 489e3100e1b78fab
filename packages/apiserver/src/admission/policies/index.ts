/**
 * @module
 * Admission policies: rules in CEL that are objects of the cluster, bound to the requests they are for.
 * Loaded with the first binding or policy: CEL is not needed before.
 */
export { checkPolicies } from './check.ts';
export type { Fault } from './compiled.ts';
export { mutateByPolicies } from './mutate.ts';
export { mutatingPolicyFrom } from './mutating.ts';
export { PATCH_FORMS } from './mutation.ts';
export { validatingPolicyFrom } from './validating.ts';
