/** All error codes of the package; `docs/errors.md` has a line for each. */
export type RuntimeErrorCode =
  | 'RECONCILE_TIMEOUT'
  | 'RECONCILE_TERMINAL'
  | 'RECONCILE_RESULT'
  | 'STATUS_INVALID'
  | 'ELECTION_CONFIG'
  | 'ELECTION_LOST'
  | 'MANAGER_STATE'
  | 'MANAGER_INCOMPLETE'
  | 'MANAGER_OPTIONS'
  | 'MANAGER_ADDRESS'
  | 'SHUTDOWN_TIMEOUT';

export interface RuntimeErrorOptions {
  /** The least time to wait before a retry makes sense, in milliseconds. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** The one error class of the package. Callers test `code`, never the text. */
export class RuntimeError extends Error {
  override readonly name: string = 'RuntimeError';
  readonly code: RuntimeErrorCode;
  readonly retryAfterMs: number | undefined;

  constructor(code: RuntimeErrorCode, message: string, options: RuntimeErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/**
 * Thrown by a reconcile that must not be tried again until something changes: a spec that can never
 * work, for example. The next event of the object starts afresh.
 */
export class TerminalError extends RuntimeError {
  override readonly name = 'TerminalError';

  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super('RECONCILE_TERMINAL', message, options);
  }
}
