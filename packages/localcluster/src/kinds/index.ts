/**
 * @module
 * What single built-in kinds do that others do not. Most kinds have no rules here at all.
 */
export { CLEANUP_FINALIZER } from './custom-resource-definition.ts';
export { type KindRules, kindRules, type World } from './kind-rules.ts';
