/**
 * @module
 * Time as a value that is handed in, and as the text that objects carry.
 *
 * Everything that waits takes a `Clock`, so that tests move time instead of sleeping. The real clock is the only place
 * that touches the platform's timers. An instant is milliseconds since 1970.
 */
export { type Clock, realClock, sleepWith, type Timer } from './clock.ts';
export { earliest, elapsedMs, instantOf, microTime, timestamp } from './timestamp.ts';
