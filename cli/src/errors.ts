/** All error codes of the command; `docs/errors.md` has a line for each. */
export type CliErrorCode = 'CLI_USAGE' | 'CLI_INPUT' | 'CLI_CLUSTER' | 'CLI_NO_ANSWER' | 'CLI_FAULT';

/** What ends a command early. Shown as one line; callers test `code`. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: CliErrorCode;

  constructor(code: CliErrorCode, text: string, cause?: unknown) {
    super(text, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
