/**
 * @module
 * What the operator reads from and writes to its cluster, behind one small interface: caches and a client that
 * remembers its writes in a running operator, a store in memory in a test.
 */
export { type CacheIndex, findByIndex, hasSynced } from './cache-index.ts';
export type { ClusterPort, ClusterReads } from './cluster-port.ts';
export { type CompetingReads, competingWithoutIndex } from './competing-reads.ts';
export type { ContainerStatus, Ended, PodStatus, StatusCondition } from './pod-status.ts';
export type { ReadHandler, ReadModule, ReadVersion } from './read.ts';
export { type Seen, type SeenOf, seenAs } from './seen.ts';
export { type StoreTarget, storePort } from './store-port.ts';
export { ownParts } from './write-status.ts';
