/**
 * @module
 * One cluster: its parts put together, from the TLS socket to the store.
 */
export { type LocalCluster, startLocalCluster } from './cluster.ts';
