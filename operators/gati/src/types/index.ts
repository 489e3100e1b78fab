/**
 * @module
 * The kinds of `gati.dev/v1alpha1`: handlers, modules and versions, each defined once.
 *
 * The definitions give the CRDs in `crds/`, the reference in `docs/crds.md` and the types here. No default is
 * stored by the server: what is not set is decided by the operator when it acts, so its settings count and a new
 * release of it changes no object. Fields of pods are distinguished from the rest because they are what a version is
 * made of; the rest can change at any time without a new version.
 */

export { DURATION } from '@slipway/apimachinery/durations';
export { GatiHandlerKind, GatiModuleKind, GatiVersionKind } from '../kinds/index.ts';
export * from './crds.ts';
export { gatiDefinitions } from './definitions.ts';
export { gatiHandlers } from './gati-handler.crd.ts';
export { gatiModules } from './gati-module.crd.ts';
export { gatiVersions } from './gati-version.crd.ts';
