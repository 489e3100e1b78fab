/**
 * @module
 * The programs that are compared, and how one of them is run and measured.
 *
 * Each is a process of its own that speaks in lines: it prints `{"state":"ready"}` when all that is
 * left to do is to start, waits for `start`, prints `{"state":"synced","objects":n}`, and ends when its
 * standard input does. What is measured is read from outside, from the clock of the harness, the relay
 * and /proc; the one thing taken from the contestant's word is the moment at which it says it is done.
 */
export { withContestant } from './contestant-process.ts';
export { cpuLoopMs } from './cpu-loop.ts';
export { type Contestant, type ManagedFields, prepareContestants, slipwayInformer } from './line-up.ts';
export { type Measurement, measureSync, type SyncOptions } from './sync-run.ts';
