/**
 * @module
 * Lengths of time as people write them in specs: `90s`, `5m`, `1h30m`. Inside, they are milliseconds, as
 * instants are.
 */
export { DURATION, isDuration, parseDuration, printDuration } from './duration.ts';
export { earliest, printInstant } from './instants.ts';
