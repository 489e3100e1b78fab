/** All error codes of the package; `docs/errors.md` has a line for each. */
export type KubeErrorCode =
  | 'KUBE_NOT_FOUND'
  | 'KUBE_CONFLICT'
  | 'KUBE_GONE'
  | 'KUBE_INVALID'
  | 'KUBE_FORBIDDEN'
  | 'KUBE_UNAUTHORIZED'
  | 'KUBE_THROTTLED'
  | 'KUBE_TIMEOUT'
  | 'KUBE_UNREACHABLE'
  | 'KUBE_SERVER_ERROR'
  | 'KUBE_BAD_RESPONSE'
  | 'KUBE_BAD_EVENT'
  | 'BODY_TOO_LARGE'
  | 'KUBE_CONFIG'
  | 'KUBE_EXEC_PLUGIN'
  | 'KUBE_UNKNOWN_KIND'
  | 'KUBE_NOT_ESTABLISHED'
  | 'CACHE_NOT_SYNCED'
  | 'CACHE_OUT_OF_SCOPE'
  | 'CACHE_SYNC_TIMEOUT'
  | 'APPLY_CONFLICT'
  | 'APPLY_LOOP';

/** The parts of a Kubernetes `Status` answer that callers act on. */
export interface StatusBody {
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly details?: {
    readonly name?: string;
    readonly group?: string;
    readonly kind?: string;
    readonly uid?: string;
    readonly retryAfterSeconds?: number;
    readonly causes?: readonly { readonly reason?: string; readonly message?: string; readonly field?: string }[];
  };
}

export interface KubeErrorOptions {
  /** HTTP status, where an answer came. */
  readonly status?: number;
  /** The server's own words, where it answered with a `Status`. */
  readonly body?: StatusBody;
  /** The least time to wait before the same request makes sense, in milliseconds. */
  readonly retryAfterMs?: number;
  /** True when the request certainly never reached the server, so repeating it cannot double its effect. */
  readonly neverSent?: boolean;
  readonly cause?: unknown;
}

/**
 * The one error class of the package. Callers test `code`, never the text. The message says what
 * happened, to what, and what the reader can do; it never holds a credential or a Secret's value.
 */
export class KubeError extends Error {
  override readonly name = 'KubeError';
  readonly code: KubeErrorCode;
  readonly status: number | undefined;
  readonly body: StatusBody | undefined;
  readonly retryAfterMs: number | undefined;
  readonly neverSent: boolean;

  constructor(code: KubeErrorCode, message: string, options: KubeErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status;
    this.body = options.body;
    this.retryAfterMs = options.retryAfterMs;
    this.neverSent = options.neverSent ?? false;
  }
}

/** Whether `error` is a KubeError, and of one of `codes` where any are given. */
export function isKubeError(error: unknown, ...codes: KubeErrorCode[]): error is KubeError {
  return error instanceof KubeError && (codes.length === 0 || codes.includes(error.code));
}
