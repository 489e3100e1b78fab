export { type Problem, type ProblemCode, WorkloadError } from './errors.ts';
export { manifestOf, manifestsOf, problemsOf } from './kinds/index.ts';
export type { Manifest, ManifestKind, ManifestMetadata, ManifestOf } from './manifests/index.ts';
export type * from './model/index.ts';
export { hashOf, labelValueOf, type NameOptions, nameOf, slugOf } from './names/index.ts';
