/**
 * @module
 * The commands about custom resource definitions: read what the arguments name, ask `@slipway/crd`, print.
 */
export { type DiffOptions, diffCrds } from './diff.ts';
export { documentCrds } from './docs.ts';
export { type GenerateOptions, generateCrds } from './generate.ts';
export { objectsIn, type PlacedObject, titleOf } from './placed-object.ts';
export { readModule } from './read-module.ts';
export { readTexts } from './texts.ts';
export { type ValidateOptions, validateObjects } from './validate.ts';
