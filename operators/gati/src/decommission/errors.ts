/** Blocked: a gate is closed. Unfinished: it goes on, and needs another call. Failed: an object could not be removed. */
export type DecommissionErrorCode =
  | 'GATI_DECOMMISSION_BLOCKED'
  | 'GATI_DECOMMISSION_UNFINISHED'
  | 'GATI_DECOMMISSION_FAILED';

/** Callers test `code`; the message names the version, what stands in the way and who can act. */
export class DecommissionError extends Error {
  override readonly name = 'DecommissionError';
  readonly code: DecommissionErrorCode;

  constructor(code: DecommissionErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
