/**
 * @module
 * Discovery: which kinds a server serves.
 *
 * It is asked only for kinds of which plural and scope are not known; a controller that declares
 * its kinds never asks.
 */
export { createDiscovery, type Discovery, type KindName } from './discovery.ts';
export type { ServedKind, ServedResources, UntypedKind, UntypedObject } from './resources.ts';
