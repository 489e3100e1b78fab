import { EvaluationError, type Rich, type Value } from './value.ts';

const INT_MIN = -(2n ** 63n);
const INT_MAX = 2n ** 63n - 1n;
const SECOND = 1_000_000_000n;
/** Years 1 to 9999. */
const MIN_SECONDS = -62_135_596_800n;
const MAX_SECONDS = 253_402_300_799n;

/** A span of time in nanoseconds, an int64. */
export class Duration implements Rich {
  readonly typeName = 'google.protobuf.Duration';
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    if (nanoseconds < INT_MIN || nanoseconds > INT_MAX) throw new EvaluationError('integer overflow');
    this.nanoseconds = nanoseconds;
  }

  equals(other: Value): boolean {
    return other instanceof Duration && other.nanoseconds === this.nanoseconds;
  }

  /** In seconds, as CEL's string() prints it: `1.5s`. It goes through a float64 there, and so here. */
  toString(): string {
    const seconds = Number(this.nanoseconds / SECOND) + Number(this.nanoseconds % SECOND) / 1e9;
    const text = `${seconds}`;
    return `${text.includes('e') ? seconds.toFixed(9).replace(/0+$/, '') : text}s`;
  }
}

/** A moment, with the offset from UTC it was written in, which only string() shows. */
export class Timestamp implements Rich {
  readonly typeName = 'google.protobuf.Timestamp';
  readonly nanoseconds: bigint;
  readonly offsetMinutes: number;

  constructor(nanoseconds: bigint, offsetMinutes = 0) {
    const seconds = floorDivide(nanoseconds, SECOND);
    if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) throw new EvaluationError('timestamp overflow');
    this.nanoseconds = nanoseconds;
    this.offsetMinutes = offsetMinutes;
  }

  get seconds(): bigint {
    return floorDivide(this.nanoseconds, SECOND);
  }

  equals(other: Value): boolean {
    return other instanceof Timestamp && other.nanoseconds === this.nanoseconds;
  }

  /** The calendar in UTC moved by an offset. */
  dateAt(offsetMinutes = 0): Date {
    return new Date(Number(this.seconds) * 1000 + offsetMinutes * 60_000);
  }

  get milliseconds(): bigint {
    return (this.nanoseconds - this.seconds * SECOND) / 1_000_000n;
  }

  /** RFC 3339 with as many decimals as needed. */
  toString(): string {
    const date = this.dateAt(this.offsetMinutes).toISOString().slice(0, 19);
    return `${date}${fractionOf(this.nanoseconds - this.seconds * SECOND)}${zoneOf(this.offsetMinutes)}`;
  }
}

function fractionOf(nanoseconds: bigint): string {
  const digits = `${nanoseconds}`.padStart(9, '0').replace(/0+$/, '');
  return digits === '' ? '' : `.${digits}`;
}

function zoneOf(offsetMinutes: number): string {
  if (offsetMinutes === 0) return 'Z';
  const minutes = Math.abs(offsetMinutes);
  const two = (value: number) => `${value}`.padStart(2, '0');
  return `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: SECOND,
  m: 60n * SECOND,
  h: 3600n * SECOND,
};

/** Go's duration syntax (`1h30m`), or undefined. */
export function parseGoDuration(text: string): Duration | undefined {
  const [, sign = '', body = ''] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  if (body === '0') return new Duration(0n);
  if (!/^(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(body)) return undefined;
  let total = 0n;
  for (const [, whole = '', fraction = '', unit = ''] of body.matchAll(/(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/g)) {
    const factor = UNITS[unit] ?? 0n;
    total += BigInt(whole === '' ? 0 : whole) * factor;
    if (fraction !== '') total += (BigInt(fraction) * factor) / 10n ** BigInt(fraction.length);
  }
  if (total > INT_MAX + (sign === '-' ? 1n : 0n)) return undefined;
  return new Duration(sign === '-' ? -total : total);
}

/** RFC 3339 as Go reads it (`2024-01-01T00:00:00.5+02:00`), or undefined. */
export function parseRfc3339(text: string): Timestamp | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const offset = match[8] === undefined ? 0 : (match[8] === '-' ? -1 : 1) * (Number(match[9]) * 60 + Number(match[10]));
  if (hour > 23 || minute > 59 || second > 59 || Number(match[9] ?? 0) > 24 || Number(match[10] ?? 0) > 60) {
    return undefined;
  }
  const milliseconds = utcMilliseconds(year, month, day);
  if (milliseconds === undefined) return undefined;
  const seconds = BigInt(milliseconds / 1000 + hour * 3600 + minute * 60 + second - offset * 60);
  const fraction = BigInt((match[7] ?? '').slice(0, 9).padEnd(9, '0'));
  return new Timestamp(seconds * SECOND + fraction, offset);
}

/** Midnight of a day in UTC, or undefined where there is no such day. Date.UTC moves years below 100. */
export function utcMilliseconds(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() : undefined;
}
