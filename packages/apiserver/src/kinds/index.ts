/**
 * @module
 * What single built-in kinds do that others do not, and which defaults and checks each of them has.
 */
export { CLEANUP_FINALIZER } from './custom-resource-definition.ts';
export { kindRules, type World } from './kind-rules.ts';
export { SERVICE_RANGE } from './service-addresses.ts';
