/**
 * @module
 * Sources: what turns a change somewhere into keys of a controller.
 *
 * A source is anything with `start` and `synced`. Here are the cache of a kind, a channel that is fed
 * by hand and a poll; an operator adds its own for whatever else it watches.
 */
export { type CacheSourceOptions, cacheSource } from './cache-source.ts';
export { controllerOwner, type Mapper, type ObjectKey, objectKey } from './mapping.ts';
export { Channel, type PollOptions, poll } from './simple-sources.ts';
export { type KeySink, type Source, startSources } from './source.ts';
