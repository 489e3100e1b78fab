/**
 * @module
 * Time as a value that is handed in.
 *
 * Everything that waits takes a `Clock`, so that tests move time instead of sleeping. The real clock
 * is the only place in the package that touches the platform's timers.
 */
export { type Clock, realClock, sleepBy, type Timer } from './clock.ts';
