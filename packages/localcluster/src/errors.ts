/**
 * Every error of the package's own carries one of these; what the API server refuses has codes of its own
 * (`APISERVER_…`, of @slipway/apiserver).
 *
 * - `LOCALCLUSTER_RULE`: a node, a rule or a process was described in a way that cannot be followed
 */
export type LocalClusterErrorCode = 'LOCALCLUSTER_RULE';

export class LocalClusterError extends Error {
  readonly code: LocalClusterErrorCode;

  constructor(code: LocalClusterErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LocalClusterError';
    this.code = code;
  }
}
