/**
 * @module
 * The versions that a template had, each kept as a ControllerRevision.
 */

export { keepHistory } from './keep.ts';
export { planRevisions, type Revision, type RevisionPlan, templateOf } from './plan.ts';
