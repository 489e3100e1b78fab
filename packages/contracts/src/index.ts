/**
 * @module
 * The seams of the platform: interfaces that an application, a target or a router implements.
 * Types only; importing this package runs nothing.
 */
export type * from './deployment/index.ts';
