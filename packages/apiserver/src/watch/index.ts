/**
 * @module
 * Watches: how changes reach those who asked for them.
 *
 * A change is encoded once per representation, whatever the number of watches. Each watch has a
 * bounded queue of its own; a slow reader is cut and harms nobody.
 */
export { type EventEncoder, lastSeenState, type Subscription, WatchHub } from './hub.ts';
export { WatchOutput } from './output.ts';
export { type EventType, type Selection, seenThrough } from './selection.ts';
