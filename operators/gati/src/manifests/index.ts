/**
 * @module
 * From versions, handlers and modules to the objects that run them.
 *
 * Pure: equal input gives equal bytes, and nothing is read or sent. People's fields and the operator's additions
 * meet in one place (`pods.ts`), so that handlers and modules have the same pods; everything below that is
 * `@slipway/workloads`. Names, labels and selectors come from `names`.
 *
 * A version's pods never change while it lives: its record holds resolved defaults, and the revision of the
 * generator that made it. Who brings a generator of their own decides what is in the objects; what they are called,
 * whom they select and how many pods there are stays the operator's.
 */
export { resolveTemplate } from './defaults.ts';
export type { HandlerInput } from './handler.ts';
export { type ModuleInput, moduleWorkload } from './module.ts';
export { builtInObjects, GENERATOR_REVISION, type ObjectGenerator, type Objects, resourcesOf } from './objects.ts';
export { fieldProblems } from './problems.ts';
export { doesSleep } from './sleep.ts';
export { type Scale, type VersionInput } from './version.ts';
