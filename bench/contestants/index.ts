/**
 * @module
 * The programs that are compared, and how one of them is run and measured.
 *
 * Each is a process of its own that speaks in lines: it prints `{"state":"ready"}` when all that is
 * left to do is to start, waits for `start`, prints `{"state":"synced","objects":n}`, and ends when its
 * standard input does. What is measured is read from outside, from the clock of the harness, the relay
 * and /proc; the one thing taken from the contestant's word is the moment at which it says it is done.
 */
export { type Blocks, runBlocks } from './blocks.ts';
export { type ContestantProcess, withContestant } from './contestant-process.ts';
export { cpuLoopMs } from './cpu-loop.ts';
export { ensureGoPeer } from './go-peer.ts';
export { measureImports } from './import-cost.ts';
export { type Contestant, type ManagedFields, prepareContestants, slipwayInformer } from './line-up.ts';
export { type ProcessFacts, readProcessFacts } from './process-facts.ts';
export { profileContestant } from './profiled-run.ts';
export { type Measurement, measureSync, type SyncOptions } from './sync-run.ts';
