/**
 * @module
 * A connection to the cluster that flags name, for the time of one command.
 */
export { type ClusterOptions, withCluster } from './with-cluster.ts';
