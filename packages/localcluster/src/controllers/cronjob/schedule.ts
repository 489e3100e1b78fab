/** Which minutes, hours, days of the month, months and days of the week a schedule names. */
export interface Schedule {
  /** The first time after this one, in milliseconds since 1970; undefined when there is none in five years. */
  next(afterMs: number): number | undefined;
}

const FIELDS = [
  { name: 'minute', first: 0, last: 59, words: [] },
  { name: 'hour', first: 0, last: 23, words: [] },
  { name: 'day of month', first: 1, last: 31, words: [] },
  { name: 'month', first: 1, last: 12, words: 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ') },
  { name: 'day of week', first: 0, last: 6, words: 'sun mon tue wed thu fri sat'.split(' ') },
] as const;

const MACROS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
const MINUTE_MS = 60_000;
const HORIZON_MS = 5 * 366 * 86_400_000;

/** Reads a schedule of five fields, one of the words for common ones, or `@every 90m`. Throws what is wrong with it. */
export function parseSchedule(text: string, timeZone = 'UTC'): Schedule {
  const spec = text.trim();
  const every = /^@every (.+)$/.exec(spec)?.[1];
  if (every !== undefined) return everyDuration(every);
  const fields = (MACROS[spec] ?? spec).split(/\s+/);
  if (fields.length !== 5) throw new Error(`expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`);
  const sets = FIELDS.map((field, index) => parseField(fields[index] ?? '', field));
  const [minutes, hours, days, months, weekdays] = sets as [
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
  ];
  const [isAnyDay, isAnyWeekday] = [fields[2], fields[4]].map((field) => /^[*?]/.test(field ?? '')) as [
    boolean,
    boolean,
  ];
  const isDay = (date: Date): boolean => {
    const [byDay, byWeekday] = [days.has(date.getUTCDate()), weekdays.has(date.getUTCDay())];
    // Two restricted fields are alternatives, as cron has always had it.
    return isAnyDay || isAnyWeekday ? byDay && byWeekday : byDay || byWeekday;
  };
  const toZone = zoneOf(timeZone);

  /** The first time on the clock on the wall, kept as if that clock showed UTC. */
  const nextOnWall = (fromMs: number): number | undefined => {
    const date = new Date(Math.floor(fromMs / MINUTE_MS) * MINUTE_MS + MINUTE_MS);
    while (date.getTime() < fromMs + HORIZON_MS) {
      const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
      if (!months.has(month + 1)) date.setTime(Date.UTC(year, month + 1, 1));
      else if (!isDay(date)) date.setTime(Date.UTC(year, month, day + 1));
      else if (!hours.has(date.getUTCHours())) date.setUTCHours(date.getUTCHours() + 1, 0);
      else if (!minutes.has(date.getUTCMinutes())) date.setUTCMinutes(date.getUTCMinutes() + 1);
      else return date.getTime();
    }
    return undefined;
  };

  return {
    next(afterMs) {
      let wall = nextOnWall(afterMs + toZone(afterMs));
      while (wall !== undefined) {
        const guess = wall - toZone(wall - toZone(wall));
        // An hour that a change of the clock repeats was served already.
        if (guess > afterMs) return guess;
        wall = nextOnWall(wall);
      }
      return undefined;
    },
  };
}

function everyDuration(text: string): Schedule {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)];
  if (parts.map(([part]) => part).join('') !== text) throw new Error(`failed to parse duration @every ${text}`);
  const total = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ''] ?? 0), 0);
  const everyMs = Math.max(1000, Math.floor(total / 1000) * 1000);
  return { next: (afterMs) => Math.floor(afterMs / 1000) * 1000 + everyMs };
}

function parseField(text: string, { name, first, last, words }: (typeof FIELDS)[number]): Set<number> {
  const number = (word: string): number => {
    const named = (words as readonly string[]).indexOf(word.toLowerCase());
    const value = named >= 0 ? named + (first === 1 ? 1 : 0) : Number(word);
    const isSunday = name === 'day of week' && value === 7;
    if (!/^\d+$/.test(word) && named < 0) throw new Error(`failed to parse int from ${word}`);
    if (!isSunday && (value < first || value > last))
      throw new Error(`${name} (${value}) out of range [${first}, ${last}]: ${text}`);
    return value;
  };
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const [range = '', stepText] = part.split('/');
    const step = stepText === undefined ? 1 : number(stepText);
    const isAll = range === '*' || range === '?';
    const [from = '', to] = range.split('-');
    const low = isAll ? first : number(from);
    const high = isAll ? last : to !== undefined ? number(to) : stepText !== undefined ? last : low;
    if (low > high) throw new Error(`beginning of range (${low}) beyond end of range (${high}): ${part}`);
    for (let value = low; value <= high; value += Math.max(1, step))
      values.add(name === 'day of week' ? value % 7 : value);
  }
  return values;
}

/** How far the clocks of a zone are ahead of UTC at a time, in milliseconds. Throws for a zone that nobody knows. */
function zoneOf(timeZone: string): (atMs: number) => number {
  if (timeZone === 'UTC' || timeZone === 'Etc/UTC') return () => 0;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (atMs) => {
    const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000;
  };
}

/** `2026-01-02T03:04:05Z` on the clocks of a zone, with its distance from UTC. */
export function zonedTime(atMs: number, timeZone: string): string {
  const ahead = zoneOf(timeZone)(atMs);
  const local = new Date(atMs + ahead).toISOString().slice(0, 19);
  if (ahead === 0) return `${local}Z`;
  const minutes = Math.abs(ahead) / MINUTE_MS;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${local}${ahead < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}
