/**
 * @module
 * The logger that the package writes to: the shape that pino, bunyan and console wrappers share.
 */

type LogMethod = (fields: Readonly<Record<string, unknown>>, message: string) => void;

export interface Logger {
  debug: LogMethod;
  info: LogMethod;
  warn: LogMethod;
  error: LogMethod;
}

const nothing: LogMethod = () => {};

/** The default: a library is quiet unless it is told where to write. */
export const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
