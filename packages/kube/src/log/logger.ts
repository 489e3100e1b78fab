type LogMethod = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/** The shape that pino, bunyan and console wrappers share. */
export interface Logger {
  debug: LogMethod;
  info: LogMethod;
  warn: LogMethod;
  error: LogMethod;
}

const nothing: LogMethod = () => {};

/** Writes nothing: the default of a client, which returns its failures instead. */
export const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
