import type { Logger } from '@slipway/kube';
import { type DestinationStream, pino } from 'pino';

export type LogStream = DestinationStream;

export interface LoggerOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** @default standard output */
  readonly stream?: LogStream | undefined;
}

/** A logger of one line per event. Of an error its words are logged, never what it holds: that may be an object. */
export function createLogger({ level, stream }: LoggerOptions): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { error: reported },
  };
  return stream ? pino(options, stream) : pino(options);
}

function reported(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    name,
    ...(typeof code === 'string' && { code }),
    message,
    stack,
    ...(cause !== undefined && { cause: cause instanceof Error ? cause.message : typeof cause }),
  };
}
