/**
 * Every error that leaves the package carries one of these.
 *
 * - `APISERVER_CERTIFICATE`: a certificate was asked for that cannot be written
 * - `APISERVER_FOLDER`: state cannot be kept in a folder (most often: another server has it)
 * - `APISERVER_ROUTE`: a route leads from or to what is no place
 * - `APISERVER_SNAPSHOT`: bytes that are to be restored are not a whole snapshot
 * - `APISERVER_START`: the server could not start (most often: the port is taken)
 * - `APISERVER_STOPPED`: something was asked of a server that has been stopped
 */
export type ApiServerErrorCode =
  | 'APISERVER_CERTIFICATE'
  | 'APISERVER_FOLDER'
  | 'APISERVER_ROUTE'
  | 'APISERVER_SNAPSHOT'
  | 'APISERVER_START'
  | 'APISERVER_STOPPED';

export class ApiServerError extends Error {
  readonly code: ApiServerErrorCode;

  constructor(code: ApiServerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ApiServerError';
    this.code = code;
  }
}
