/**
 * @module
 * The commands about Gati: handlers, modules and versions.
 */
export { type ConvertFlags, convertManifests } from './convert.ts';
export { type SayFlags, sayToOperator } from './say.ts';
export { type StatusFlags, showHandler } from './status.ts';
export { type UninstallFlags, uninstall } from './uninstall.ts';
