/** All error codes of the package; `docs/errors.md` has a line for each. */
export type TargetErrorCode =
  | 'TARGET_CHART'
  | 'TARGET_CONFIG'
  | 'TARGET_CONFLICT'
  | 'TARGET_INVALID'
  | 'TARGET_RECORD'
  | 'TARGET_SECRET'
  | 'TARGET_UNKNOWN_KIND'
  | GitErrorCode
  | HelmErrorCode;

export type GitErrorCode =
  | 'TARGET_GIT_BRANCH'
  | 'TARGET_GIT_CONTENDED'
  | 'TARGET_GIT_COPY'
  | 'TARGET_GIT_DISK'
  | 'TARGET_GIT_FAILED'
  | 'TARGET_GIT_LOCKED'
  | 'TARGET_GIT_MISSING'
  | 'TARGET_GIT_REFUSED'
  | 'TARGET_GIT_REWRITTEN'
  | 'TARGET_GIT_SIGNING'
  | 'TARGET_GIT_TIMEOUT'
  | 'TARGET_GIT_TOO_LARGE'
  | 'TARGET_GIT_UNAUTHORIZED'
  | 'TARGET_GIT_UNREACHABLE';

export type HelmErrorCode =
  | 'HELM_CHART'
  | 'HELM_FAILED'
  | 'HELM_GUARD'
  | 'HELM_KILLED'
  | 'HELM_MEMORY'
  | 'HELM_MISSING'
  | 'HELM_NOT_PENDING'
  | 'HELM_OUTPUT'
  | 'HELM_OWNERSHIP'
  | 'HELM_REFUSED'
  | 'HELM_RELEASE_NOT_FOUND'
  | 'HELM_RELEASE_PENDING'
  | 'HELM_RENDER'
  | 'HELM_TIMEOUT'
  | 'HELM_UNREACHABLE'
  | 'HELM_VALUES'
  | 'HELM_VERSION';

export interface TargetErrorOptions {
  /** The end of what helm wrote, secrets masked, where helm ran. */
  readonly output?: string;
  readonly cause?: unknown;
}

/**
 * The one error class of the package. Callers test `code`, never the text. The message says what
 * happened, to what, and what the reader can do; it never holds a credential or a Secret's value.
 * What the API server answers passes through as the `KubeError` that it is.
 */
export class TargetError extends Error {
  override readonly name = 'TargetError';
  readonly code: TargetErrorCode;
  readonly output: string | undefined;

  constructor(code: TargetErrorCode, message: string, options: TargetErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.output = options.output;
  }
}

/** Whether `error` is a TargetError, and of one of `codes` where any are given. */
export function isTargetError(error: unknown, ...codes: TargetErrorCode[]): error is TargetError {
  return error instanceof TargetError && (codes.length === 0 || codes.includes(error.code));
}

/** The stable code and the words of any error, and the time that it names, for reports. */
export function codeAndMessage(error: unknown): {
  readonly code: string;
  readonly message: string;
  readonly retryAfterMs?: number;
} {
  const { code, message, retryAfterMs } = error as { code?: unknown; message?: unknown; retryAfterMs?: unknown };
  return {
    code: typeof code === 'string' ? code : 'UNKNOWN',
    message: String(message ?? error),
    ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
  };
}
