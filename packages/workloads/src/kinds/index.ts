/**
 * @module
 * One file per kind: from a description to drafts of its manifests, with the checks of what it reads.
 */
export { manifestOf, manifestsOf, problemsOf } from './generate.ts';
