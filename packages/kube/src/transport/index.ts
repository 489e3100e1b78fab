/**
 * @module
 * Requests to one API server: sockets, deadlines, retries and typed errors.
 */
export type { KubeRequest, Lane, StreamAnswer, Transport } from './transport.ts';
