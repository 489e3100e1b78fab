/**
 * @module
 * Spans of what Slipway does, for OpenTelemetry.
 *
 * Slipway tells what it does on Node's tracing channels and knows of no tracer. `instrument` listens
 * there and makes spans, against `@opentelemetry/api` alone: waits of keys in a queue, the reconciles that
 * end them with the requests they send, syncs and watches of caches, acts of an election. Whatever a tracer does, a reconcile goes on.
 */
export { activeContext, type InstrumentOptions, instrument } from './instrument.ts';
