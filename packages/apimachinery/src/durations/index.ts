/**
 * @module
 * Lengths of time as specs have them: `90s`, `5m`, `1h30m`. Inside a program they are milliseconds.
 */
export { DURATION, isDuration, parseDuration, printDuration } from './duration.ts';
