import { DURATION, declareMethod, INT, type Overload, STRING, TIMESTAMP } from '../types/index.ts';
import { type Duration, EvaluationError, type Timestamp } from '../values/index.ts';

/** Minutes from UTC of a zone at a moment: `+02:00`, `02:00` or a name such as `Europe/Berlin`. */
function offsetOf(time: Timestamp, zone: string): number {
  const colon = zone.indexOf(':');
  if (colon >= 0) {
    const [hours, minutes] = [zone.slice(0, colon), zone.slice(colon + 1)];
    for (const part of [hours, minutes]) {
      if (!/^[+-]?\d+$/.test(part)) throw new EvaluationError(`strconv.Atoi: parsing "${part}": invalid syntax`);
    }
    const sign = hours.startsWith('-') ? -1 : 1;
    return Number(hours) * 60 + sign * Number(minutes);
  }
  if (zone === '' || zone === 'UTC') return 0;
  if (zone === 'Local' || !/^[A-Za-z][A-Za-z0-9+_/-]*$/.test(zone))
    throw new EvaluationError(`unknown time zone ${zone}`);
  return namedOffset(time, zone);
}

function namedOffset(time: Timestamp, zone: string): number {
  const date = time.dateAt();
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, Number(value)]));
    const at = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const local = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
    return (local - date.getTime()) / 60_000;
  } catch (error) {
    if (error instanceof RangeError) throw new EvaluationError(`unknown time zone ${zone}`);
    throw error;
  }
}

function dayOfYear(date: Date): number {
  const start = new Date(date);
  start.setUTCMonth(0, 1);
  return Math.round((date.getTime() - start.getTime()) / 86_400_000);
}

/** A part of the calendar, in UTC or in a zone. */
function part(name: string, read: (date: Date, time: Timestamp) => number): Overload[] {
  return [
    declareMethod(name, [TIMESTAMP], INT, (time: Timestamp) => BigInt(read(time.dateAt(), time))),
    declareMethod(name, [TIMESTAMP, STRING], INT, (time: Timestamp, zone: string) =>
      BigInt(read(time.dateAt(offsetOf(time, zone)), time)),
    ),
  ];
}

function span(name: string, read: (nanoseconds: bigint) => bigint): Overload {
  return declareMethod(name, [DURATION], INT, (duration: Duration) => read(duration.nanoseconds));
}

export const TIMES: readonly Overload[] = [
  ...part('getFullYear', (date) => date.getUTCFullYear()),
  ...part('getMonth', (date) => date.getUTCMonth()),
  ...part('getDayOfYear', dayOfYear),
  ...part('getDayOfMonth', (date) => date.getUTCDate() - 1),
  ...part('getDate', (date) => date.getUTCDate()),
  ...part('getDayOfWeek', (date) => date.getUTCDay()),
  ...part('getHours', (date) => date.getUTCHours()),
  ...part('getMinutes', (date) => date.getUTCMinutes()),
  ...part('getSeconds', (date) => date.getUTCSeconds()),
  ...part('getMilliseconds', (_date, time) => Number(time.milliseconds)),
  span('getHours', (nanoseconds) => nanoseconds / 3_600_000_000_000n),
  span('getMinutes', (nanoseconds) => nanoseconds / 60_000_000_000n),
  span('getSeconds', (nanoseconds) => nanoseconds / 1_000_000_000n),
  span('getMilliseconds', (nanoseconds) => nanoseconds / 1_000_000n),
];
