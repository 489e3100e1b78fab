/**
 * @module
 * Admission policies: rules in CEL that are objects of the cluster, bound to the requests they are for.
 */
export { validatingPolicies } from './plugin.ts';
