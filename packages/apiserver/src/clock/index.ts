/**
 * @module
 * Time as a value that is handed in (L-25).
 *
 * Ages, bookmarks, watch timeouts and injected latency all follow the cluster's clock, so a test
 * that drives the clock drives the server. The real clock is the only place that touches the
 * platform's timers.
 */
export { type Clock, realClock, type Timer } from './clock.ts';
export { elapsedMs, timestamp } from './timestamp.ts';
