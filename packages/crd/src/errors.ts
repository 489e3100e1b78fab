/** All error codes of the package; `docs/errors.md` has a line for each. */
export type CrdErrorCode =
  | 'CRD_SYNTAX'
  | 'CRD_TOO_LARGE'
  | 'CRD_NOT_A_CRD'
  | 'CRD_MALFORMED'
  | 'CRD_NO_VERSION'
  | 'CRD_NOT_STRUCTURAL'
  | 'CRD_NOT_EXPRESSIBLE'
  | 'CRD_POLICY';

/** Where in what the fault is. */
export interface CrdErrorOptions {
  /** The file, URL or cluster that the text came from, as the caller named it. */
  readonly source?: string | undefined;
  /** Line of the text, from 1. */
  readonly line?: number | undefined;
  /** Path inside the object, as the API server prints it: `spec.versions[0].schema`. */
  readonly path?: string | undefined;
  readonly cause?: unknown;
}

/**
 * The one error class of the package. Callers test `code`, never the text. The message starts with
 * the place (`crds.yaml:12: spec.group: …`) and says what is wrong and what to do.
 */
export class CrdError extends Error {
  override readonly name = 'CrdError';
  readonly code: CrdErrorCode;
  readonly source: string | undefined;
  readonly line: number | undefined;
  readonly path: string | undefined;

  constructor(code: CrdErrorCode, text: string, options: CrdErrorOptions = {}) {
    super(`${place(options)}${text}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.source = options.source;
    this.line = options.line;
    this.path = options.path;
  }
}

function place({ source, line, path }: CrdErrorOptions): string {
  const file = line === undefined ? source : `${source ?? 'line '}${source === undefined ? '' : ':'}${line}`;
  return [file, path].map((part) => (part === undefined || part === '' ? '' : `${part}: `)).join('');
}

/** Whether `error` is a CrdError, and of one of `codes` where any are given. */
export function isCrdError(error: unknown, ...codes: CrdErrorCode[]): error is CrdError {
  return error instanceof CrdError && (codes.length === 0 || codes.includes(error.code));
}
