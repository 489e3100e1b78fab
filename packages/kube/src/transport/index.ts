/** For the other folders of this package; what programs import is `public.ts`. */
export { createTransport } from './create-transport.ts';
export type { Fetch, HttpAnswer, HttpRequest } from './fetch.ts';
export { DURATION_BUCKETS, type RequestCount, type RequestDurations, type TransportStats } from './stats.ts';
export type { RequestTrace } from './tracing.ts';
export type { KubeRequest, Lane, StreamAnswer, Transport } from './transport.ts';
