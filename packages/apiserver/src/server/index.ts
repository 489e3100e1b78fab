/**
 * @module
 * One API server: its parts put together, from the TLS socket to the store.
 */
export type { InProcessFetch } from './in-process.ts';
export { type ApiServer, startApiServer } from './server.ts';
