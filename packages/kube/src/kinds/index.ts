/**
 * @module
 * Kinds: what the client must know of a resource to talk about it, with the types of its objects.
 *
 * A kind is a small frozen value. It comes from the constants of the built-in kinds, from
 * `defineKind` for a custom resource, or from discovery when only its name is known.
 */
export { apiVersionOf } from '@slipway/apimachinery/references';
export * from './built-in.ts';
export * from './kind.ts';
export { compareResourceVersions, reachesResourceVersion } from './resource-version.ts';
