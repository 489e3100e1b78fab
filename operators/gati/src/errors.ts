/** All error codes of the operator's start; `docs/errors.md` has a line for each. */
export type OperatorErrorCode = 'GATI_SETTING';

/** What ends the operator before it works. Callers test `code`; the message says what to do. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly code: OperatorErrorCode;

  constructor(code: OperatorErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
