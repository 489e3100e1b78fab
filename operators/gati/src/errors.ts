/** All error codes of the operator; `docs/errors.md` has a line for each. */
export type OperatorErrorCode =
  | 'GATI_SETTING'
  /** A custom resource without fields that it must have. */
  | 'GATI_SPEC_INCOMPLETE'
  /** The API server does not say whether an optional API is there. */
  | 'GATI_API_UNKNOWN'
  /** A gate is closed. */
  | 'GATI_DECOMMISSION_BLOCKED'
  /** It goes on, and needs another call. */
  | 'GATI_DECOMMISSION_UNFINISHED'
  /** An object could not be removed. */
  | 'GATI_DECOMMISSION_FAILED';

/** Callers test `code`; the message says what stands in the way and what to do. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly code: OperatorErrorCode;

  constructor(code: OperatorErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
