/**
 * @module
 * Short-lived child processes and waiting: the effects that the other tools are made of.
 *
 * Every wait takes a signal, and a child whose signal fires is killed, not left behind.
 */
export { type Finished, lastLines, runProcess } from './process.ts';
export { waitUntil } from './wait.ts';
