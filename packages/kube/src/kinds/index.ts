/**
 * @module
 * Kinds: what the client must know of a resource to talk about it, with the types of its objects.
 */
export * from './kind.ts';
