/**
 * @module
 * The ground that contestants run on: one kube-apiserver and one etcd with their state in memory, filled
 * with pods, behind a relay that counts bytes.
 *
 * The server, the harness and its relay share core 0; contestants have core 1 to themselves. Nobody
 * writes once the ground is filled, so every run starts from the same state.
 */
export { type ApiCaller, apiCaller } from './api-caller.ts';
export { watchServerCore } from './core-load.ts';
export { type Cores, divideCores, moveToContestantCore, onContestantCore } from './cores.ts';
export { type Ground, startGround } from './ground.ts';
export type { Population } from './population.ts';
