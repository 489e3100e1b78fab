/**
 * @module
 * A cluster handle: everything of one cluster in one place, opened by `connect` and closed by `close`.
 *
 * A process may hold many; they share no mutable state, so a slow or broken cluster harms no other.
 */
export { type Client, type Cluster, type ConnectOptions, connect } from './cluster.ts';
