/**
 * @module
 * Events: what a controller did, recorded on the object it was done for.
 *
 * Equal events become one with a count, floods are cut off, and sending happens behind the
 * controller's back: recording never blocks, throws or fails a reconcile.
 */
export type { EventInput, RecordedEvent, Regarding } from './event.ts';
export { type EventRecorder, EventSink, type EventSinkOptions } from './recorder.ts';
