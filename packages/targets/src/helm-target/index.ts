/**
 * @module
 * The target that is a Helm release per owner: a chart that people can read and edit, installed and
 * upgraded with helm.
 *
 * What an owner wants stands in values.yaml, one entry per object; each object has a template that
 * prints its entry. So the templates stay the same from change to change, and one that a person has
 * edited is kept. Objects are read and watched in the cluster. Helm's own revisions are the record of
 * what was applied; what a revision that failed or was killed had made, and nobody wants, is removed
 * before the next.
 */
export { HelmTarget } from './helm-target.ts';
export { belongsTo, RELEASE_ANNOTATIONS, RELEASE_LABELS } from './live-objects.ts';
export { refsIn } from './manifest.ts';
export { releaseOfSet } from './names.ts';
export type { HelmTargetOptions } from './options.ts';
export { type Release, readRecord, releaseSecrets } from './release-records.ts';
