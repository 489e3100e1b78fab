/**
 * @module
 * Where the server writes what went wrong inside it. What a client did wrong is answered and not logged.
 */
export { Failures } from './failures.ts';
export { type Logger, stderrLogger } from './logger.ts';
