/**
 * @module
 * What a version is made of, and which version that is.
 *
 * A template is what a handler declares about pods, no more: defaults are not in it, so its hash is the same
 * whichever release of the operator computes it. Version and hash together name what runs. The first template of a
 * version has the bare id, every other one a few digits of its hash behind it.
 */

export { templateHashOf, templateOf, triggersOf } from './template.ts';
export { isBuildOf, type KnownBuild, versionIdOf } from './version-id.ts';
