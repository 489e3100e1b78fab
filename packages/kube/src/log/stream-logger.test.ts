import { expect, test } from 'vitest';
import { createLogger, type LoggerOptions } from './index.ts';

const at = Date.UTC(2026, 0, 2, 15, 4, 5, 678);

function written(options: LoggerOptions & { isTTY?: boolean }) {
  const lines: string[] = [];
  const { isTTY = false, ...rest } = options;
  const stream = { isTTY, write: (text: string) => lines.push(text) };
  const logger = createLogger({ stream, clock: { wall: () => at }, env: {}, ...rest });
  return { logger, text: () => lines.join('') };
}

const key = { cluster: 'own', namespace: 'shop', name: 'hello' };

test('a terminal gets human lines with the stack below them', () => {
  const { logger, text } = written({ isTTY: true });
  const error = Object.assign(new TypeError('no colour', { cause: new Error('no paint') }), { code: 'PAINT' });
  error.stack = 'TypeError: no colour\n    at paint (main.ts:3:1)';
  logger.error({ controller: 'greetings.example.dev', key, failures: 1, left: undefined, error }, 'It failed.');
  expect(text()).toBe(
    [
      '15:04:05.678 ERROR It failed. controller=greetings.example.dev key=shop/hello failures=1 code=PAINT',
      '    TypeError: no colour',
      '        at paint (main.ts:3:1)',
      '    caused by: no paint',
      '',
    ].join('\n'),
  );
});

test('anything but a terminal gets a JSON object per line', () => {
  const { logger, text } = written({});
  logger.warn({ key, count: 10n, error: new Error('no\ncolour') }, 'It failed.');
  expect(text().match(/\n/g)).toHaveLength(1);
  expect(JSON.parse(text())).toMatchObject({
    time: '2026-01-02T15:04:05.678Z',
    level: 'warn',
    message: 'It failed.',
    key,
    count: '10',
    error: { name: 'Error', message: 'no\ncolour', stack: expect.stringContaining('stream-logger.test.ts') },
  });
});

test('what an error holds beside its words is never written', () => {
  for (const isTTY of [true, false]) {
    const { logger, text } = written({ isTTY });
    logger.error({ error: Object.assign(new Error('refused'), { body: { data: 'c2VjcmV0' } }) }, 'It failed.');
    expect(text()).not.toContain('c2VjcmV0');
  }
});

test('fields that cannot be written are named, and the line is written', () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  const { logger, text } = written({});
  logger.info({ cycle }, 'It turns.');
  expect(JSON.parse(text())).toMatchObject({ message: 'It turns.', unwritable: ['cycle'] });
});

test('the level comes from the option, else from LOG_LEVEL, else it is info', () => {
  const levels = (options: LoggerOptions): string => {
    const { logger, text } = written(options);
    for (const level of ['debug', 'info', 'warn', 'error'] as const) logger[level]({}, level);
    return text()
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { message: string }).message)
      .join(' ');
  };
  expect(levels({})).toBe('info warn error');
  expect(levels({ env: { LOG_LEVEL: 'DEBUG' } })).toBe('debug info warn error');
  expect(levels({ env: { LOG_LEVEL: 'debug' }, level: 'error' })).toBe('error');
  expect(levels({ env: { LOG_LEVEL: 'silent' } })).toBe('');
  expect(levels({ env: { LOG_LEVEL: 'loud' } })).toMatch(/^There is no such log level.* info warn error$/);
});
