/**
 * @module
 * Manifests: the types of what is generated, the metadata that all have in common, and the one form
 * that each of them has.
 */
export { canonical, type Draft } from './canonical.ts';
export type { Manifest, ManifestKind, ManifestMetadata, ManifestOf } from './manifest.ts';
export { checkIdentity, metadataOf, selectorOf } from './metadata.ts';
