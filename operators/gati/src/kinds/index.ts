/**
 * @module
 * Where handlers, modules and versions are served. The kinds without their schemas: making a definition takes longer
 * than a request.
 */
export { GatiHandlerKind, GatiModuleKind, GatiVersionKind } from './kinds.ts';
