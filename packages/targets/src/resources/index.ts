/**
 * @module
 * Resources as targets take them, and what is behind them: the kind that a cluster serves, the body
 * that a server is sent, the name that records and reports use.
 *
 * Nothing here sends anything but discovery, and that only for kinds that no table knows.
 */

export { type Body, metadataOf, toBody, toResource } from './conversion.ts';
export { digestOf } from './digest.ts';
export { isKept } from './kept-kinds.ts';
export { KindFinder, type KindName } from './kind-finder.ts';
export { describeRef, refKey, refOfResource, sameRef } from './refs.ts';
