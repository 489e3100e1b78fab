/**
 * @module
 * The API: HTTP in, verbs on objects, HTTP out.
 *
 * A request is authenticated, routed, authorized, decoded, carried out in one synchronous step and
 * encoded. Nothing below this folder knows HTTP.
 */
export { RequestLog, type SeenRequest } from './request-log.ts';
export { ApiServer } from './server.ts';
