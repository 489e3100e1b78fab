/**
 * @module
 * The operator's settings from its environment. Every variable has a default, a unit where it has one, and an error
 * that names it when its value cannot be understood.
 */
export { loadCapabilityMap, tokenHeaders } from './files.ts';
export type { OperatorEnvironment, OperatorSettings } from './options.ts';
export { settingsOf, targetOf } from './settings.ts';
