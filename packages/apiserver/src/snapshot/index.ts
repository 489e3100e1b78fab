/**
 * @module
 * Snapshots: a cluster on disk (L-26).
 *
 * A folder holds a log with a line per commit, each with its checksum, and the keys of the cluster.
 * What is read back is always a prefix of what was written: a damaged or unfinished end costs the
 * writes in it and no others. A snapshot is the same lines in one piece, which must be whole.
 */
export { readSnapshot, snapshotBytes } from './bytes.ts';
export { openFolder } from './folder.ts';
export type { ClusterIdentity } from './identity.ts';
