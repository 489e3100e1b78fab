/** An error as it may be logged. */
export interface LoggedError {
  readonly name: string;
  readonly code?: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: string;
}

/** An error's words and stack, never what else it holds: that may be an object of the cluster, and so a Secret. */
export function errorFields(error: Error): LoggedError {
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    name,
    ...(typeof code === 'string' && { code }),
    message,
    ...(stack !== undefined && { stack }),
    ...(cause !== undefined && { cause: cause instanceof Error ? cause.message : typeof cause }),
  };
}
