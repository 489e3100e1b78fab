/**
 * @module
 * The logger that the packages write to, and one that writes to standard error.
 */
export { type Logger, silentLogger } from './logger.ts';
export { createLogger, type LoggerOptions, type LogLevel, type LogStream } from './stream-logger.ts';
