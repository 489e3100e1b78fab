type LogMethod = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/** The same shape as the logger of `@slipway/kube`: pino, bunyan and console wrappers have it. */
export interface Logger {
  debug: LogMethod;
  info: LogMethod;
  warn: LogMethod;
  error: LogMethod;
}

const nothing: LogMethod = () => {};

/** Errors alone: a cluster for tests is quiet while nothing in it fails. */
export const stderrLogger: Logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: ({ error, ...fields }, message) => {
    const shown = Object.entries(fields).map(([name, value]) => ` ${name}=${String(value)}`);
    process.stderr.write(`localcluster: ${message}${shown.join('')}\n${stackOf(error)}\n`);
  },
};

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
