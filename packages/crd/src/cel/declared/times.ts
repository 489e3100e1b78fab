import {
  Duration,
  EvaluationError,
  parseGoDuration,
  parseRfc3339,
  Timestamp,
  utcMilliseconds,
} from '../values/index.ts';

/** `format: date`. */
export function readDate(text: string): Timestamp {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const milliseconds = year === undefined ? undefined : utcMilliseconds(Number(year), Number(month), Number(day));
  if (milliseconds === undefined) throw new EvaluationError(`Invalid date formatted string ${text}`);
  return new Timestamp(BigInt(milliseconds) * 1_000_000n);
}

/** `format: date-time`. A time without a zone is in UTC, and an empty text is the epoch. */
export function readDateTime(text: string): Timestamp {
  if (text === '') return new Timestamp(0n);
  const time = parseRfc3339(text) ?? parseRfc3339(`${text}Z`);
  if (time === undefined) throw new EvaluationError(`Invalid date-time formatted string ${text}`);
  return time;
}

const UNITS: readonly (readonly [RegExp, bigint])[] = [
  [/^(?:ns|nano.*)$/s, 1n],
  [/^(?:us|µs|micro.*)$/s, 1000n],
  [/^(?:ms|milli.*)$/s, 1_000_000n],
  [/^(?:s|sec.*)$/s, 1_000_000_000n],
  [/^(?:m|min.*)$/s, 60_000_000_000n],
  [/^(?:h|hr|hour.*)$/s, 3_600_000_000_000n],
  [/^(?:d|day.*)$/s, 86_400_000_000_000n],
  [/^(?:w|wk|week.*)$/s, 604_800_000_000_000n],
];

/** `format: duration`: Go's syntax, or numbers with units anywhere in the text ("2 weeks"). */
export function readDuration(text: string): Duration {
  const plain = parseGoDuration(text);
  if (plain !== undefined) return plain;
  let total: bigint | undefined;
  for (const [, factor = '', unit = ''] of text.matchAll(/(\d+)[\t\n\f\r ]*([A-Za-zµ]+)/g)) {
    const found = UNITS.find(([pattern]) => pattern.test(unit.toLowerCase()));
    if (found !== undefined) total = (total ?? 0n) + BigInt(factor) * found[1];
  }
  if (total === undefined) throw new EvaluationError(`Invalid duration ${text}`);
  return new Duration(total);
}
