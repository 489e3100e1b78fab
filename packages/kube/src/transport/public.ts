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

export type { KubeErrorOptions, StatusBody } from '../errors.ts';
export { type RetryNotice, type Surroundings, type TransportOptions, transportDefaults } from '../options.ts';
export {
  createTransport,
  DURATION_BUCKETS,
  type Fetch,
  type HttpAnswer,
  type HttpRequest,
  type KubeRequest,
  type Lane,
  type RequestCount,
  type RequestDurations,
  type RequestTrace,
  type StreamAnswer,
  type Transport,
  type TransportStats,
} from './index.ts';
