/**
 * @module
 * The commands about custom resource definitions: read what the arguments name, ask `@slipway/crd`, print.
 */
export { type DiffOptions, diffCrds } from './diff.ts';
export { documentCrds } from './docs.ts';
export { type ValidateOptions, validateObjects } from './validate.ts';
