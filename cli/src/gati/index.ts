/**
 * @module
 * The commands about Gati: handlers, modules and versions.
 */
export { type ConvertFlags, convertManifests } from './convert.ts';
