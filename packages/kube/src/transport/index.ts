/**
 * @module
 * Requests to one API server: sockets, deadlines, retries and typed errors.
 *
 * A **call** is what a caller asks for; it has a deadline and may need several **sends**. Each send is
 * one **exchange** on one socket. Sockets come from three **lanes** that share none; a set of
 * lanes lasts until a certificate changes. Whether a failed send is repeated is one pure function of
 * the fault and of what the caller says about the request (`nextTry`). Nothing here knows objects,
 * kinds or caches.
 */
export { createTransport } from './create-transport.ts';
export type { Fetch, HttpAnswer, HttpRequest } from './fetch.ts';
export { DURATION_BUCKETS, type RequestCount, type RequestDurations, type TransportStats } from './stats.ts';
export type { RequestTrace } from './tracing.ts';
export type { KubeRequest, Lane, StreamAnswer, Transport } from './transport.ts';
