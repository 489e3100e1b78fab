/**
 * @module
 * What controllers ask of nodes: would a pod be let in there, and may it stay.
 */
export { matchesAffinity, type NodeObject } from './affinity.ts';
export { type Taint, type Toleration, tolerates, toleratesAll } from './taints.ts';
