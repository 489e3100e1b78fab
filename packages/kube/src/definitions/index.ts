/**
 * @module
 * Custom resource definitions from code: applied, then waited for until their kinds are served.
 *
 * A production cluster gets its definitions from a chart, which an administrator applies: an account that may write
 * definitions may change every custom resource of the cluster. On a laptop, in a test and in a cluster of one's own,
 * an operator that installs its kinds starts with one command.
 */
export { type InstallableDefinition, installDefinition } from './install-definition.ts';
export type { InstallDefinitionOptions } from './options.ts';
