import { type Clock, realClock } from '@slipway/apimachinery/clock';
import { humanLine } from './human-line.ts';
import { jsonLine } from './json-line.ts';
import { type Logger, silentLogger } from './logger.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Where lines go; `isTTY` decides their form. */
export interface LogStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface LoggerOptions {
  /** The least level that is written. @default LOG_LEVEL of the environment, else 'info' */
  readonly level?: LogLevel | undefined;
  /** @default standard error: standard output belongs to what a program prints */
  readonly stream?: LogStream;
  /** `human` for people, one JSON object per line for collectors. @default 'human' on a terminal, else 'json' */
  readonly format?: 'human' | 'json';
  readonly clock?: Pick<Clock, 'wall'>;
  /** @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/**
 * A logger to a stream: a line per event, with its time, level and fields. Errors are written with their stack, and
 * of what else they hold nothing.
 */
export function createLogger(options: LoggerOptions = {}): Logger {
  const { stream = process.stderr, clock = realClock, env = process.env } = options;
  const { format = stream.isTTY ? 'human' : 'json' } = options;
  const asked = options.level ?? env['LOG_LEVEL']?.toLowerCase();
  const level = LEVELS.find((known) => known === asked) ?? 'info';
  const line = format === 'human' ? humanLine : jsonLine;
  const methodOf = (of: keyof Logger): Logger[keyof Logger] =>
    LEVELS.indexOf(of) < LEVELS.indexOf(level)
      ? silentLogger[of]
      : (fields, message) => void stream.write(`${line(new Date(clock.wall()), of, message, fields)}\n`);
  const logger = {
    debug: methodOf('debug'),
    info: methodOf('info'),
    warn: methodOf('warn'),
    error: methodOf('error'),
  };
  if (asked !== undefined && asked !== '' && level !== asked)
    logger.warn({ LOG_LEVEL: asked }, `There is no such log level; info is used. Set one of ${LEVELS.join(', ')}.`);
  return logger;
}
