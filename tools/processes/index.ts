/**
 * @module
 * Child processes and waiting: the effects that the other tools are made of.
 *
 * Every wait takes a signal, and a short-lived child whose signal fires is killed, not left behind.
 * Long-lived ones belong to a guard, which ends them when its starter goes away, however it went.
 */
export { Guard, type GuardRequest, type ProcessSpec } from './guard.ts';
export { freePort, withFreePorts } from './ports.ts';
export { type Finished, lastLines, runProcess } from './process.ts';
export { waitUntil } from './wait.ts';
