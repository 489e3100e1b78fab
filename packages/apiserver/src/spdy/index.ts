/**
 * @module
 * SPDY/3.1: many streams in one connection, the way in which kubectl forwards ports (K-14). Frames,
 * headers under the dictionary of the protocol, and the server's end of a connection; nothing here
 * knows Kubernetes.
 */
export { type SpdyStream, serveSpdy } from './connection.ts';
