/**
 * @module
 * The operator's log: a JSON object per line, with ISO times and the names of levels.
 */
export { createLogger, type LogStream } from './logger.ts';
