/**
 * Every error that leaves the package carries one of these.
 *
 * - `LOCALCLUSTER_CERTIFICATE`: a certificate was asked for that cannot be written
 * - `LOCALCLUSTER_FOLDER`: state cannot be kept in a folder (most often: another cluster has it)
 * - `LOCALCLUSTER_RULE`: a node, a rule or a process was described in a way that cannot be followed
 * - `LOCALCLUSTER_SNAPSHOT`: bytes that are to be restored are not a whole snapshot
 * - `LOCALCLUSTER_START`: the server could not listen (most often: the port is taken)
 * - `LOCALCLUSTER_STOPPED`: something was asked of a cluster that has been stopped
 */
export type LocalClusterErrorCode =
  | 'LOCALCLUSTER_CERTIFICATE'
  | 'LOCALCLUSTER_FOLDER'
  | 'LOCALCLUSTER_RULE'
  | 'LOCALCLUSTER_SNAPSHOT'
  | 'LOCALCLUSTER_START'
  | 'LOCALCLUSTER_STOPPED';

export class LocalClusterError extends Error {
  readonly code: LocalClusterErrorCode;

  constructor(code: LocalClusterErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LocalClusterError';
    this.code = code;
  }
}
