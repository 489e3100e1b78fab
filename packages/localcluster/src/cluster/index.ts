/**
 * @module
 * One cluster: an API server, and what works behind it.
 */
export { type LocalCluster, startLocalCluster } from './cluster.ts';
