/**
 * @module
 * The versions that a template had, each kept as a ControllerRevision.
 */

export { keepHistory } from './keep.ts';
export { type Revision, templateOf } from './plan.ts';
