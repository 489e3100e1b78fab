/**
 * @module
 * Whether a version can serve the callers of those that have traffic, and if not, whether transformers carry them over.
 *
 * Two judges are asked, each of them replaceable: a detector that compares versions and a coordinator that knows
 * transformers. The built-in ones read schemas and transformer entries of the versions themselves. Whatever cannot be
 * reported counts as breaking; only a complete chain or a person's word lets such a version have traffic.
 */
export { acceptanceOf, writerOf } from './acceptance.ts';
export { type CataloguedVersion, readSchema, type VersionCatalogue } from './catalogue.ts';
export { chainedVersions } from './chain.ts';
export { gatherEvidence, type Judges } from './evidence.ts';
export { timelyCoordinator } from './limit.ts';
export { SchemaDetector } from './schema-detector.ts';
export { TransformerChains } from './transformer-chains.ts';
export { type Compatibility, compatibilityOf } from './verdict.ts';
